import { isPaymentId } from '../ids.ts'
import { findByKey, type Known } from '../operations/known.ts'
import { existing } from '../problems.ts'
import { isGone, type Outcome } from '../processors/outcomes.ts'
import type { PaymentSnapshot, Processor } from '../processors/port.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { bringBack, notYet } from './bring-back.ts'
import type { OnPaymentKind, PaymentCall } from './call-on-payment.ts'
import type { CallDeps, PaymentDeps } from './deps.ts'
import type { Payment } from './payment.ts'
import { findPayment } from './payments.sql.ts'
import { refreshPayment, unconfirmed } from './refresh-payment.ts'
import { callsIn, restoreCall } from './restore-calls.ts'

/**
 * Before money moves on a payment, it is read at the processor and taken into the ledger. So what is planned next is
 * planned on what the processor has, and a no is never older than this reading.
 *
 * The reading also shows what the processor remembers of this very call, if this database has forgotten it: then the
 * call is known.
 */
export async function readFirst<Kind extends OnPaymentKind>(
  deps: PaymentDeps,
  call: PaymentCall<Kind>,
  payment: Payment,
): Promise<Known<Kind> | null> {
  const reading = await refreshPayment(deps, payment, 'refresh')
  if (reading.kind === 'refused' && isGone(reading)) throw refusalProblem(reading.refusal)
  if (reading.kind !== 'done') throw unconfirmed()
  const { payment: fresh, snapshot } = reading.value
  const forgotten = callsIn(snapshot).find(
    ({ kind, memo }) => kind === call.kind && memo.key === call.callKey,
  )
  if (!forgotten) return null
  await restoreCall(deps, fresh, forgotten, deps.clock.now())
  return await findByKey(deps, call)
}

/** The payment that a call names, also if it is known only to the processor. */
export async function requirePayment(
  deps: CallDeps,
  { merchantId, paymentId }: PaymentCall<OnPaymentKind>,
): Promise<Payment> {
  const find = () => findPayment(deps.db, merchantId, paymentId)
  const known = await find()
  if (known || !isPaymentId(paymentId)) return existing(known, 'payment')
  if ((await bringBack(deps, merchantId, paymentId)) === 'unknown') throw notYet()
  return existing(await find(), 'payment')
}

/** The payment, if it is as an earlier try wanted it to be. */
export async function readIf(
  processor: Processor,
  accountId: string,
  processorPaymentId: string,
  isAsWanted: (payment: PaymentSnapshot) => boolean,
): Promise<Outcome<PaymentSnapshot | null>> {
  const reading = await processor.readPayment(accountId, processorPaymentId)
  if (reading.kind !== 'done') return reading
  return { kind: 'done', value: isAsWanted(reading.value) ? reading.value : null }
}
