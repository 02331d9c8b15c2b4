import type { Static } from '@fastify/type-provider-typebox'
import type { TargetRules } from '../addresses.ts'
import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { newMerchantId } from '../ids.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { existing } from '../problems.ts'
import { newApiKey } from './api-key.ts'
import type { Authenticator } from './authenticate.ts'
import { makeCallbackSecret } from './callback-secrets.sql.ts'
import { checkCallbackUrl } from './callback-url.ts'
import { insertKey } from './keys.sql.ts'
import {
  insertMerchant,
  lockMerchant,
  type MerchantRow,
  openEndpoint,
  setSuspendedAt,
  updateMerchant,
} from './merchants.sql.ts'
import type { MerchantChangeBody, NewMerchantBody } from './schemas.ts'

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
    await openEndpoint(tx, merchantId)
    const key = newApiKey()
    await insertKey(tx, { ...key, merchantId, label: null, createdAt: now })
    const callbackSigningSecret = await makeCallbackSecret(tx, deps.encryptionKeys, merchantId, now)
    await recordAction(tx, now, actor, {
      action: 'merchant.create',
      target: merchantId,
      merchantId,
      detail: { name: merchant.name, keyId: key.keyId },
    })
    return { merchant, apiKey: key.text, callbackSigningSecret }
  })
}

type MerchantChange = Static<typeof MerchantChangeBody>

export async function changeMerchant(
  deps: MerchantDeps,
  actor: Actor,
  merchantId: string,
  change: MerchantChange,
): Promise<MerchantRow> {
  return await deps.db.begin(async tx => {
    const before = existing(await lockMerchant(tx, merchantId), 'merchant')
    const merchant = { ...before, ...change }
    await updateMerchant(tx, merchant)
    await recordAction(tx, deps.clock.now(), actor, {
      action: 'merchant.change',
      target: merchant.merchantId,
      merchantId: merchant.merchantId,
      detail: { ...change, before: replacedBy(change, before) },
    })
    return merchant
  })
}

/** The values that a change replaces, for the audit log. */
function replacedBy(change: MerchantChange, { name, feeBps, feeFixedCents }: MerchantRow) {
  const known = Object.entries({ name, feeBps, feeFixedCents })
  return Object.fromEntries(known.filter(([field]) => field in change))
}

/** A suspended merchant's keys can only read; webhooks and callbacks continue. */
export async function suspendMerchant(
  deps: MerchantDeps & { authenticator: Authenticator },
  actor: Actor,
  id: string,
  suspended: boolean,
): Promise<void> {
  await deps.db.begin(async tx => {
    const merchant = existing(await lockMerchant(tx, id), 'merchant')
    const { merchantId } = merchant
    const now = deps.clock.now()
    if (!(await setSuspendedAt(tx, merchantId, suspended ? now : null))) return
    const action = suspended ? 'merchant.suspend' : 'merchant.resume'
    await recordAction(tx, now, actor, { action, target: merchantId, merchantId })
  })
  deps.authenticator.forget(({ merchantId }) => merchantId === id)
}
