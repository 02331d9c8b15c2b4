import type { ListedPayment } from '../processors/lists-port.ts'
import { type Account, type KnownPayment, paymentsMade, paymentsOf } from './books.sql.ts'
import { compareIntent, type Found } from './difference.ts'
import { findingsOf } from './examine.ts'
import type { Progress } from './runs.sql.ts'
import { pagesOf, type Walk } from './step.ts'
import { strayFindings } from './strays.ts'

/** Our clock and the processor's may differ, and calls take time. */
export const skewMs = 120_000

/** All payments of an account created in the period, compared in both directions. */
export async function* walkPayments(current: Walk, account: Account, resumed: Progress) {
  const { run, processor, deps } = current
  const [from, to] = [moved(run.fromAt, -skewMs), moved(run.toAt, skewMs)]
  const wider = { from, to, after: resumed.after ?? null }
  let comparedFrom = resumed.comparedFrom ? new Date(resumed.comparedFrom) : run.toAt
  /** The last pages, newest first. */
  const listed = new Map<string, Date>()
  const pages = pagesOf(current, page => processor.listPayments(account.accountId, page), wider)
  for await (const { items, next: after } of pages) {
    const findings = await compareListed(current, account, items)
    for (const { snapshot, createdAt } of items) listed.set(snapshot.processorPaymentId, createdAt)
    const oldest = items.at(-1)?.createdAt
    const reached = after === null || !oldest ? run.fromAt : later(run.fromAt, moved(oldest, skewMs))
    if (reached < comparedFrom) {
      const ours = await paymentsMade(deps.db, account, { from: reached, to: comparedFrom })
      for (const payment of ours) {
        if (!listed.has(payment.processorPaymentId)) findings.push(...(await findingsOf(current, payment)))
      }
      comparedFrom = reached
      for (const [id, at] of listed) if (at > moved(reached, 2 * skewMs)) listed.delete(id)
    }
    const { merchantId } = account
    const progress = {
      merchantId,
      step: 'payments',
      after,
      comparedFrom: comparedFrom.toISOString(),
    } as const
    yield { progress, findings, counts: { payments: items.filter(isIn(run)).length } }
  }
}

const isIn =
  ({ fromAt, toAt }: Walk['run']) =>
  ({ createdAt }: ListedPayment) =>
    createdAt >= fromAt && createdAt < toAt

async function compareListed(current: Walk, owner: Account, items: ListedPayment[]): Promise<Found[]> {
  const { run, deps } = current
  const inPeriod = items.filter(isIn(run))
  const ids = inPeriod.map(({ snapshot }) => snapshot.processorPaymentId)
  const known = await paymentsOf(deps.db, owner, ids)
  const findings: Found[] = []
  for (const item of inPeriod) {
    const payment = known.get(item.snapshot.processorPaymentId)
    if (payment && isSuspect(payment, item)) findings.push(...(await findingsOf(current, payment)))
  }
  return [...findings, ...(await strays(current, owner, inPeriod, known))]
}

/** Reads the fee only if one side has none; the list of fees covers the amounts. */
function isSuspect(payment: KnownPayment, { snapshot }: ListedPayment): boolean {
  if (compareIntent(payment, snapshot).length > 0) return true
  return payment.capturedCents > 0 && payment.feeCents > 0 !== snapshot.feeCents > 0
}

/** Intents that carry one of our ids and belong to no payment here. */
async function strays(current: Walk, owner: Account, items: ListedPayment[], known: Map<string, unknown>) {
  const unknown = items.flatMap(({ snapshot, own, paymentId, createdAt }) => {
    const { processorPaymentId, currency, capturedCents, amountCents, status } = snapshot
    if (known.has(processorPaymentId) || paymentId === null || !isSettled(current, createdAt)) return []
    const stray = { kind: 'payment' as const, processorPaymentId, paymentId, currency }
    const is = { isSealed: own !== null, isCanceled: status === 'canceled' }
    return [{ ...stray, ...is, cents: capturedCents || amountCents }]
  })
  return await strayFindings(current, owner, unknown)
}

/** A payment made a moment ago may not be in the ledger yet. */
export function isSettled({ deps }: Walk, createdAt: Date): boolean {
  return createdAt < moved(deps.clock.now(), -skewMs)
}

const moved = (at: Date, ms: number) => new Date(at.getTime() + ms)
const later = (one: Date, other: Date) => (one > other ? one : other)
