import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import { findActiveProcessor } from '../merchants/active-processor.sql.ts'
import { lockMerchant, setProcessor } from '../merchants/merchants.sql.ts'
import { onboardingStatusOf } from '../merchants/onboarding-status.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { problems } from '../problems.ts'
import { type OnboardingDeps, refreshAccount } from './account.ts'

/** Asks the processor why the merchant cannot take payments there yet; null if it can. */
export async function obstacleAt(deps: OnboardingDeps, merchantId: MerchantId, name: string) {
  const notReady = (status: string, detail: string) =>
    problems.invalidState(detail, status, ['enabled', 'charges_only'])
  if (!(await findAccount(deps.db, merchantId, name)))
    return notReady('not_started', `The merchant has no account at "${name}" yet. Create it first.`)
  const account = await refreshAccount(deps, merchantId, name)
  const what = `The merchant’s account at "${name}"`
  if (account.disabled) return notReady('disabled', `${what} is disabled. Enable it first.`)
  if (account.chargesEnabled) return null
  const status = onboardingStatusOf(account)
  return notReady(status, `${what} cannot take payments yet: its onboarding is ${status}.`)
}

export async function switchProcessor(
  deps: { db: Db } & Pick<OnboardingDeps, 'clock' | 'processors' | 'defaultProcessor'>,
  actor: Actor,
  merchantId: MerchantId,
  { to, isWaiting }: { to: string; isWaiting: boolean },
): Promise<void> {
  await deps.db.begin(async tx => {
    await lockMerchant(tx, merchantId)
    const from = await findActiveProcessor(tx, merchantId, deps)
    const change = isWaiting ? { processor: from, nextProcessor: to } : { processor: to, nextProcessor: null }
    await setProcessor(tx, merchantId, change)
    const detail = { from, to, when: isWaiting ? 'enabled' : 'now' }
    await recordAction(tx, deps.clock.now(), actor, { action: 'merchant.move', merchantId, detail })
  })
}
