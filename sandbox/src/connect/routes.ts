import { checkCountry } from '../api/address-params.ts'
import { invalidRequest } from '../api/errors.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam, expandParam } from '../api/lists.ts'
import { ignored, oneOf, required, text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import { platformAccount } from '../constants.ts'
import { accountCurrencies } from '../countries.ts'
import { emit } from '../events/emit.ts'
import { type AccountRecord, noDetails, notStarted, outcomes, type Standing } from '../records/account.ts'
import type { Tx } from '../store/store.ts'
import { describe, describeParts, describing } from './account-params.ts'
import { deauthorize } from './authorize.ts'
import { setStanding } from './standing.ts'

const rejections = [
  'credit',
  'fraud',
  'fraud_no_intent_to_fulfill',
  'fraud_other',
  'fraud_payment_method_casher',
  'fraud_payment_method_tester',
  'other',
  'terms_of_service',
] as const

function rejectedReason(reason: (typeof rejections)[number]): Standing['disabled_reason'] {
  if (reason.startsWith('fraud')) return 'rejected.fraud'
  return reason === 'terms_of_service' ? 'rejected.terms_of_service' : 'rejected.other'
}

export const accountRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/v1/accounts',
      operation: 'accounts.create',
    },
    {
      ...describing,
      type: oneOf('standard', 'express', 'custom'),
      country: text,
      controller: ignored,
    },
    ({ tx, account, params: input }) => {
      if (account !== platformAccount)
        throw invalidRequest('Only Stripe Connect platforms can create accounts.')
      if (input.type !== undefined && input.controller !== undefined) {
        throw invalidRequest('You may only specify one of these parameters: type, controller.', {
          param: 'type',
        })
      }
      const country = checkCountry(input.country ?? 'US', 'country')
      const default_currency = currencyIn(country, input.tos_acceptance?.service_agreement === 'recipient')
      const empty = { ...noDetails, default_currency, email: null, business_type: null, metadata: {} }
      const created = tx.put('account', {
        id: `acct_1${tx.random(15)}`,
        account: platformAccount,
        seq: tx.nextSeq(),
        created: tx.now,
        type: input.type ?? 'none',
        country,
        standing: notStarted,
        externalAccounts: [],
        ...describe(empty, input),
      })
      return { object: { kind: 'account', record: describeParts(tx, created, input) } }
    },
  ),
  listRoute({ kind: 'account', path: '/v1/accounts', operation: 'accounts.list' }, createdParam, () => ({
    keep: account => account.id !== platformAccount,
  })),
  route(
    {
      method: 'GET',
      path: '/v1/account',
      operation: 'accounts.retrieve',
    },
    expandParam,
    ({ tx, account }) => ({ object: { kind: 'account', record: findAccount(tx, account, account) } }),
  ),
  route(
    {
      method: 'GET',
      path: '/v1/accounts/:id',
      operation: 'accounts.retrieve',
    },
    expandParam,
    ({ tx, account, id }) => ({
      object: { kind: 'account', record: findAccount(tx, account, id) },
    }),
  ),
  route(
    {
      method: 'POST',
      path: '/v1/accounts/:id',
      operation: 'accounts.update',
    },
    describing,
    ({ tx, account, id, params: input }) => {
      const before = findAccount(tx, account, id)
      const described = tx.put('account', describe(before, input))
      const record = describeParts(tx, described, input)
      emit(tx, 'account.updated', 'account', record, before)
      return { object: { kind: 'account', record } }
    },
  ),
  route(
    {
      method: 'DELETE',
      path: '/v1/accounts/:id',
      operation: 'accounts.delete',
    },
    {},
    ({ tx, account, id }) => {
      const record = findAccount(tx, account, id)
      if (id === platformAccount) throw invalidRequest('You cannot delete your own account via the API.')
      if (!record.deauthorized) deauthorize(tx, record)
      tx.remove('account', record.id)
      return { body: { id, object: 'account', deleted: true } }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/accounts/:id/reject',
      operation: 'accounts.reject',
    },
    { reason: required(oneOf(...rejections)), payouts_action: ignored, ...expandParam },
    ({ tx, account, id, params: input }) => {
      const before = findAccount(tx, account, id)
      const disabled_reason = rejectedReason(input.reason)
      const record = setStanding(tx, before, { ...outcomes.reject, disabled_reason })
      return { object: { kind: 'account', record } }
    },
  ),
]

/** Accounts that only receive transfers can be in other countries, too. */
function currencyIn(country: string, isRecipient: boolean): string {
  const currency = accountCurrencies.get(country)
  if (currency || isRecipient) return currency ?? 'usd'
  const message = `${country} is not currently supported by Stripe.`
  throw invalidRequest(message, { code: 'country_unsupported', param: 'country' })
}

/** The platform can reach its connected accounts; an account can reach only itself. */
export function findAccount(tx: Tx, caller: string, id: string, param?: string): AccountRecord {
  const record = tx.tables.account.get(id)
  const reachable = caller === id || (caller === platformAccount && !record?.deauthorized)
  if (record && reachable) return record
  const message = `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`
  throw invalidRequest(message, { code: 'account_invalid', ...(param ? { param } : {}) }, 403)
}
