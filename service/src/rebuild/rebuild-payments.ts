import { allAtOnce } from '../at-once.ts'
import { takeInDispute } from '../inbox/take-in-dispute.ts'
import { restoreOwnPayment } from '../payments/bring-back.ts'
import { findPayment } from '../payments/payments.sql.ts'
import { refreshPayment, restoreCalls } from '../payments/refresh-payment.ts'
import { inPages, oldestFirst } from '../processors/list-pages.ts'
import type { Listed, PeriodPage } from '../processors/lists-port.ts'
import { answered, type Outcome } from '../processors/outcomes.ts'
import type { Memo, OwnPayment, PaymentSnapshot } from '../processors/port.ts'
import {
  type Account,
  type KnownPayment,
  knownIds,
  lastMadeBefore,
  paymentsOf,
} from '../reconcile/books.sql.ts'
import { compareIntent } from '../reconcile/difference.ts'
import { skewMs } from '../reconcile/walk-payments.ts'
import type { Run } from './run.ts'

const paymentsAtOnce = 16

export async function rebuildPayments(run: Run, account: Account): Promise<void> {
  const { rebuilt, deps, processor } = run
  const { listRefunds: refundsAt, listDisputes: disputesAt } = processor
  const refunds = await findLost(run, account, 'refunds', refundsAt, one => one.refund.processorRefundId)
  const disputes = await findLost(run, account, 'disputes', disputesAt, one => one.dispute.processorDisputeId)
  const refunded = new Set(refunds.map(paymentOf))
  const toRead = await paymentsOf(deps.db, account, [...refunded])
  await allAtOnce(paymentsAtOnce, toRead.values(), payment => refresh(run, account, payment))
  await restorePayments(run, account, refunded)
  const known = await paymentsOf(deps.db, account, [...refunds, ...disputes].map(paymentOf))
  const ourRefunds = refunds.filter(one => known.has(paymentOf(one)))
  rebuilt.refunds += ourRefunds.length
  rebuilt.keys += keysIn(...ourRefunds.map(({ refund }) => refund.memo))
  for (const { dispute, ...about } of disputes) {
    const payment = known.get(paymentOf(about))
    if (!payment) continue
    rebuilt.disputes++
    const { processorDisputeId } = dispute
    await takeInDispute(deps, processor, { ...account, ...payment, processorDisputeId }, 'rebuild')
  }
}

const paymentOf = (about: { processorPaymentId: string | null }) => about.processorPaymentId ?? ''

/** The processor's refunds or disputes since `run.since` that this database lacks. */
async function findLost<Item>(
  { deps, since }: Run,
  account: Account,
  table: 'refunds' | 'disputes',
  list: (accountId: string, page: PeriodPage) => Promise<Outcome<Listed<Item>>>,
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const found: Item[] = []
  for await (const { items } of inPages(after => list(account.accountId, { from: since, after }))) {
    const known = await knownIds(deps.db, table, account, items.map(idOf))
    found.push(...items.filter(item => !known.has(idOf(item))))
  }
  return found
}

/**
 * If several payments carry the same id of ours, the oldest is the original, and the others are copies. The original may
 * be older than `since` if more was lost.
 */
async function restorePayments(run: Run, account: Account, refunded: Set<string>): Promise<void> {
  const { deps, processor, rebuilt, since } = run
  const taken = new Set<string>()
  const lastKnown = (await lastMadeBefore(deps.db, account, since))?.getTime() ?? 0
  const from = new Date(Math.max(0, lastKnown - skewMs))
  const list = (after: string | null) => processor.listPayments(account.accountId, { from, after })
  for await (const items of oldestFirst(list)) {
    if (run.isStopped()) return
    const processorIds = items.map(({ snapshot }) => snapshot.processorPaymentId)
    const known = await paymentsOf(deps.db, account, processorIds)
    const found: OwnPayment[] = []
    const moved: KnownPayment[] = []
    for (const { snapshot, own, paymentId } of items) {
      const payment = known.get(snapshot.processorPaymentId)
      if (payment) {
        if (compareIntent(payment, snapshot).length > 0) moved.push(payment)
      } else if (own && !taken.has(own.paymentId)) {
        taken.add(own.paymentId)
        found.push(own)
      } else if (paymentId !== null) rebuilt.unproven++
    }
    await allAtOnce(paymentsAtOnce, moved, payment => refresh(run, account, payment))
    await allAtOnce(paymentsAtOnce, found, own => restorePayment(run, account, own, refunded))
  }
}

async function restorePayment(run: Run, account: Account, own: OwnPayment, refunded: Set<string>) {
  const { deps, processor, rebuilt } = run
  const { snapshot } = own
  const state = refunded.has(snapshot.processorPaymentId) ? undefined : wholeStateOf(snapshot)
  if (!answered(await restoreOwnPayment(deps, processor, account, own, state))) {
    rebuilt.unproven++
    return
  }
  rebuilt.payments++
  const isCaptured = snapshot.capturedCents > 0
  rebuilt.keys += keysIn(own.memo, isCaptured ? snapshot.captureMemo : undefined)
}

/** Counts the calls with a key: their retries find their answers. */
const keysIn = (...memos: (Memo | undefined)[]) => memos.filter(memo => memo?.key).length

/** The list is sufficient for a payment without refunds that was captured in full or not at all. Others are read. */
function wholeStateOf(snapshot: PaymentSnapshot): PaymentSnapshot | undefined {
  const isPart = snapshot.status === 'succeeded' && snapshot.capturedCents !== snapshot.amountCents
  return isPart ? undefined : { ...snapshot, refunds: [] }
}

async function refresh(run: Run, account: Account, payment: KnownPayment): Promise<void> {
  run.rebuilt.refreshed++
  const known = await findPayment(run.deps.db, { ...account, ...payment })
  if (!known) return
  const read = answered(await refreshPayment(run.deps, known, 'rebuild'))
  await restoreCalls(run.deps, read.payment, read.snapshot)
}
