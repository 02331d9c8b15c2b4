import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { sealEventBody } from '../deliveries/event-body.ts'
import { isForwarded } from '../deliveries/forwarded-types.ts'
import { newRefundId } from '../ids.ts'
import type { ProcessorAccount } from '../merchants/accounts.sql.ts'
import { deauthorized } from '../merchants/onboarding-status.ts'
import type {
  AccountSnapshot,
  EventSubject,
  PaymentReport,
  PaymentSnapshot,
  Processor,
  ProcessorEvent,
} from '../processors/port.ts'
import { isRefusedForGood } from '../processors/refused-for-good.ts'
import {
  applyDisputeReading,
  applyLastWord,
  applyReading,
  applyReport,
  type Effect,
  type KnownPayment,
} from './apply-report.ts'
import { type EventContext, type EventOwner, loadEventContext } from './event-context.sql.ts'
import { type EventRecord, recordEvent } from './record-event.sql.ts'

export interface InboxDeps {
  db: Db
  clock: Clock
  encryptionKeys: KeyRing
  /** Called when a callback was queued, so that it leaves at once. */
  wakeCallbacks: () => void
}

export interface Received {
  forwarded: boolean
  outcome: EventRecord['outcome'] | 'seen'
  /** What kept the event from being taken in. It is recorded as waiting, and is tried again. */
  error?: unknown
}

/**
 * Records an event once and takes it in: in any order, any number of times, at any number of instances. With the
 * traceId of the webhook that brought it; null for what a job has found.
 */
export async function receiveEvent(
  deps: InboxDeps,
  processor: Processor,
  event: ProcessorEvent,
  body: Buffer,
  traceId: string | null = null,
): Promise<Received> {
  const came = { event, body, traceId }
  try {
    return await receive(deps, processor, came, work)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return { ...(await receive(deps, processor, came, keep)), error }
  }
}

type Work = typeof work

async function receive(
  deps: InboxDeps,
  processor: Processor,
  { event, body, traceId }: { event: ProcessorEvent; body: Buffer; traceId: string | null },
  workOut: Work,
): Promise<Received> {
  const sealedBody = sealEventBody(deps.encryptionKeys, event.id, body)
  for (;;) {
    const at = deps.clock.now()
    const owner = await loadEventContext(deps.db, { processor: processor.name, event, at })
    const { seen } = owner
    if (seen === 'done') return { forwarded: false, outcome: 'seen' }
    const mayBeNobodys = owner.kind === 'merchant' && owner.mayBeNobodys
    const bare = {
      processor: processor.name,
      event,
      sealedBody,
      traceId,
      at,
      mayBeNobodys,
      account: null,
      change: null,
    }
    const record = await workOut(deps, processor, owner, bare)
    if (seen === record.outcome) return { forwarded: false, outcome: seen }
    const result = await recordEvent(deps.db, record)
    if (result === 'outdated') continue
    if (result === 'seen') return { forwarded: false, outcome: 'seen' }
    if (record.forward) deps.wakeCallbacks()
    return { forwarded: record.forward, outcome: record.outcome }
  }
}

type BareRecord = Omit<EventRecord, 'merchantId' | 'paymentId' | 'outcome' | 'forward'>

/** Only that it came. */
const keep: Work = async (_deps, _processor, { merchantId }, bare) => {
  return { ...bare, merchantId, paymentId: null, outcome: 'waiting', forward: false }
}

/** Works out what to write. Nothing is written and nothing locked while the processor is asked. */
async function work(
  deps: InboxDeps,
  processor: Processor,
  owner: EventOwner,
  bare: BareRecord,
): Promise<EventRecord> {
  const { event } = bare
  const { subject } = event
  const silent = { ...bare, paymentId: null, forward: false }
  const { merchantId } = owner
  if (subject.kind === 'malformed') return { ...silent, merchantId, outcome: 'unread' }
  if (owner.kind === 'nobody') {
    return { ...silent, merchantId, outcome: owner.underway ? 'waiting' : 'ignored' }
  }
  const { payment } = owner
  const forward = owner.forwards && isForwarded(event.type)
  if (subject.kind === 'unread') return { ...silent, merchantId, outcome: 'unread' }
  if (subject.kind === 'other') return { ...silent, merchantId, outcome: 'ignored' }
  if (subject.kind === 'fee') return await workOnFee(deps, processor, owner, bare, subject)
  if (subject.kind === 'account') {
    const snapshot = await accountNow(processor, owner.account)
    if (!snapshot) return { ...silent, merchantId, outcome: 'waiting' }
    const account = { snapshot, version: owner.account.version }
    return { ...bare, merchantId, paymentId: null, outcome: 'applied', account, forward }
  }
  if (!payment) return { ...silent, merchantId, outcome: owner.underway ? 'waiting' : 'ignored' }
  const { paymentId } = payment.payment
  const effect = await effectOf(processor, payment, subject.report)
  // nobody got money back, so nobody is told of a refund
  if (effect.kind === 'released') return { ...silent, merchantId, paymentId, outcome: 'ignored' }
  if (effect.kind === 'waiting') return { ...silent, merchantId, paymentId, outcome: 'waiting' }
  if (effect.kind !== 'applied') return { ...bare, merchantId, paymentId, outcome: effect.kind, forward }
  return { ...bare, merchantId, paymentId, outcome: 'applied', change: effect.change, forward }
}

/** A fee names its charge only; whose payment that is, the processor knows. */
async function workOnFee(
  deps: InboxDeps,
  processor: Processor,
  { merchantId, account }: EventContext,
  bare: BareRecord,
  { chargeId, fee }: Extract<EventSubject, { kind: 'fee' }>,
): Promise<EventRecord> {
  const found = await processor.findPaymentOfCharge(account.accountId, chargeId)
  if (found.kind === 'done' && found.value !== null) {
    const report: PaymentReport = { kind: 'fee', fee }
    const subject = { kind: 'payment', processorPaymentId: found.value, paymentId: null, report } as const
    const event = { ...bare.event, subject }
    const owner = await loadEventContext(deps.db, { processor: processor.name, event, at: bare.at })
    return await work(deps, processor, owner, { ...bare, event })
  }
  const unanswered = isRefusedForGood(found) ? 'unverified' : 'waiting'
  const outcome = found.kind === 'done' ? 'ignored' : unanswered
  return { ...bare, merchantId, paymentId: null, outcome, forward: false }
}

type Report = Parameters<typeof applyReport>[1]
type Worked = Exclude<Effect, { kind: 'doubtful' }> | { kind: 'waiting' | 'unverified' | 'released' }

async function effectOf(processor: Processor, known: KnownPayment, report: Report): Promise<Worked> {
  if (report.kind === 'released') return { kind: 'released' }
  const effect = applyReport(known, report, newRefundId)
  if (effect.kind !== 'doubtful') return effect
  const { accountId, processorPaymentId } = known.payment
  if (report.kind === 'dispute') {
    const dispute = await processor.readDispute(accountId, report.dispute.processorDisputeId)
    if (dispute.kind !== 'done') return { kind: isRefusedForGood(dispute) ? 'unverified' : 'waiting' }
    const read = applyDisputeReading(known, dispute.value, 'reading')
    return read.kind === 'doubtful' ? { kind: 'waiting' } : read
  }
  const reading = await processor.readPayment(accountId, processorPaymentId)
  if (isRefusedForGood(reading)) {
    const last = applyLastWord(known, report, newRefundId)
    return last.kind === 'doubtful' ? { kind: 'unverified' } : last
  }
  if (reading.kind !== 'done') return { kind: 'waiting' }
  if (isOnlyRelease(report, reading.value)) return { kind: 'released' }
  const read = applyReading(known, reading.value, 'reading', newRefundId)
  // read in the middle of a change
  return read.kind === 'doubtful' ? { kind: 'waiting' } : read
}

function isOnlyRelease(report: Report, { showsRelease = false }: PaymentSnapshot): boolean {
  if (report.kind !== 'refunded_or_released') return false
  return showsRelease && report.refundedCents <= report.uncapturedCents
}

/** Events of an account can come in any order, so the account itself is asked. Null while it does not answer. */
async function accountNow(processor: Processor, known: ProcessorAccount): Promise<AccountSnapshot | null> {
  const reading = await processor.readAccount(known.accountId)
  if (reading.kind === 'done') return reading.value
  const isGone = reading.kind === 'refused' && reading.refusal.reason === 'gone'
  return isGone ? deauthorized(known) : null
}
