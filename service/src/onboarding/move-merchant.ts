import type { Static } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import { findActiveProcessor } from '../merchants/active-processor.sql.ts'
import type { Authenticator } from '../merchants/authenticate.ts'
import { processorFor } from '../merchants/connected.ts'
import { lockMerchant, setProcessor } from '../merchants/merchants.sql.ts'
import { onboardingStatusOf } from '../merchants/onboarding-status.ts'
import type { MoveBody } from '../merchants/schemas.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { existing, type Problem, problems } from '../problems.ts'
import { type OnboardingDeps, refreshAccount } from './account.ts'

export interface MoveDeps extends OnboardingDeps {
  authenticator: Pick<Authenticator, 'forget'>
}

/**
 * Has a merchant's new payments, onboarding and readers go to another processor, where it has an account. Whatever exists
 * stays where it is. A move to where the merchant is takes back one that waits.
 */
export async function moveMerchant(
  deps: MoveDeps,
  actor: Actor,
  merchantId: MerchantId,
  { processor: name, when = 'now' }: Static<typeof MoveBody>,
): Promise<void> {
  const { name: to, isDraining } = await processorFor(deps, merchantId, name)
  const isStaying = to === (await findActiveProcessor(deps.db, merchantId, deps))
  if (isDraining && !isStaying)
    throw problems.invalidState(`The processor "${to}" drains: it takes no new payments.`)
  const obstacle = isStaying ? null : await obstacleAt(deps, merchantId, to)
  if (obstacle && when === 'now') throw obstacle
  await switchProcessor(deps, actor, merchantId, { to, isWaiting: obstacle !== null })
  deps.authenticator.forget(identity => identity.merchantId === merchantId)
}

/** Why the merchant cannot take payments there yet, as the processor has it now; null when it can. */
async function obstacleAt(
  deps: OnboardingDeps,
  merchantId: MerchantId,
  name: string,
): Promise<Problem | null> {
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
    existing(await lockMerchant(tx, merchantId), 'merchant')
    const from = await findActiveProcessor(tx, merchantId, deps)
    const change = isWaiting ? { processor: from, nextProcessor: to } : { processor: to, nextProcessor: null }
    await setProcessor(tx, merchantId, change)
    const detail = { from, to, when: isWaiting ? 'enabled' : 'now' }
    const entry = { action: 'merchant.move', target: merchantId, merchantId, detail }
    await recordAction(tx, deps.clock.now(), actor, entry)
  })
}
