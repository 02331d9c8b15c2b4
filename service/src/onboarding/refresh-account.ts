import type { MerchantId } from '../ids.ts'
import { findAccount, type StoredAccount, updateAccount } from '../merchants/accounts.sql.ts'
import { processorFor } from '../merchants/connected.ts'
import { deauthorized } from '../merchants/onboarding-status.ts'
import { problems } from '../problems.ts'
import { isGone } from '../processors/outcomes.ts'
import { answered } from '../processors/refusal-problem.ts'
import type { OnboardingDeps } from './create-account.ts'

/** Reads the account from the processor and stores it, again if an event has changed it meanwhile. */
export async function refreshAccount(
  deps: OnboardingDeps,
  merchantId: MerchantId,
  name?: string,
): Promise<StoredAccount> {
  const processor = await processorFor(deps, merchantId, name)
  for (;;) {
    const known = await findAccount(deps.db, merchantId, processor.name)
    if (!known) throw problems.noConnectedAccount()
    const outcome = await processor.readAccount(known.accountId)
    const snapshot = isGone(outcome) ? deauthorized(known) : answered(outcome)
    if (await updateAccount(deps.db, merchantId, known, snapshot, deps.clock.now()))
      return { ...known, ...snapshot }
  }
}
