import { askForHealing, markIncomplete } from '../history/history.sql.ts'
import { createListing } from '../history/listing.ts'
import { type MerchantId, type PaymentId, unclaimedMerchantId } from '../ids.ts'
import { accountsOf } from '../merchants/accounts.sql.ts'
import { restoreOperation } from '../operations/claim.sql.ts'
import { isRefusedForGood, type Outcome } from '../processors/outcomes.ts'
import type { OwnPayment, PaymentSnapshot, Processor } from '../processors/port.ts'
import type { CallDeps, PaymentDeps } from './deps.ts'
import { createdAnswer, newPayment, type Payment } from './payment.ts'
import { findPayment, insertRestored } from './payments.sql.ts'
import { applyToLedger, refreshPayment, restoreCalls } from './refresh-payment.ts'

/**
 * Finds a payment that this database lacks. While history may be incomplete, searches every processor where the merchant
 * has an account, and restores the payment if one of them has it. Null if it does not exist; `unknown` if not every
 * processor could be searched.
 */
export async function findLost(
  deps: CallDeps,
  key: { merchantId: MerchantId; paymentId: PaymentId },
): Promise<Payment | 'unknown' | null> {
  const { merchantId, paymentId } = key
  // healing or an event may have restored it a moment ago
  const findHere = () => findPayment(deps.db, key)
  const since = await deps.history.incompleteSince(merchantId)
  if (since === null) return await findHere()
  await askForHealing(deps.db, merchantId)
  const mayLackAccounts = (await deps.history.incompleteSince(unclaimedMerchantId)) !== null
  const accounts = await accountsOf(deps.db, merchantId)
  if (mayLackAccounts && accounts.length < deps.processors.size) return 'unknown'
  const listings = deps.history.listingsOf(merchantId)
  for (const { processor: name, accountId } of accounts) {
    const processor = deps.processors.get(name)
    if (!processor) return 'unknown'
    const place = `${name} ${accountId}`
    const find = listings.get(place) ?? createListing(accountId, since)
    listings.set(place, find)
    const found = await find(processor, paymentId)
    if (isRefusedForGood(found)) continue
    if (found.kind !== 'done') return 'unknown'
    if (found.value === null) continue
    const orphan = { merchantId, accountId, processorPaymentId: found.value }
    const restored = await restoreOrphan(deps, processor, orphan)
    if (restored.kind !== 'done') return 'unknown'
    if (restored.value) return (await findHere()) ?? 'unknown'
  }
  return await findHere()
}

type OrphanDeps = Pick<PaymentDeps, 'db' | 'clock' | 'encryptionKeys'>

type Place = Pick<Payment, 'merchantId' | 'accountId'>

/**
 * Restores a payment that carries our seal but was lost here when the database was restored. Null if it is not ours.
 */
export async function restoreOrphan(
  deps: OrphanDeps,
  processor: Processor,
  { processorPaymentId, ...place }: Place & { processorPaymentId: string },
): Promise<Outcome<PaymentId | null>> {
  const read = await processor.readOwnPayment(place.accountId, processorPaymentId)
  if (read.kind !== 'done' || !read.value) return read as Outcome<null>
  // marked first: once the payment is here again, nothing shows that other records may be missing, too
  await markIncomplete(deps.db, read.value.createdAt)
  return await restoreOwnPayment(deps, processor, place, read.value)
}

/**
 * Stores the payment as it was created, with the answer to its key, then applies `state`, or else a reading. Null if
 * another payment here has its id: this one is a copy or a duplicate.
 */
export async function restoreOwnPayment(
  deps: OrphanDeps,
  processor: Processor,
  place: Place,
  own: OwnPayment,
  state?: PaymentSnapshot,
): Promise<Outcome<PaymentId | null>> {
  const made = await writeOrphan(deps, processor, place, own, state)
  const payment = made ?? (await findPayment(deps.db, { ...place, ...own }))
  if (payment?.processorPaymentId !== own.snapshot.processorPaymentId) return { kind: 'done', value: null }
  const processors = new Map([[processor.name, processor]])
  const read =
    made && state
      ? ({ kind: 'done', value: { payment: made, snapshot: state } } as const)
      : await refreshPayment({ ...deps, processors }, payment, 'restore')
  if (read.kind !== 'done') return read
  await restoreCalls(deps, read.value.payment, read.value.snapshot)
  return { kind: 'done', value: own.paymentId }
}

/** Null if its id exists already. */
async function writeOrphan(
  deps: OrphanDeps,
  processor: Processor,
  { merchantId, accountId }: Place,
  own: OwnPayment,
  state?: PaymentSnapshot,
): Promise<Payment | null> {
  const { paymentId, memo, createdAt } = own
  const at = deps.clock.now()
  const snapshot = { ...own.snapshot, status: 'requires_payment_method' } as const
  const place = { merchantId, processor: processor.name, accountId }
  const made = newPayment(place, { ...own, snapshot }, createdAt)
  return await deps.db.begin(async tx => {
    const payment = await insertRestored(tx, made, at)
    if (!payment) return null
    if (memo.key !== null) {
      const body = createdAnswer(made, own.clientSecret, processor.publishableKey)
      const call = { merchantId, kind: 'create', paymentId, memo } as const
      await restoreOperation(deps.encryptionKeys, tx, { ...call, body, at: createdAt })
    }
    if (!state) return payment
    const cause = { trust: 'report', source: 'restore', at } as const
    return (await applyToLedger(tx, { payment, refunds: [] }, state, cause)).payment
  })
}
