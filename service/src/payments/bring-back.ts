import { askForHealing } from '../history/history.sql.ts'
import { type MerchantId, type PaymentId, unclaimedMerchantId } from '../ids.ts'
import { accountsOf } from '../merchants/accounts.sql.ts'
import { problems } from '../problems.ts'
import { isRefusedForGood } from '../processors/outcomes.ts'
import type { CallDeps } from './deps.ts'
import { takeInOrphan } from './take-in-orphan.ts'

/**
 * While history may be incomplete, a payment that is unknown here is looked for at every processor where the merchant
 * has an account, and brought back. False when nobody has it, or when history is complete.
 */
export async function bringBack(
  deps: CallDeps,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<boolean> {
  const since = await deps.history.incompleteSince(merchantId)
  if (since === null) return false
  await askForHealing(deps.db, merchantId)
  const accounts = await accountsOf(deps.db, merchantId)
  const mayLackAccounts = accounts.length < deps.processors.size
  if (mayLackAccounts && (await deps.history.incompleteSince(unclaimedMerchantId))) throw notYet()
  for (const { processor: name, accountId } of accounts) {
    const processor = deps.processors.get(name)
    if (!processor) throw notYet()
    const found = await processor.findPayment(accountId, paymentId, since)
    if (isRefusedForGood(found)) continue
    if (found.kind !== 'done') throw notYet()
    if (!found.value) continue
    const { processorPaymentId } = found.value.snapshot
    const restored = await takeInOrphan(deps, processor, { merchantId, accountId, processorPaymentId })
    if (restored.kind !== 'done') throw notYet()
    if (restored.value) return true
  }
  return false
}

const notYet = () =>
  problems.unavailable(
    'The database was restored, and it is not known yet whether this call was made before. Try again.',
  )
