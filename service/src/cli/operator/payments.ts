import { type Command, Option } from 'commander'
import { formatMoney } from '../../money.ts'
import { actOnce } from '../act-once.ts'
import type { Payment, PaymentWithTimeline } from '../answers.ts'
import type { Context } from '../context.ts'
import { group, listCommand, showCommand } from '../operator-command.ts'
import { counted, fields, table, time } from '../output.ts'
import { outcomeText } from './operators.ts'

export function paymentCommands(context: Context): Command {
  return group('payments', 'list, show, capture, refund and cancel payments', [
    listCommand<Payment>(context, 'list', 'list payments, newest first', {
      path: '/payments',
      columns: {
        PAYMENT: p => p.svcPaymentId,
        STATUS: p => p.status,
        AMOUNT: p => formatMoney(p.amountCents, p.currency),
        REFUNDED: p => (p.refundedCents > 0 ? formatMoney(p.refundedCents, p.currency) : null),
        DISPUTE: p => p.dispute && disputeText(p.dispute),
        ORDER: p => p.orderRef,
        MERCHANT: p => p.merchantId,
        CREATED: p => time(p.createdAt),
      },
      none: 'No payments',
    }),
    showCommand<PaymentWithTimeline>(
      context,
      'show <svcPaymentId>',
      'show a payment and its history, in order',
      {
        call: 'GET /payments/{id}',
        describe: payment => `${describe(payment)}\n\n${timelineTable(payment)}`,
      },
    ),
    actionCommand(context, 'capture', 'capture an authorized payment'),
    actionCommand(context, 'refund', 'refund a payment').addOption(
      new Option('--no-fee', 'keep the platform fee').default(null),
    ),
    actionCommand(context, 'cancel', 'cancel a payment that is not completed yet'),
  ])
}

function describe(payment: PaymentWithTimeline): string {
  const { failureCode, failureMessage, currency, operations, ofSameOrder } = payment
  const failure = failureMessage ? `${failureCode}: ${failureMessage}` : failureCode
  return fields({
    payment: payment.svcPaymentId,
    status: payment.status,
    failure: failureCode ? failure : undefined,
    amount: formatMoney(payment.amountCents, currency),
    'paid with': methodText(payment.paymentMethod),
    fee: formatMoney(payment.applicationFeeCents, currency),
    refunded: formatMoney(payment.refundedCents, currency),
    dispute: payment.dispute ? disputeText(payment.dispute) : undefined,
    order: payment.orderRef,
    merchant: payment.merchantId,
    processor: `${payment.processor} ${payment.processorPaymentIntentId}`,
    account: payment.connectedAccountId,
    created: time(payment.createdAt),
    'idempotency key': operations.find(({ kind }) => kind === 'create')?.idempotencyKey ?? undefined,
    'same order': ofSameOrder.map(briefly).join(', ') || undefined,
  })
}

function briefly({ svcPaymentId, status, amountCents, currency, createdAt }: Payment): string {
  return [svcPaymentId, status, formatMoney(amountCents, currency), time(createdAt)].join(' ')
}

/** Such as `visa 4242`, or `klarna` for a method without a number. */
function methodText(method: Payment['paymentMethod']): string | undefined {
  return method ? [method.brand ?? method.type, method.last4].filter(Boolean).join(' ') : undefined
}

function actionCommand(context: Context, name: string, description: string): Command {
  return showCommand<Payment>(context, `${name} <svcPaymentId>`, description, {
    call: `POST /payments/{id}/${name}`,
    perform: (client, [, path, body], _id, { idempotencyKey }) =>
      actOnce(context, client, { path, body: body ?? {} }, idempotencyKey),
    describe: payment => `${payment.svcPaymentId} is ${payment.status}.`,
  }).option('--idempotency-key <key>', 'your own key (default: a new one, kept until the outcome is known)')
}

type Row = [at: string, what: string, which: string, id: string, outcome: string]

/** All entries by time. If times are equal, the cause comes first. */
function timelineTable(timeline: PaymentWithTimeline): string {
  const { currency, actions, operations, events, refunds, disputes, ledgerEntries, deliveries } = timeline
  const rows: Row[] = [
    ...actions.map((a): Row => [a.at, 'operator', a.action, a.actor, outcomeText(a) ?? '']),
    ...operations.map(operationRow),
    ...events.map((e): Row => [e.receivedAt, 'event', e.type, e.id, eventText(e, timeline)]),
    ...refunds.map((r): Row => {
      return [r.createdAt, 'refund', formatMoney(r.amountCents, currency), r.refundId, r.state]
    }),
    ...disputes.map((d): Row => {
      const amount = formatMoney(d.amountCents, currency)
      const which = d.reason ? `${amount}, ${d.reason}` : amount
      return [d.createdAt, 'dispute', which, d.processorDisputeId, disputeText(d)]
    }),
    ...ledgerEntries.map(entryRow),
    ...deliveries.flatMap(deliveryRows),
  ]
  // the processor dates disputes to the second, so one may seem older than a payment created in that second
  const placeOf = ([at, what]: Row) => Date.parse(what === 'dispute' ? at.replace('.000Z', '.999Z') : at)
  rows.sort((a, b) => placeOf(a) - placeOf(b))
  return table(['TIME', 'WHAT', 'WHICH', 'ID', 'OUTCOME'], rows)
}

/** An ignored event that names its payment reports the release of an uncaptured amount as a refund. */
function eventText({ outcome }: { outcome: string }, payment: PaymentWithTimeline): string {
  const { authorizedCents, capturedCents, currency } = payment
  if (outcome !== 'ignored') return outcome
  return `ignored: ${formatMoney(authorizedCents - capturedCents, currency)} released, no refund`
}

/** The deadline matters only while a response is needed. */
function disputeText({ state, dueBy }: { state: string; dueBy: string | null }): string {
  return dueBy && state.endsWith('needs_response') ? `${state} by ${time(dueBy)}` : state
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
  const missing = attempts - attemptLog.length
  const removed = missing > 0 ? `, ${counted(missing, 'attempt')} removed` : ''
  const outcome = `${nextAttemptAt ? `${state}, next ${nextAttemptAt}` : state}${removed}`
  return [
    [createdAt, 'delivery', type, deliveryId, outcome],
    ...attemptLog.map(({ attempt, startedAt, durationMs, status, error }): Row => {
      return [startedAt, `attempt ${attempt}`, type, deliveryId, `${status ?? error} after ${durationMs} ms`]
    }),
  ]
}
