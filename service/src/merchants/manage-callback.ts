import type { Static } from '@fastify/type-provider-typebox'
import { secondsAfter } from '../clock.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { existing } from '../problems.ts'
import { hasCallbackSecret, makeCallbackSecret, retireCallbackSecret } from './callback-secrets.sql.ts'
import { checkCallbackUrl } from './callback-url.ts'
import type { MerchantDeps } from './manage-merchants.ts'
import { lockMerchant, openEndpoint, updateMerchant } from './merchants.sql.ts'
import type { CallbackSchema } from './schemas.ts'

/** Returns the signing secret only if this call made the first one. */
export async function setCallbackUrl(
  deps: MerchantDeps,
  actor: Actor,
  merchantId: string,
  requested: string | null,
): Promise<Static<typeof CallbackSchema>> {
  const url = requested === null ? null : checkCallbackUrl(requested, deps.callbackTargets)
  return await deps.db.begin(async tx => {
    const merchant = existing(await lockMerchant(tx, merchantId), 'merchant')
    const now = deps.clock.now()
    await updateMerchant(tx, { ...merchant, callbackUrl: url })
    await openEndpoint(tx, merchant.merchantId)
    await recordAction(tx, now, actor, {
      action: 'callback.set',
      target: merchant.merchantId,
      merchantId: merchant.merchantId,
      detail: { url, before: { url: merchant.callbackUrl } },
    })
    if (url === null || (await hasCallbackSecret(tx, merchant.merchantId))) return { url }
    return { url, signingSecret: await makeCallbackSecret(tx, deps.encryptionKeys, merchant.merchantId, now) }
  })
}

/** Until the grace is over, callbacks carry signatures of both the old and the new secret. */
export async function rotateCallbackSecret(
  deps: MerchantDeps,
  actor: Actor,
  merchantId: string,
  graceSeconds: number,
): Promise<{ signingSecret: string }> {
  return await deps.db.begin(async tx => {
    const merchant = existing(await lockMerchant(tx, merchantId), 'merchant')
    const now = deps.clock.now()
    await retireCallbackSecret(tx, merchant.merchantId, now, secondsAfter(now, graceSeconds))
    const signingSecret = await makeCallbackSecret(tx, deps.encryptionKeys, merchant.merchantId, now)
    await recordAction(tx, now, actor, {
      action: 'callback.rotate-secret',
      target: merchant.merchantId,
      merchantId: merchant.merchantId,
      detail: { graceSeconds },
    })
    return { signingSecret }
  })
}
