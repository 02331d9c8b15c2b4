import { formatMoney } from '../../money.ts'
import type { PaymentWithTimeline } from '../answers.ts'
import { counted, table } from '../output.ts'

type Row = [at: string, what: string, which: string, id: string, outcome: string]

/** Everything in one list by time; of what has the same time, the cause comes first. */
export function timelineTable(timeline: PaymentWithTimeline): string {
  const { currency, actions, operations, events, refunds, disputes, ledgerEntries, deliveries } = timeline
  const rows: Row[] = [
    ...actions.map(({ at, actor, action, outcome }): Row => [at, 'operator', action, actor, outcome ?? '']),
    ...operations.map(operationRow),
    ...events.map((e): Row => [e.receivedAt, 'event', e.type, e.id, e.outcome]),
    ...refunds.map(
      (r): Row => [r.createdAt, 'refund', formatMoney(r.amountCents, currency), r.refundId, r.state],
    ),
    ...disputes.map((d): Row => {
      const amount = formatMoney(d.amountCents, currency)
      const which = d.reason ? `${amount}, ${d.reason}` : amount
      return [d.createdAt, 'dispute', which, d.processorDisputeId, d.state]
    }),
    ...ledgerEntries.map(entryRow),
    ...deliveries.flatMap(deliveryRows),
  ]
  rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return table(['TIME', 'WHAT', 'WHICH', 'ID', 'OUTCOME'], rows)
}

function operationRow(operation: PaymentWithTimeline['operations'][number]): Row {
  const { operationId, kind, state, refusal, createdAt, settledAt } = operation
  const took = settledAt ? ` after ${Date.parse(settledAt) - Date.parse(createdAt)} ms` : ''
  return [createdAt, 'operation', kind, operationId, `${state}${took}${refusal ? `: ${refusal}` : ''}`]
}

function entryRow(entry: PaymentWithTimeline['ledgerEntries'][number]): Row {
  const moved = [
    ['customer', entry.customerCents],
    ['merchant', entry.merchantCents],
    ['fees', entry.platformFeesCents],
    ['held', entry.disputeHoldCents],
  ] as const
  const outcome = moved
    .filter(([, cents]) => cents !== 0)
    .map(([account, cents]) => `${account} ${cents > 0 ? '+' : ''}${formatMoney(cents, entry.currency)}`)
  return [entry.postedAt, 'ledger', entry.kind, entry.source, outcome.join(', ')]
}

function deliveryRows(delivery: PaymentWithTimeline['deliveries'][number]): Row[] {
  const { deliveryId, type, state, nextAttemptAt, createdAt, attempts, attemptLog } = delivery
  const movedOut = attempts - attemptLog.length
  const archived = movedOut > 0 ? `, ${counted(movedOut, 'attempt')} in the archive` : ''
  const outcome = `${nextAttemptAt ? `${state}, next ${nextAttemptAt}` : state}${archived}`
  return [
    [createdAt, 'delivery', type, deliveryId, outcome],
    ...attemptLog.map(({ attempt, startedAt, durationMs, status, error }): Row => {
      return [startedAt, `attempt ${attempt}`, type, deliveryId, `${status ?? error} after ${durationMs} ms`]
    }),
  ]
}
