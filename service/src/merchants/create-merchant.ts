import type { Static } from '@fastify/type-provider-typebox'
import type { TargetRules } from '../addresses.ts'
import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { newMerchantId } from '../ids.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { newApiKey } from './api-key.ts'
import { makeCallbackSecret } from './callback-settings.sql.ts'
import { checkCallbackUrl } from './callback-url.ts'
import { insertKey } from './keys.sql.ts'
import { insertMerchant, type MerchantRow, resetEndpointHealth } from './merchants.sql.ts'
import type { NewMerchantBody } from './schemas.ts'

export interface MerchantDeps {
  db: Db
  clock: Clock
  encryptionKeys: KeyRing
  callbackTargets: TargetRules
}

export async function createMerchant(
  deps: MerchantDeps,
  actor: Actor,
  input: Static<typeof NewMerchantBody>,
) {
  const now = deps.clock.now()
  const { callbackUrl: url = null } = input
  const merchant: MerchantRow = {
    merchantId: newMerchantId(),
    name: input.name,
    feeBps: input.feeBps ?? null,
    feeFixedCents: input.feeFixedCents ?? null,
    callbackUrl: url === null ? null : checkCallbackUrl(url, deps.callbackTargets, 'callbackUrl'),
    suspended: false,
    createdAt: now,
  }
  const { merchantId } = merchant
  return await deps.db.begin(async tx => {
    await insertMerchant(tx, merchant)
    await resetEndpointHealth(tx, merchantId)
    const key = newApiKey()
    await insertKey(tx, { ...key, merchantId, label: null, createdAt: now })
    const callbackSigningSecret = await makeCallbackSecret(tx, deps.encryptionKeys, merchantId, now)
    const detail = { name: merchant.name, keyId: key.keyId }
    await recordAction(tx, now, actor, { action: 'merchant.create', merchantId, detail })
    return { merchantId, apiKey: key.text, callbackSigningSecret }
  })
}
