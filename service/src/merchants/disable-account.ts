import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { existing } from '../problems.ts'
import { findAccount, setDisabledAt } from './accounts.sql.ts'
import type { Authenticator } from './authenticate.ts'
import { type ConnectedDeps, processorFor } from './connected.ts'
import type { MerchantDeps } from './manage-merchants.ts'
import { lockMerchant } from './merchants.sql.ts'

export interface DisableDeps extends MerchantDeps, ConnectedDeps {
  authenticator: Pick<Authenticator, 'forget'>
}

interface AccountChange {
  /** Default: the active one. */
  processor: string | undefined
  disabled: boolean
}

/** A disabled account takes no new payments. Those it has, its readers and its onboarding go on. */
export async function disableAccount(
  deps: DisableDeps,
  actor: Actor,
  id: string,
  { processor: name, disabled }: AccountChange,
): Promise<void> {
  const { name: processor } = await processorFor(deps, id, name)
  await deps.db.begin(async tx => {
    const { merchantId } = existing(await lockMerchant(tx, id), 'merchant')
    const { accountId } = existing(await findAccount(tx, merchantId, processor), 'account')
    const now = deps.clock.now()
    if (!(await setDisabledAt(tx, merchantId, processor, disabled ? now : null))) return
    const action = disabled ? 'merchant.account-disable' : 'merchant.account-enable'
    const detail = { processor, accountId }
    await recordAction(tx, now, actor, { action, target: merchantId, merchantId, detail })
  })
  deps.authenticator.forget(({ merchantId }) => merchantId === id)
}
