import { formatMoney } from '../../components/money.tsx'
import { counted } from '../../components/numbers.ts'
import { statusText } from '../../components/status-badge.tsx'
import { localTime } from '../../components/time.tsx'
import { fixedFeeText, percentText } from '../merchants/fees.ts'

const texts: Readonly<Record<string, string>> = {
  'merchant.create': 'created a merchant',
  'merchant.change': 'changed a merchant',
  'merchant.suspend': 'suspended a merchant',
  'merchant.resume': 'resumed a merchant',
  'merchant.move': 'moved a merchant to another processor',
  'merchant.account': 'created a merchant’s account',
  'merchant.account-disable': 'disabled a merchant’s account',
  'merchant.account-enable': 'enabled a merchant’s account',
  'merchant.onboarding-link': 'created an onboarding link',
  'terminal.location': 'added a location for card readers',
  'terminal.reader': 'registered a card reader',
  'terminal.rename': 'renamed a card reader or a location',
  'terminal.remove': 'removed a card reader or a location',
  'portal.link': 'created a portal link',
  'key.issue': 'issued a key',
  'key.rotate': 'rotated a key',
  'key.revoke': 'revoked a key',
  'callback.set': 'set a callback URL',
  'callback.rotate-secret': 'rotated a signing secret',
  'callback.test': 'sent a test event',
  'delivery.redeliver': 'redelivered a callback',
  'delivery.redeliver-all': 'redelivered callbacks',
  'payment.capture': 'captured a payment',
  'payment.refund': 'refunded a payment',
  'payment.cancel': 'canceled a payment',
  'ledger.verify': 'verified the ledger',
  'reconciliation.start': 'compared the ledger with the processor',
  'rebuild.start': 'started a rebuild from the processor',
  'settings.import': 'imported a setting',
  'difference.explain': 'explained a difference from the processor',
  'operator.add': 'added an operator',
  'operator.remove': 'removed an operator',
  'operator.forbidden': 'tried something their role does not allow',
  'sandbox.payment': 'created a test payment',
  'sandbox.trigger': 'triggered a test event',
  'console.sign_in': 'signed in',
  'console.sign_out': 'signed out',
  'console.sign_out_everywhere': 'signed out everywhere',
}

const refusedTexts: Readonly<Record<string, string>> = {
  'payment.capture': 'could not capture a payment',
  'payment.refund': 'could not refund a payment',
  'payment.cancel': 'could not cancel a payment',
}

interface Done {
  outcome?: string | null
  detail?: Record<string, unknown>
}

/** Words for an action, to follow a name. */
export function actionText(action: string, { outcome = null, detail = {} }: Done = {}): string {
  if (action === 'merchant.move') {
    if (detail.when === 'enabled') return 'planned a merchant’s move to another processor'
    if (detail.to !== undefined && detail.to === detail.from) return 'canceled a merchant’s pending move'
  }
  if (action === 'reconciliation.start' && detail.fix === true)
    return 'started an update of the ledger to match the processor'
  const refused = outcome === null ? undefined : refusedTexts[action]
  if (action === 'callback.set' && detail.url === null) return 'removed a callback URL'
  if (action === 'delivery.redeliver-all' && typeof detail.count === 'number')
    return `redelivered ${counted(detail.count, 'callback')}`
  return refused ?? texts[action] ?? `did ${action.replaceAll(/[._-]/g, ' ')}`
}

/** The subject of the action, to follow its words: a key's name, an amount, an order, a URL. Ids mean nothing to people. */
export function subjectText(action: string, { detail = {} }: Done): string {
  const { label, hint, newHint, amountCents, currency, orderRef, url, name, linkMadeBy } = detail
  if (action.startsWith('key.') && typeof hint === 'string')
    return `: ${label ?? 'Unnamed'} ····${hint}${typeof newHint === 'string' ? `, now ····${newHint}` : ''}`
  if (action.startsWith('payment.')) {
    const hasAmount = typeof amountCents === 'number' && typeof currency === 'string'
    const parts = [hasAmount && formatMoney(amountCents, currency), orderRef].filter(Boolean)
    return parts.length > 0 ? `: ${parts.join(', ')}` : ''
  }
  // The URL's query may hold a password.
  if (action === 'callback.set' && typeof url === 'string') return `: ${url.replace(/\?.*/, '')}`
  if (action === 'console.sign_in' && typeof linkMadeBy === 'string') return ` with a link from ${linkMadeBy}`
  if (action.startsWith('operator.') && typeof name === 'string') return `: ${name}`
  return ''
}

/** The choices of a menu: every known action, and the chosen one. */
export function actionChoices(chosen: string | undefined): { value: string; label: string }[] {
  const unknown = chosen && !(chosen in texts) ? [chosen] : []
  return [...Object.keys(texts), ...unknown].map(value => {
    const label = actionText(value)
    return { value, label: label.charAt(0).toUpperCase() + label.slice(1) }
  })
}

const fieldTexts: Readonly<Record<string, string>> = {
  feeBps: 'Percentage fee',
  feeFixedCents: 'Fixed fee',
  fix: 'Update the ledger to match',
  graceSeconds: 'Old key or secret expires',
  hint: 'Key ends with',
  newHint: 'New key ends with',
  orderRef: 'Order',
  svcPaymentId: 'Payment',
  type: 'Event type',
  url: 'Callback URL',
}

/** Names that mean something else in one action. */
const fieldTextsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'delivery.redeliver-all': { from: 'Queued from', state: 'Callbacks', to: 'Queued until' },
}

/** Words for the name of a detail: "newKeyId" is "New key". */
export function fieldText(name: string, action = ''): string {
  const words = name
    .replace(/(Cents|Id)$/, '')
    .replace(/(?=[A-Z])/g, ' ')
    .toLowerCase()
  return fieldTextsOf[action]?.[name] ?? fieldTexts[name] ?? statusText(words)
}

/** The names of details that have a fixed set of values. */
const chosen = ['change', 'kind', 'reason', 'role', 'state', 'what', 'when']

/** The callbacks that a bulk redelivery matched. */
const callbackStates: Readonly<Record<string, string>> = {
  pending: 'Waiting callbacks',
  dead: 'Dead letters',
  delivered: 'Delivered callbacks',
  undelivered: 'Dead letters and waiting callbacks',
}

/** A detail's value as people write it; amounts in the payment's currency, if that is known. */
export function valueText(name: string, value: unknown, currency?: string): string {
  if (value === null || value === undefined) return name.startsWith('fee') ? 'the default' : 'not set'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (name === 'feeBps') return percentText(value)
    if (name === 'feeFixedCents') return fixedFeeText(value)
    if (name === 'graceSeconds') return value === 0 ? 'at once' : `after ${durationText(value)}`
    return currency && name.endsWith('Cents') ? formatMoney(value, currency) : String(value)
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  if (name === 'state' && value in callbackStates) return callbackStates[value] ?? value
  if (chosen.includes(name)) return statusText(value)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? localTime(value) : value
}

function durationText(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const
  const [unit, size] = units.find(([, size]) => seconds % size === 0) ?? (['second', 1] as const)
  return counted(seconds / size, unit)
}

interface Change {
  name: string
  before: unknown
  after: unknown
}

/** Splits an entry's details into changes, which have a previous value, and the rest. */
export function changesOf(detail: Record<string, unknown>): { changes: Change[]; rest: Change[] } {
  const { before, ...after } = detail
  const known: Record<string, unknown> = typeof before === 'object' && before !== null ? { ...before } : {}
  const all = Object.entries(after)
    .map(([name, value]) => ({ name, before: known[name], after: value }))
    .sort((one, other) => placeOf(one.name) - placeOf(other.name))
  return {
    changes: all.filter(({ name }) => name in known),
    rest: all.filter(({ name, after }) => !(name in known) && after !== null),
  }
}

/** Sorts a period first; the database does not keep the order of details. */
const placeOf = (name: string) => (name === 'from' ? 0 : name === 'to' ? 1 : 2)
