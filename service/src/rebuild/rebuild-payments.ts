import { applyDisputeReading } from '../inbox/apply-report.ts'
import { writeChange } from '../payments/change.sql.ts'
import { lockWithRefunds } from '../payments/locked-payment.ts'
import { intentStatusOf, type PaymentStatus } from '../payments/payment.ts'
import { findPayment } from '../payments/payments.sql.ts'
import { refreshPayment } from '../payments/refresh-payment.ts'
import { takeInOrphan } from '../payments/take-in-orphan.ts'
import type { ListedDispute, ListedPayment, ListedRefund } from '../processors/lists-port.ts'
import type { DisputeSnapshot } from '../processors/port.ts'
import {
  type ConnectedAccount,
  disputesOf,
  type KnownPayment,
  knownDisputes,
  knownPayments,
  knownRefunds,
} from './known.sql.ts'
import { found, inPages } from './pages.ts'
import type { Run } from './run.ts'

/** Payments, refunds and disputes of one account. A payment is read with its refunds and fee. */
export async function rebuildPayments(run: Run, account: ConnectedAccount): Promise<void> {
  const { rebuilt, dryRun } = run
  const refunds = await unknownRefunds(run, account)
  const disputes = await unknownDisputes(run, account)
  const orphans = await takeInPayments(run, account)
  const named = [...refunds, ...disputes].flatMap(({ processorPaymentId }) => processorPaymentId ?? [])
  const known = await knownPayments(run.deps.db, account, [...new Set(named)])
  const isOurs = ({ processorPaymentId }: { processorPaymentId: string | null }) =>
    processorPaymentId !== null && (known.has(processorPaymentId) || orphans.has(processorPaymentId))
  const [ourRefunds, ourDisputes] = [refunds.filter(isOurs), disputes.filter(isOurs)]
  rebuilt.refunds += ourRefunds.length
  rebuilt.disputes += ourDisputes.length
  rebuilt.keys += ourRefunds.filter(({ refund }) => refund.memo?.key).length
  if (dryRun) return
  const toRead = new Set(ourRefunds.flatMap(({ processorPaymentId }) => processorPaymentId ?? []))
  for (const id of toRead) if (!orphans.has(id)) await refresh(run, account, known.get(id))
  for (const { dispute, processorPaymentId } of ourDisputes) {
    const payment = known.get(processorPaymentId ?? '')
    if (payment) await takeInDispute(run, account, payment.paymentId, dispute)
  }
}

async function unknownRefunds(
  { deps, processor, since }: Run,
  account: ConnectedAccount,
): Promise<ListedRefund[]> {
  const unknown: ListedRefund[] = []
  for await (const { items } of inPages(after =>
    processor.listRefunds(account.accountId, { from: since, after }),
  )) {
    const ids = items.map(({ refund }) => refund.processorRefundId)
    const known = await knownRefunds(deps.db, account, ids)
    unknown.push(...items.filter(({ refund }) => !known.has(refund.processorRefundId)))
  }
  return unknown
}

async function unknownDisputes(
  { deps, processor, since }: Run,
  account: ConnectedAccount,
): Promise<ListedDispute[]> {
  const unknown: ListedDispute[] = []
  for await (const { items } of inPages(after =>
    processor.listDisputes(account.accountId, { from: since, after }),
  )) {
    const ids = items.map(({ dispute }) => dispute.processorDisputeId)
    const known = await knownDisputes(deps.db, account, ids)
    unknown.push(...items.filter(({ dispute }) => !known.has(dispute.processorDisputeId)))
  }
  return unknown
}

/** The ids of those that were not known. */
async function takeInPayments(run: Run, account: ConnectedAccount): Promise<Set<string>> {
  const { deps, processor, rebuilt, since, dryRun } = run
  const orphans = new Set<string>()
  for await (const { items } of inPages(after =>
    processor.listPayments(account.accountId, { from: since, after }),
  )) {
    if (run.isStopped()) return orphans
    const ids = items.map(({ snapshot }) => snapshot.processorPaymentId)
    const known = await knownPayments(deps.db, account, ids)
    for (const item of items) {
      const { processorPaymentId } = item.snapshot
      const payment = known.get(processorPaymentId)
      if (payment) {
        if (hasMoved(payment, item)) await refresh(run, account, payment)
      } else if (item.isOurs) {
        const place = { ...account, processorPaymentId }
        const own = dryRun
          ? found(await processor.readOwnPayment(account.accountId, processorPaymentId))
          : found(await takeInOrphan(deps, processor, place))
        if (own === null) rebuilt.unproven++
        else {
          orphans.add(processorPaymentId)
          rebuilt.payments++
          rebuilt.keys += item.snapshot.captureMemo ? 2 : 1
        }
      } else if (item.paymentId !== null) rebuilt.unproven++
    }
  }
  return orphans
}

function hasMoved(known: KnownPayment, { snapshot: { status, capturedCents } }: ListedPayment): boolean {
  return intentStatusOf(known.status as PaymentStatus) !== status || known.capturedCents !== capturedCents
}

async function refresh(run: Run, account: ConnectedAccount, known: KnownPayment | undefined): Promise<void> {
  if (!known) return
  run.rebuilt.refreshed++
  if (run.dryRun) return
  const payment = await findPayment(run.deps.db, account.merchantId, known.paymentId)
  if (payment) found(await refreshPayment(run.deps, payment, 'rebuild'))
}

async function takeInDispute(
  { deps }: Run,
  account: ConnectedAccount,
  paymentId: string,
  dispute: DisputeSnapshot,
): Promise<void> {
  await deps.db.begin(async tx => {
    const locked = await lockWithRefunds(tx, account.merchantId, paymentId)
    const disputes = await disputesOf(tx, account, paymentId)
    const effect = applyDisputeReading({ ...locked, disputes }, dispute, 'reading')
    if (effect.kind !== 'applied') return
    await writeChange(tx, { ...effect.change, source: 'rebuild', at: deps.clock.now() })
  })
}
