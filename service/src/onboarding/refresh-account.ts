import type { MerchantId } from '../ids.ts'
import { findAccount, type ProcessorAccount, updateAccount } from '../merchants/accounts.sql.ts'
import { currentProcessor } from '../merchants/connected.ts'
import { deauthorized } from '../merchants/onboarding-status.ts'
import { problems } from '../problems.ts'
import { answered } from '../processors/refusal-problem.ts'
import type { OnboardingDeps } from './create-account.ts'

/** Reads the account from the processor and keeps what it says, unless an event kept something meanwhile. */
export async function refreshAccount(
  deps: OnboardingDeps,
  merchantId: MerchantId,
): Promise<ProcessorAccount> {
  const processor = currentProcessor(deps)
  for (;;) {
    const known = await findAccount(deps.db, merchantId, processor.name)
    if (!known) throw problems.noConnectedAccount()
    const outcome = await processor.readAccount(known.accountId)
    const isGone = outcome.kind === 'refused' && outcome.refusal.reason === 'gone'
    const snapshot = isGone ? deauthorized(known) : answered(outcome)
    if (await updateAccount(deps.db, merchantId, known, snapshot, deps.clock.now()))
      return { ...known, ...snapshot }
  }
}
