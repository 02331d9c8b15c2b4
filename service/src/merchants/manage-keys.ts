import type { Static } from '@fastify/type-provider-typebox'
import { secondsAfter } from '../clock.ts'
import type { Tx } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { existing, problems } from '../problems.ts'
import { newApiKey } from './api-key.ts'
import type { Authenticator } from './authenticate.ts'
import { expireKey, insertKey, type KeyRow, lockKey, revokeKey } from './keys.sql.ts'
import type { MerchantDeps } from './manage-merchants.ts'
import { findMerchant } from './merchants.sql.ts'
import type { IssuedKeySchema } from './schemas.ts'

export type KeyDeps = MerchantDeps & { authenticator: Authenticator }

type IssuedKey = Static<typeof IssuedKeySchema>

export async function issueKey(
  deps: KeyDeps,
  actor: Actor,
  merchantId: string,
  label: string | null,
): Promise<IssuedKey> {
  return await deps.db.begin(async tx => {
    const merchant = existing(await findMerchant(tx, merchantId), 'merchant')
    const issued = await addKey(tx, deps, merchant.merchantId, label)
    await recordAction(tx, issued.createdAt, actor, {
      action: 'key.issue',
      target: issued.keyId,
      merchantId: merchant.merchantId,
    })
    return issued
  })
}

/** The new key works at once; the old one works until the grace is over. */
export async function rotateKey(
  deps: KeyDeps,
  actor: Actor,
  target: { merchantId: string; keyId: string },
  graceSeconds: number,
): Promise<IssuedKey> {
  const issued = await deps.db.begin(async tx => {
    const old = existing(await lockKey(tx, target.merchantId, target.keyId), 'key')
    const now = deps.clock.now()
    const state = stateOf(old, now)
    if (state !== 'active') {
      throw problems.invalidState(`The key is ${state}; issue a new one instead.`, state, ['active'])
    }
    const merchantId = target.merchantId as MerchantId
    const fresh = await addKey(tx, deps, merchantId, old.label)
    await expireKey(tx, old.keyId, secondsAfter(now, graceSeconds))
    await recordAction(tx, now, actor, {
      action: 'key.rotate',
      target: old.keyId,
      merchantId,
      detail: { newKeyId: fresh.keyId, graceSeconds },
    })
    return fresh
  })
  deps.authenticator.forget(({ keyId }) => keyId === target.keyId)
  return issued
}

export async function revokeMerchantKey(
  deps: KeyDeps,
  actor: Actor,
  target: { merchantId: string; keyId: string },
): Promise<void> {
  await deps.db.begin(async tx => {
    const key = existing(await lockKey(tx, target.merchantId, target.keyId), 'key')
    if (key.revokedAt) return
    const now = deps.clock.now()
    await revokeKey(tx, key.keyId, now)
    await recordAction(tx, now, actor, {
      action: 'key.revoke',
      target: key.keyId,
      merchantId: target.merchantId as MerchantId,
    })
  })
  deps.authenticator.forget(({ keyId }) => keyId === target.keyId)
}

async function addKey(
  tx: Tx,
  deps: KeyDeps,
  merchantId: MerchantId,
  label: string | null,
): Promise<IssuedKey> {
  const key = newApiKey()
  const createdAt = deps.clock.now()
  await insertKey(tx, { ...key, merchantId, label, createdAt })
  const { keyId, hint, text } = key
  return { keyId, apiKey: text, label, hint, createdAt, lastUsedAt: null, expiresAt: null, revokedAt: null }
}

function stateOf(key: KeyRow, now: Date): 'active' | 'expired' | 'revoked' {
  if (key.revokedAt) return 'revoked'
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'active'
}
