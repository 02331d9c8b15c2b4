import { forwardedTypes } from '../callbacks/forwarded-types.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { type MerchantId, newRefundId } from '../ids.ts'
import type { ProcessorAccount } from '../merchants/accounts.sql.ts'
import { deauthorized } from '../merchants/onboarding-status.ts'
import type { AccountSnapshot, PaymentReport, Processor, ProcessorEvent } from '../processors/port.ts'
import { applyReading, applyReport, type Effect, type KnownPayment } from './apply-report.ts'
import { type Known, loadKnown } from './load-known.sql.ts'
import { type EventRecord, recordEvent } from './record-event.sql.ts'

export interface InboxDeps {
  db: Db
  clock: Clock
  /** Called when a callback was queued, so that it leaves at once. */
  wakeCallbacks: () => void
}

/** Whose events those of unknown accounts are. */
const nobody = '-' as MerchantId

export interface Received {
  forwarded: boolean
  outcome: EventRecord['outcome'] | 'seen'
}

/** Records an event once and takes it in: in any order, any number of times, at any number of instances. */
export async function receiveEvent(
  deps: InboxDeps,
  processor: Processor,
  event: ProcessorEvent,
  body: Buffer,
): Promise<Received> {
  for (;;) {
    const known = await loadKnown(deps.db, processor.name, event, deps.clock.now())
    if (known?.seen === 'done') return { forwarded: false, outcome: 'seen' }
    const record = await work(deps, processor, event, body, known)
    if (known?.seen === record.outcome) return { forwarded: false, outcome: record.outcome }
    const result = await recordEvent(deps.db, record)
    if (result === 'outdated') continue
    if (result === 'seen') return { forwarded: false, outcome: 'seen' }
    if (record.forward) deps.wakeCallbacks()
    return { forwarded: record.forward, outcome: record.outcome }
  }
}

/** Works out what to write. Nothing is written and nothing locked while the processor is asked. */
async function work(
  deps: InboxDeps,
  processor: Processor,
  event: ProcessorEvent,
  body: Buffer,
  known: Known | null,
): Promise<EventRecord> {
  const base = { processor: processor.name, event, body, at: deps.clock.now(), account: null, change: null }
  const ignored = { ...base, paymentId: null, outcome: 'ignored', forward: false } as const
  if (!known) return { ...ignored, merchantId: nobody }
  const { merchantId } = known
  const forward = known.forwards && forwardedTypes.has(event.type)
  const { subject } = event
  if (subject.kind === 'other') return { ...ignored, merchantId }
  if (subject.kind === 'unread') return { ...ignored, merchantId, outcome: 'unread' }
  if (subject.kind === 'fee') return await workOnFee(deps, processor, { ...event, subject }, body, known)
  if (subject.kind === 'account') {
    const snapshot = await accountNow(processor, known.account, subject.account)
    if (!snapshot) return { ...ignored, merchantId, outcome: 'waiting' }
    const account = { snapshot, version: known.account.version }
    return { ...base, merchantId, paymentId: null, outcome: 'applied', account, forward }
  }
  if (!known.payment) return { ...ignored, merchantId, outcome: known.underway ? 'waiting' : 'ignored' }
  const { paymentId, version, currency } = known.payment.payment
  // nobody got money back, so nobody is told of a refund
  if (subject.report.kind === 'released') return { ...ignored, merchantId, paymentId, outcome: 'unchanged' }
  const effect = await effectOf(processor, known.payment, subject.report)
  if (effect.kind === 'waiting') return { ...ignored, merchantId, paymentId, outcome: 'waiting' }
  if (effect.kind !== 'applied') return { ...base, merchantId, paymentId, outcome: effect.kind, forward }
  const change = { ...effect.change, paymentId, version, currency }
  return { ...base, merchantId, paymentId, outcome: 'applied', change, forward }
}

/** A fee names its charge only; whose payment that is, the processor knows. */
async function workOnFee(
  deps: InboxDeps,
  processor: Processor,
  event: ProcessorEvent & { subject: { kind: 'fee' } },
  body: Buffer,
  { merchantId, account }: Known,
): Promise<EventRecord> {
  const { chargeId, fee } = event.subject
  const found = await processor.findPaymentOfCharge(account.accountId, chargeId)
  const processorPaymentId = found.kind === 'done' ? found.value : null
  if (processorPaymentId !== null) {
    const report: PaymentReport = { kind: 'fee', fee }
    const subject = { kind: 'payment', processorPaymentId, paymentId: null, report } as const
    const aboutPayment = { ...event, subject }
    const known = await loadKnown(deps.db, processor.name, aboutPayment, deps.clock.now())
    return await work(deps, processor, aboutPayment, body, known)
  }
  const base = { processor: processor.name, event, body, at: deps.clock.now(), account: null, change: null }
  const outcome = found.kind === 'done' ? 'ignored' : 'waiting'
  return { ...base, merchantId, paymentId: null, outcome, forward: false }
}

type Report = Parameters<typeof applyReport>[1]
type Worked = Exclude<Effect, { kind: 'doubtful' }> | { kind: 'waiting' }

async function effectOf(processor: Processor, known: KnownPayment, report: Report): Promise<Worked> {
  const effect = applyReport(known, report, newRefundId)
  if (effect.kind !== 'doubtful') return effect
  const { accountId, processorPaymentId } = known.payment
  const reading = await processor.readPayment(accountId, processorPaymentId)
  if (reading.kind !== 'done') return { kind: 'waiting' }
  const read = applyReading(known, reading.value, 'reading', newRefundId)
  return read.kind === 'doubtful' ? { kind: 'unchanged' } : read
}

/** Events of an account can come in any order, so the account itself is asked. Null while it does not answer. */
async function accountNow(
  processor: Processor,
  known: ProcessorAccount,
  reported: AccountSnapshot | null,
): Promise<AccountSnapshot | null> {
  const reading = await processor.readAccount(known.accountId)
  if (reading.kind === 'done') return reading.value
  if (reading.kind === 'unknown' || reading.refusal.reason === 'busy') return null
  return reading.refusal.reason === 'gone' || reported === null ? deauthorized(known) : reported
}
