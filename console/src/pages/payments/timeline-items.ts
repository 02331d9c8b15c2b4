import { formatMoney } from '../../components/money.tsx'
import { statusText, type Tone } from '../../components/status-badge.tsx'
import { actionText } from '../activity/action-text.ts'
import { inCycles } from '../callbacks/attempt-log.ts'
import { noCallbackText, outcomeText, stateText } from '../callbacks/names.tsx'
import { fromAndTo } from '../ledger/accounts.ts'
import type { PaymentDetail } from './payment-query.ts'

export type TimelineKind = 'operation' | 'event' | 'ledger' | 'callback' | 'operator'

export interface TimelineItem {
  key: string
  kind: TimelineKind
  at: string
  title: string
  note: string | null
  badge: { status: string; tone?: Tone; label?: string; title?: string | undefined } | null
  payload: unknown
  /** The full payload is read when the item is opened. */
  event?: { merchantId: string; eventId: string }
  /** The callback's own page. */
  deliveryId?: string
}

const operationTitles: Readonly<Record<string, string>> = {
  create: 'Payment created',
  capture: 'Capture requested',
  refund: 'Refund requested',
  cancel: 'Cancellation requested',
}

/** Everything that happened to the payment in one list, newest first. */
export function timelineItems(payment: PaymentDetail, isPortal = false): TimelineItem[] {
  const items = [
    ...payment.operations.map(operation => operationItem(operation, payment, isPortal)),
    ...payment.actions.map(action => actionItem(action, payment.currency, isPortal)),
    ...payment.events.map(event => eventItem(event, payment)),
    ...payment.ledgerEntries.map(ledgerItem),
    ...payment.deliveries.flatMap(callbackItems),
  ]
  return items.sort((a, b) => b.at.localeCompare(a.at) || order.indexOf(b.kind) - order.indexOf(a.kind))
}

/** The order of items with the same time. */
const order: readonly TimelineKind[] = ['operator', 'operation', 'event', 'ledger', 'callback']

type Operation = PaymentDetail['operations'][number]

/**
 * The operator's action that began the operation. The key alone proves nothing: merchants choose theirs.
 * An operator's key is stored as a digest, which nobody recognizes.
 */
function actionOf({ idempotencyKey, traceId }: Operation, { actions }: PaymentDetail) {
  if (!idempotencyKey?.startsWith('operator:')) return undefined
  return actions.find(action => action.traceId === traceId)
}

/** The database had lost the call; its key is the one that the processor remembers. */
const isRestored = ({ idempotencyKey }: Operation) => idempotencyKey?.startsWith('svck_') ?? false

/** Who requested the operation, if known: a merchant's own call has no other trace. */
export function callerOf(operation: Operation, payment: PaymentDetail, isPortal: boolean): string | null {
  if (isRestored(operation)) return null
  const action = actionOf(operation, payment)
  if (action) return isPortal ? 'your platform' : action.actor
  return isPortal ? 'your integration (API)' : 'the merchant’s integration (API)'
}

function operationItem(operation: Operation, payment: PaymentDetail, isPortal: boolean): TimelineItem {
  const { operationId, kind, state, createdAt, refusal, idempotencyKey } = operation
  const isUnknown = state === 'started'
  const caller = callerOf(operation, payment, isPortal)
  const key = caller && !actionOf(operation, payment) ? idempotencyKey : null
  return {
    key: operationId,
    kind: 'operation',
    at: createdAt,
    title: operationTitles[kind] ?? statusText(kind),
    note:
      [
        refusal ?? (isUnknown && 'The processor has not answered yet'),
        caller === null && 'restored from the processor’s records, which do not say who requested it',
        caller && kind !== 'create' && `by ${caller}`,
        key && `idempotency key ${key}`,
      ]
        .filter(Boolean)
        .join(', ') || null,
    badge: isUnknown ? { status: state, tone: 'waiting', label: 'Outcome unknown' } : { status: state },
    payload: operation,
  }
}

function actionItem(
  action: PaymentDetail['actions'][number],
  currency: string,
  isPortal: boolean,
): TimelineItem {
  const { amountCents } = action.detail
  const amount = typeof amountCents === 'number' ? formatMoney(amountCents, currency) : null
  return {
    key: `${action.at} ${action.action} ${action.actor}`,
    kind: 'operator',
    at: action.at,
    // Merchants do not see the names of the platform's staff.
    title: `${isPortal && action.actor === 'platform' ? 'Your platform' : action.actor} ${actionText(action.action, action).replace(/ a payment$/, '')}`,
    note: [amount, action.outcomeDetail, action.note].filter(Boolean).join(', ') || null,
    badge: action.outcome ? { status: action.outcome, tone: 'bad' } : null,
    payload: action,
  }
}

/** The event's effect on the payment. */
const outcomeTexts: Readonly<Record<string, string>> = {
  applied: 'The event changed the payment.',
  unchanged: 'What the event reports was already recorded, from another event or an answer of the processor.',
  stale: 'The event is older than the recorded state.',
  unverified: 'The event could not be verified with the processor, so it changed nothing.',
  ignored: 'The processor reports the release of an uncaptured amount as a refund. No money was returned.',
  unread: 'The event could not be read.',
  waiting: 'The event could not be applied yet. The service will try again.',
}

function eventItem(event: PaymentDetail['events'][number], payment: PaymentDetail): TimelineItem {
  // An ignored event that names its payment reports a release.
  const isRelease = event.outcome === 'ignored'
  const isUnsent =
    noCallbackText(event) === 'No callback URL at the time' &&
    !payment.deliveries.some(({ eventId }) => eventId === event.id)
  const released = () => formatMoney(payment.authorizedCents - payment.capturedCents, payment.currency)
  return {
    key: event.id,
    kind: 'event',
    at: event.receivedAt,
    title: event.type,
    note: isRelease
      ? `${released()} was released to the customer, not refunded: it was never captured`
      : isUnsent
        ? 'no callback: no callback URL was set'
        : null,
    badge: {
      status: event.outcome,
      label: isRelease ? 'Released' : outcomeText(event.outcome),
      title: outcomeTexts[event.outcome],
    },
    payload: event,
    event: { merchantId: event.merchantId, eventId: event.id },
  }
}

function ledgerItem(entry: PaymentDetail['ledgerEntries'][number]): TimelineItem {
  const { from, to } = fromAndTo(entry)
  return {
    key: `${entry.fact} ${entry.postedAt}`,
    kind: 'ledger',
    at: entry.postedAt,
    title: `Ledger: ${statusText(entry.kind).toLowerCase()}`,
    note: `from ${from.join(', ')} to ${to.join(', ')}`,
    badge: null,
    payload: entry,
  }
}

function callbackItems(delivery: PaymentDetail['deliveries'][number]): TimelineItem[] {
  const { attemptLog, ...summary } = delivery
  const removed = delivery.attempts - attemptLog.length
  const queued: TimelineItem = {
    key: delivery.deliveryId,
    kind: 'callback',
    at: delivery.createdAt,
    title: `Callback queued: ${delivery.type}`,
    note: removed > 0 ? `older attempts removed by retention: ${removed}` : null,
    // Whether it was delivered, and when, is said by its attempts.
    badge:
      delivery.state === 'delivered' && attemptLog.length > 0
        ? null
        : { status: delivery.state, label: stateText[delivery.state] },
    payload: summary,
    deliveryId: delivery.deliveryId,
  }
  const attempts = inCycles(attemptLog).map(
    ({ isAgain, ...attempt }): TimelineItem => ({
      key: `${delivery.deliveryId} ${attempt.startedAt} ${attempt.attempt}`,
      kind: 'callback',
      at: attempt.startedAt,
      title: `Callback attempt ${attempt.attempt}${isAgain ? ' after redelivery' : ''}: ${delivery.type}`,
      note: attempt.error ?? `answered in ${attempt.durationMs} ms`,
      badge: attemptBadge(attempt.status),
      payload: attempt,
      deliveryId: delivery.deliveryId,
    }),
  )
  return [queued, ...attempts]
}

function attemptBadge(status: number | null): TimelineItem['badge'] {
  if (status === null) return { status: 'failed', tone: 'bad', label: 'No response' }
  return { status: String(status), tone: status >= 200 && status < 300 ? 'good' : 'bad' }
}
