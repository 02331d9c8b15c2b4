import { formatMoney } from '../../money.ts'
import type { PaymentWithTimeline } from '../answers.ts'
import { counted, table } from '../output.ts'

type Row = [at: string, what: string, which: string, id: string, outcome: string]

/** Everything in one list by time; of what has the same time, the cause comes first. */
export function timelineTable(timeline: PaymentWithTimeline): string {
  const rows = [
    ...actionRows(timeline),
    ...operationRows(timeline),
    ...eventRows(timeline),
    ...refundRows(timeline),
    ...disputeRows(timeline),
    ...ledgerRows(timeline),
    ...deliveryRows(timeline),
  ].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return table(['TIME', 'WHAT', 'WHICH', 'ID', 'OUTCOME'], rows)
}

const actionRows = ({ actions }: PaymentWithTimeline) =>
  actions.map(({ at, actor, action, outcome }): Row => [at, 'operator', action, actor, outcome ?? ''])

const operationRows = ({ operations }: PaymentWithTimeline) =>
  operations.map(({ operationId, kind, state, refusal, createdAt, settledAt }): Row => {
    const took = settledAt ? ` after ${Date.parse(settledAt) - Date.parse(createdAt)} ms` : ''
    return [createdAt, 'operation', kind, operationId, `${state}${took}${refusal ? `: ${refusal}` : ''}`]
  })

const eventRows = ({ events }: PaymentWithTimeline) =>
  events.map(({ id, type, receivedAt, outcome }): Row => [receivedAt, 'event', type, id, outcome])

const refundRows = ({ refunds, currency }: PaymentWithTimeline) =>
  refunds.map((r): Row => {
    return [r.createdAt, 'refund', formatMoney(r.amountCents, currency), r.refundId, r.state]
  })

const disputeRows = ({ disputes, currency }: PaymentWithTimeline) =>
  disputes.map(({ processorDisputeId, amountCents, reason, state, createdAt }): Row => {
    const amount = formatMoney(amountCents, currency)
    const which = reason ? `${amount}, ${reason}` : amount
    return [createdAt, 'dispute', which, processorDisputeId, state]
  })

const ledgerRows = ({ ledgerEntries }: PaymentWithTimeline) =>
  ledgerEntries.map((entry): Row => {
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
  })

const deliveryRows = ({ deliveries }: PaymentWithTimeline) =>
  deliveries.flatMap(({ deliveryId, type, state, nextAttemptAt, createdAt, attempts, attemptLog }): Row[] => {
    const movedOut = attempts - attemptLog.length
    const archived = movedOut > 0 ? `, ${counted(movedOut, 'attempt')} in the archive` : ''
    const outcome = `${nextAttemptAt ? `${state}, next ${nextAttemptAt}` : state}${archived}`
    return [
      [createdAt, 'delivery', type, deliveryId, outcome],
      ...attemptLog.map(({ attempt, startedAt, durationMs, status, error }): Row => {
        const answer = `${status ?? error} after ${durationMs} ms`
        return [startedAt, `attempt ${attempt}`, type, deliveryId, answer]
      }),
    ]
  })
