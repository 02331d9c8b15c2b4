import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { sealEventBody } from '../deliveries/event-body.ts'
import { isForwarded } from '../deliveries/forwarded-types.ts'
import type { PaymentId } from '../ids.ts'
import type { ProcessorAccount } from '../merchants/accounts.sql.ts'
import { deauthorized } from '../merchants/onboarding-status.ts'
import { applySnapshot, type Effect } from '../payments/apply-snapshot.ts'
import { restoreOrphan } from '../payments/bring-back.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { isGone, isRefusedForGood } from '../processors/outcomes.ts'
import type {
  AccountSnapshot,
  EventSubject,
  PaymentReport,
  Processor,
  ProcessorEvent,
} from '../processors/port.ts'
import { currentTraceparent, describeSpan } from '../tracing/span.ts'
import { applyDisputeReading, applyReport, applyUnverifiable, type KnownPayment } from './apply-report.ts'
import { type EventContext, inEventSpan, loadEventContext } from './event-context.sql.ts'
import { noteWebhook } from './events.sql.ts'
import { type EventRecord, recordEvent } from './record-event.sql.ts'

export interface InboxDeps extends Omit<PaymentDeps, 'leases'> {
  /** Called when a callback has been queued, so that it is sent at once. */
  wakeCallbacks: (merchantId?: string) => void
}

interface Received {
  forwarded: boolean
  outcome: EventRecord['outcome'] | 'seen'
  /** The payment was unknown here but has our seal, so it was restored from the processor first. */
  restored?: PaymentId
  /** Why the event could not be applied. It is recorded as waiting, and tried again. */
  error?: unknown
}

export const orphanRestored = 'restored an unknown payment with our seal from the processor'

/**
 * Records an event once and applies it: in any order, any number of times, on any number of instances. `traceId` is the
 * webhook's; null for events that a job found.
 */
export async function receiveEvent(
  deps: InboxDeps,
  processor: Processor,
  event: ProcessorEvent,
  body: Buffer,
  traceId: string | null = null,
): Promise<Received> {
  return await inEventSpan(deps, processor.name, event, async () => {
    const sealedBody = sealEventBody(deps.encryptionKeys, event.id, body, deps.db.engine.mayDeflate)
    const traceparent = currentTraceparent()
    const arrived = { processor: processor.name, event, sealedBody, traceId, traceparent }
    const received = await receive(deps, processor, arrived).catch(async error => {
      if (isDatabaseUnavailable(error)) throw error
      return { ...(await receive(deps, processor, arrived, 'as waiting')), error }
    })
    describeSpan({ 'svcpay.outcome': received.outcome, 'svcpay.forwarded': received.forwarded })
    return received
  })
}

/** The record to write, or the restored payment to which the event is then applied. */
type Plan = EventRecord | { restored: PaymentId }

async function receive(
  deps: InboxDeps,
  processor: Processor,
  arrived: Pick<EventRecord, 'processor' | 'event' | 'sealedBody' | 'traceId' | 'traceparent'>,
  how: 'applied' | 'as waiting' = 'applied',
): Promise<Received> {
  const at = deps.clock.now()
  const context = await loadEventContext(deps.db, { at, ...arrived })
  const { merchantId, seen, mayPredateAccount } = context
  const base: EventRecord = { at, merchantId, mayPredateAccount, outcome: 'waiting', ...arrived }
  if (seen === 'found') await noteWebhook(deps.db, base)
  if (seen === 'found' || seen === 'done') return { forwarded: false, outcome: 'seen' }
  const record = how === 'as waiting' ? base : await planRecord(deps, processor, context, base)
  if ('restored' in record) return { ...(await receive(deps, processor, arrived)), ...record }
  if (seen === record.outcome) return { forwarded: false, outcome: seen }
  const result = await recordEvent(deps.db, record)
  if (result === 'outdated') return await receive(deps, processor, arrived, how)
  if (result === 'seen') {
    await noteWebhook(deps.db, base)
    return { forwarded: false, outcome: 'seen' }
  }
  const { forward: forwarded = false, outcome } = record
  if (forwarded) deps.wakeCallbacks(merchantId)
  return { forwarded, outcome }
}

/** Decides what to write. Does not write or lock anything while the processor is asked. */
async function planRecord(
  deps: InboxDeps,
  processor: Processor,
  { account, payment, underway, forwards }: EventContext,
  base: EventRecord,
): Promise<Plan> {
  const { event, merchantId } = base
  const { subject } = event
  const unforwarded = (outcome: EventRecord['outcome'], paymentId: PaymentId | null = null) => {
    return { ...base, paymentId, outcome }
  }
  if (subject.kind === 'malformed') return unforwarded('unread')
  if (!account) return unforwarded(underway ? 'waiting' : 'ignored')
  const forward = forwards && isForwarded(event.type)
  if (subject.kind === 'unread') return unforwarded('unread')
  if (subject.kind === 'other') return unforwarded('ignored')
  if (subject.kind === 'fee') return await planFeeRecord(deps, processor, account, base, subject)
  if (subject.kind === 'account') {
    const snapshot = await accountNow(processor, account)
    if (!snapshot) return unforwarded('waiting')
    const read = { snapshot, version: account.version }
    return { ...base, outcome: 'applied', account: read, forward }
  }
  if (!payment) {
    if (underway) return unforwarded('waiting')
    if (subject.isOurs === false) return unforwarded('ignored')
    const found = { merchantId, accountId: account.accountId, ...subject }
    const orphan = await restoreOrphan(deps, processor, found)
    if (orphan.kind === 'done' && orphan.value) return { restored: orphan.value }
    const isForeign = orphan.kind === 'done' || isRefusedForGood(orphan)
    return unforwarded(isForeign ? 'ignored' : 'waiting')
  }
  const { paymentId } = payment.payment
  const effect = await effectOf(processor, payment, subject.report)
  // no money was returned, so the merchant gets no refund event
  if (effect.kind === 'released') return unforwarded('ignored', paymentId)
  if (effect.kind === 'waiting') return unforwarded('waiting', paymentId)
  const change = effect.kind === 'applied' ? effect : null
  return { ...base, paymentId, outcome: effect.kind, change, forward }
}

/** A fee names only its charge; the processor knows the payment. */
async function planFeeRecord(
  deps: InboxDeps,
  processor: Processor,
  { accountId }: ProcessorAccount,
  base: EventRecord,
  { chargeId, fee }: Extract<EventSubject, { kind: 'fee' }>,
): Promise<Plan> {
  const found = await processor.findPaymentOfCharge(accountId, chargeId)
  if (found.kind !== 'done') return { ...base, outcome: isRefusedForGood(found) ? 'unverified' : 'waiting' }
  if (found.value === null) return { ...base, outcome: 'ignored' }
  const known = { processorPaymentId: found.value, paymentId: null, isOurs: null }
  const subject = { kind: 'payment', report: { kind: 'fee', fee }, ...known } as const
  const event = { ...base.event, subject }
  const context = await loadEventContext(deps.db, { ...base, event })
  return await planRecord(deps, processor, context, { ...base, event })
}

type Known = Exclude<Effect, { kind: 'doubtful' }> | { kind: 'waiting' | 'unverified' | 'released' }

async function effectOf(processor: Processor, known: KnownPayment, report: PaymentReport): Promise<Known> {
  if (report.kind === 'released') return { kind: 'released' }
  const effect = applyReport(known, report)
  if (effect.kind !== 'doubtful') return effect
  const { accountId, processorPaymentId } = known.payment
  if (report.kind === 'dispute') {
    const dispute = await processor.readDispute(accountId, report.dispute.processorDisputeId)
    if (dispute.kind !== 'done') return { kind: isRefusedForGood(dispute) ? 'unverified' : 'waiting' }
    const read = applyDisputeReading(known, dispute.value, 'reading')
    if (read.kind === 'doubtful') return { kind: 'waiting' }
    // the dispute has not changed, so the report is older than our record
    return read.kind === 'unchanged' ? { kind: 'stale' } : read
  }
  const reading = await processor.readPayment(accountId, processorPaymentId)
  if (isRefusedForGood(reading)) {
    const last = applyUnverifiable(known, report)
    return last.kind === 'doubtful' ? { kind: 'unverified' } : last
  }
  if (reading.kind !== 'done') return { kind: 'waiting' }
  const { showsRelease = false, capturedCents, refunds = [] } = reading.value
  const isRelease = report.kind === 'refunded_or_released' && report.refundedCents <= report.uncapturedCents
  if (isRelease && showsRelease) return { kind: 'released' }
  const read = applySnapshot(known.payment, known.refunds, reading.value, 'reading')
  // the payment was read during a change
  if (read.kind === 'doubtful') return { kind: 'waiting' }
  const isUnlisted =
    report.kind === 'refund' &&
    !refunds.some(({ processorRefundId }) => processorRefundId === report.refund.processorRefundId)
  const changesNothing = read.kind === 'unchanged' || read.kind === 'stale'
  return changesNothing && isUnlisted && (showsRelease || capturedCents === 0) ? { kind: 'released' } : read
}

/**
 * Events of an account can come in any order, so the account itself is read. Null while the processor does not answer.
 */
async function accountNow(processor: Processor, known: ProcessorAccount): Promise<AccountSnapshot | null> {
  const reading = await processor.readAccount(known.accountId)
  if (reading.kind === 'done') return reading.value
  return isGone(reading) ? deauthorized(known) : null
}
