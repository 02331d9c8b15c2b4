import { askForHealing } from '../history/history.sql.ts'
import { createListing } from '../history/listing.ts'
import { type MerchantId, type PaymentId, unclaimedMerchantId } from '../ids.ts'
import { accountsOf } from '../merchants/accounts.sql.ts'
import { problems } from '../problems.ts'
import { isRefusedForGood } from '../processors/outcomes.ts'
import type { CallDeps } from './deps.ts'
import { takeInOrphan } from './take-in-orphan.ts'

/**
 * While history may be incomplete, a payment that is unknown here is looked for at every processor where the merchant
 * has an account, and brought back. When history is complete, there is nothing to bring back.
 */
export async function bringBack(
  deps: CallDeps,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<'found' | 'nowhere' | 'unknown'> {
  const since = await deps.history.incompleteSince(merchantId)
  if (since === null) return 'nowhere'
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
    const restored = await takeInOrphan(deps, processor, orphan)
    if (restored.kind !== 'done') return 'unknown'
    if (restored.value) return 'found'
  }
  return 'nowhere'
}

export const notYet = () =>
  problems.unavailable(
    'The database was restored, and it is not known yet whether this call was made before. Try again.',
  )
