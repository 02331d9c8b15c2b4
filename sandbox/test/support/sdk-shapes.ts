import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createReader, type Interface, type Module, readInterface, splitAt } from './declarations.ts'

const sdk = join(dirname(createRequire(import.meta.url).resolve('stripe')), '../esm')

/** Where the SDK declares each kind of object, by its `object` field. */
const declared: Readonly<Record<string, readonly [file: string, name: string]>> = {
  account: ['Accounts', 'Account'],
  account_link: ['AccountLinks', 'AccountLink'],
  application: ['Applications', 'Application'],
  application_fee: ['ApplicationFees', 'ApplicationFee'],
  balance: ['Balance', 'Balance'],
  balance_transaction: ['BalanceTransactions', 'BalanceTransaction'],
  bank_account: ['BankAccounts', 'BankAccount'],
  capability: ['Capabilities', 'Capability'],
  card: ['Cards', 'Card'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  item: ['LineItems', 'LineItem'],
  charge: ['Charges', 'Charge'],
  customer: ['Customers', 'Customer'],
  dispute: ['Disputes', 'Dispute'],
  event: ['Events', 'EventBase'],
  fee_refund: ['FeeRefunds', 'FeeRefund'],
  login_link: ['LoginLinks', 'LoginLink'],
  oauth_deauthorization: ['OAuth', 'OAuthDeauthorization'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  payout: ['Payouts', 'Payout'],
  person: ['Persons', 'Person'],
  refund: ['Refunds', 'Refund'],
  setup_intent: ['SetupIntents', 'SetupIntent'],
  'terminal.connection_token': ['Terminal/ConnectionTokens', 'ConnectionToken'],
  'terminal.location': ['Terminal/Locations', 'Location'],
  'terminal.reader': ['Terminal/Readers', 'Reader'],
  token: ['Tokens', 'Token'],
  webhook_endpoint: ['WebhookEndpoints', 'WebhookEndpoint'],
}

interface Scope {
  readonly module: Module
  /** The dotted namespace that a name is looked up from. */
  readonly within: string
}

export type ShapeChecker = (body: unknown) => string[]

/** Lists how an answer differs from the SDK's declarations: missing, unknown or mistyped fields. */
export function createShapeChecker(): ShapeChecker {
  const read = createReader()

  function checkObject(value: unknown, at: string): string[] {
    if (!isHash(value)) return [`${at} is not an object`]
    const kind = String(value.object ?? ('stripe_user_id' in value ? 'oauth_deauthorization' : undefined))
    if (kind === 'list') return checkList(value, at)
    if (kind === 'search_result') return checkSearchResult(value, at)
    if (value.deleted === true) return []
    const place = declared[kind]
    if (!place) return [`${at} is of a kind the SDK does not declare here: ${kind}`]
    const module = read(join(sdk, 'resources', `${place[0]}.d.ts`))
    const problems = checkType(value, place[1], { module, within: '' }, at)
    return kind === 'event' && isHash(value.data)
      ? [...problems, ...checkObject(value.data.object, `${at}.data.object`)]
      : problems
  }

  function checkList(value: Record<string, unknown>, at: string): string[] {
    const problems = Object.keys(value)
      .filter(key => !['object', 'data', 'has_more', 'url'].includes(key))
      .map(key => `${at}.${key} is not a field of a list`)
    if (typeof value.has_more !== 'boolean') problems.push(`${at}.has_more is not a boolean`)
    if (typeof value.url !== 'string') problems.push(`${at}.url is not text`)
    const data = Array.isArray(value.data) ? value.data : []
    return [...problems, ...data.flatMap((item, index) => checkObject(item, `${at}.data[${index}]`))]
  }

  function checkSearchResult({ next_page, ...list }: Record<string, unknown>, at: string): string[] {
    const hasPage = next_page === null || typeof next_page === 'string'
    return [...checkList(list, at), ...(hasPage ? [] : [`${at}.next_page is neither text nor null`])]
  }

  function checkType(value: unknown, type: string, scope: Scope, at: string): string[] {
    const alternatives = splitAt(type, '|')
    if (alternatives.length > 1) {
      const attempts = alternatives.map(alternative => checkType(value, alternative, scope, at))
      return attempts.sort((a, b) => score(a, at) - score(b, at))[0] ?? []
    }
    if (type.startsWith("'")) return expect(value === type.slice(1, -1), at, type)
    if (type === 'string' || type === 'number' || type === 'boolean')
      return expect(typeof value === type, at, type)
    // The SDK reads this text as a number.
    if (type === 'Decimal') return expect(typeof value === 'string', at, type)
    if (type === 'unknown' || type === 'any') return []
    if (type === 'null') return expect(value === null, at, type)
    if (type === 'true' || type === 'false') return expect(String(value) === type, at, type)
    if (type === 'void') return expect(value === undefined, at, type)
    if (type.startsWith('string &')) return expect(typeof value === 'string', at, type)
    if (type.startsWith('(')) return checkType(value, type.slice(1, -1), scope, at)
    if (type.startsWith('{')) return checkFields(value, readInterface(type.slice(1, -1)), scope, at)
    const list = /^Array<([\s\S]+)>$/.exec(type)
    if (list) {
      if (!Array.isArray(value)) return [`${at} is not a list`]
      return value.flatMap((item, index) => checkType(item, list[1] ?? '', scope, `${at}[${index}]`))
    }
    if (type.startsWith('ApiList<'))
      return isHash(value) ? checkList(value, at) : [`${at} is not a list object`]
    return checkNamed(value, type, scope, at)
  }

  function checkNamed(value: unknown, name: string, scope: Scope, at: string): string[] {
    for (let within = scope.within; ; within = within.slice(0, Math.max(0, within.lastIndexOf('.')))) {
      const full = within === '' ? name : `${within}.${name}`
      const found = scope.module.interfaces.get(full)
      if (found) return checkFields(value, found, { module: scope.module, within: full }, at)
      const alias = scope.module.aliases.get(full)
      if (alias !== undefined)
        return checkType(value, alias, { module: scope.module, within: parent(full) }, at)
      if (within === '') break
    }
    const [head = '', ...rest] = name.split('.')
    const imported = scope.module.imports.get(head)
    if (!imported) return [`${at} is a ${name}, which is not checked`]
    if (imported.path.endsWith('/index.d.ts')) return [`${at} is a ${name}, which is not checked`]
    const target = [imported.name, ...rest].join('.')
    return checkType(value, target, { module: read(imported.path), within: '' }, at)
  }

  function checkFields(value: unknown, shape: Interface, scope: Scope, at: string): string[] {
    if (!isHash(value)) return [`${at} is not an object`]
    const fields = new Map(shape.fields)
    if (shape.extends) {
      const base = scope.module.interfaces.get(shape.extends)
      for (const [name, field] of base?.fields ?? []) if (!fields.has(name)) fields.set(name, field)
    }
    const problems: string[] = []
    for (const [name, field] of fields) {
      if (value[name] === undefined) {
        if (!field.optional) problems.push(`${at}.${name} is missing`)
      } else problems.push(...checkType(value[name], field.type, scope, `${at}.${name}`))
    }
    // An interface without fields stands for content the SDK leaves open.
    if (fields.size === 0 && shape.index === undefined) return problems
    for (const name of Object.keys(value)) {
      if (fields.has(name)) continue
      if (shape.index === undefined) problems.push(`${at}.${name} is not declared`)
      else problems.push(...checkType(value[name], shape.index, scope, `${at}.${name}`))
    }
    return problems
  }

  return body => {
    if (isHash(body) && isHash(body.error)) return checkErrorObjects(body.error)
    return checkObject(body, isHash(body) ? String(body.object) : 'answer')
  }

  function checkErrorObjects(error: Record<string, unknown>): string[] {
    const objects = ['payment_intent', 'payment_method'].filter(name => error[name] !== undefined)
    return objects.flatMap(name => checkObject(error[name], `error.${name}`))
  }
}

/** Of several alternatives, the one that matched furthest shows the fault best. */
function score(problems: readonly string[], at: string): number {
  const shallow = problems.some(problem => problem.startsWith(`${at} `))
  return problems.length + (shallow ? 1000 : 0)
}

function expect(holds: boolean, at: string, type: string): string[] {
  return holds ? [] : [`${at} is not ${type}`]
}

function parent(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}

function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
