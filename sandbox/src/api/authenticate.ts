import type { IncomingHttpHeaders } from 'node:http'
import { application, platformAccount } from '../constants.ts'
import { isFromForeignPage } from '../http/foreign-page.ts'
import type { Tables } from '../store/tables.ts'
import { type ApiError, invalidRequest } from './errors.ts'
import type { FormHash } from './form.ts'

export interface Keys {
  readonly secretKey: string
  readonly publishableKey: string
}

export interface Caller {
  /** The account that the request acts on: the platform's, or the account in the Stripe-Account header. */
  readonly account: string
  readonly publishable: boolean
  /** The platform's application, when it acts on an account that is not its own. */
  readonly application: string | null
}

/** Who is calling, and for which account. Browsers may send both in the form; they are removed from it. */
export function authenticate(
  headers: IncomingHttpHeaders,
  form: FormHash,
  keys: Keys,
  tables: Tables,
  allowsPublishable: boolean,
): Caller {
  const key = bearer(headers.authorization) ?? takeText(form, 'key')
  const account = header(headers['stripe-account']) ?? takeText(form, '_stripe_account') ?? platformAccount
  if (key === undefined) throw noKey()
  const publishable = key === keys.publishableKey
  if (!publishable && isFromForeignPage(headers)) throw secretInPage()
  const owner = ownerOf(key, keys, tables)
  if (owner !== undefined) return { account: owner, publishable: false, application: null }
  if (!publishable && key !== keys.secretKey) {
    const message = `Invalid API Key provided: ${mask(key)}`
    throw invalidRequest(message, { code: 'invalid_api_key' }, 401)
  }
  if (publishable && !allowsPublishable) {
    const message =
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'
    throw invalidRequest(message, { code: 'secret_key_required' }, 403)
  }
  const record = tables.account.get(account)
  if (!record || record.deauthorized) {
    const message = `The provided key '${mask(key)}' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`
    throw invalidRequest(message, { code: 'account_invalid' }, 403)
  }
  return { account, publishable, application: account === platformAccount ? null : application }
}

/**
 * A merchant has its own key: the platform's key followed by the account's id. Payments made with it are the
 * merchant's, but the platform receives their events.
 */
function ownerOf(key: string, keys: Keys, tables: Tables): string | undefined {
  if (!key.startsWith(`${keys.secretKey}_acct_`)) return undefined
  const id = key.slice(keys.secretKey.length + 1)
  return tables.account.get(id) ? id : undefined
}

function bearer(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value.startsWith('Bearer ')) return value.slice(7).trim() || undefined
  if (!value.startsWith('Basic ')) return undefined
  return Buffer.from(value.slice(6), 'base64').toString('utf8').split(':')[0] || undefined
}

function header(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function takeText(form: FormHash, name: string): string | undefined {
  const value = form[name]
  if (typeof value !== 'string') return undefined
  delete form[name]
  return value
}

function mask(key: string): string {
  return key.length > 12
    ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
    : '*'.repeat(key.length)
}

function secretInPage(): ApiError {
  const message =
    'A secret key cannot be used from a web page of another origin. Use the publishable key there, and the secret key on your server.'
  return invalidRequest(message, {}, 403)
}

function noKey(): ApiError {
  const message =
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."
  return invalidRequest(message, {}, 401)
}
