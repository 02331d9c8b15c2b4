import { findAccount } from '../merchants/accounts.sql.ts'
import { findPayment } from '../payments/payments.sql.ts'
import { entriesOf, paymentsOf } from './books.sql.ts'
import { type Found, isSame } from './difference.ts'
import { type StoredDifference, unexplainedAt } from './differences.sql.ts'
import { findingsOf } from './examine.ts'
import { AccountGone, ownerOf, type Step, type Walk } from './step.ts'
import { strayFindings } from './strays.ts'
import { bookedFor } from './totals.ts'

/** Checks every unexplained difference again, whatever its period: it remains, is fixed, or is gone. */
export async function* lookAgain(current: Walk): AsyncGenerator<Step> {
  const { deps, processor, run } = current
  for (let after = ''; ; ) {
    const open = await unexplainedAt(deps.db, processor.name, run.merchantId, after)
    const last = open.at(-1)
    if (!last) return
    for (const one of open) {
      const findings = await nowFound(current, one).catch(error => {
        if (error instanceof AccountGone) return [unchanged(one)]
        throw error
      })
      const isThere = findings.some(found => isSame(found, one))
      yield { findings, gone: isThere || isUnreadable(one) ? [] : [one.differenceId] }
    }
    after = last.differenceId
  }
}

/** Comparing an account shows whether it can be read. */
const isUnreadable = ({ what }: StoredDifference) => what === 'unreadable'

const unchanged = (one: StoredDifference): Found => ({ ...one, fixed: false, reason: null })

async function nowFound(current: Walk, one: StoredDifference): Promise<Found[]> {
  const { deps, processor } = current
  const { kind, what, merchantId, paymentId, processorPaymentId, objectId } = one
  const owner = { merchantId, processor: processor.name }
  if (isUnreadable(one)) return []
  if (kind === 'account') {
    return (await ownerOf(current, objectId)) ? [] : [unchanged(one)]
  }
  // only the processor knows the total moved by a dispute
  if (what === 'posted' && kind !== 'dispute') return await nowPosted(current, one)
  if (what === 'duplicate' || (what === 'missing_here' && ['payment', 'fee'].includes(kind))) {
    if ((await paymentsOf(deps.db, owner, [processorPaymentId])).size > 0) return []
    const account = await findAccount(deps.db, merchantId, processor.name)
    if (!account || paymentId === null) return [unchanged(one)]
    const read = await processor.readPayment(account.accountId, processorPaymentId)
    const is = { isSealed: true, isCanceled: read.kind === 'done' && read.value.status === 'canceled' }
    const { currency, theirs } = one
    const stray = { kind, processorPaymentId, paymentId, currency, cents: Number(theirs), ...is }
    return await strayFindings(current, { ...owner, accountId: account.accountId }, [stray])
  }
  const payment = paymentId && (await findPayment(deps.db, { merchantId, paymentId }))
  if (!payment) return [unchanged(one)]
  return await findingsOf(current, { ...payment, processorPaymentId }, kind === 'dispute' ? [objectId] : [])
}

/** Movements never change, so the entries decide. */
async function nowPosted({ deps }: Walk, one: StoredDifference): Promise<Found[]> {
  const { merchantId, processor, paymentId, processorPaymentId, kind, objectId, theirs } = one
  const payments = await paymentsOf(deps.db, { merchantId, processor }, [processorPaymentId])
  const payment = payments.get(processorPaymentId)
  if (!payment || paymentId === null) return [unchanged(one)]
  const { currency, feeRefundedCents } = payment
  const amountCents = Number(theirs)
  const moved = {
    kind,
    objectId,
    currency: one.currency ?? currency,
    amountCents,
    feeRefundedCents,
    takenCents: 0,
  }
  const ours = bookedFor(moved, payment, await entriesOf(deps.db, merchantId, [paymentId]))
  return ours === amountCents ? [] : [{ ...unchanged(one), ours: String(ours) }]
}
