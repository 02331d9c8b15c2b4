import type { Static } from '@fastify/type-provider-typebox'
import type { CredentialDigest } from '../auth/credential.ts'
import { type Db, type Queryable, recordset, type Tx, when } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import type { Slice } from '../http/paging.ts'
import type { KeyId, MerchantId } from '../ids.ts'
import type { NewApiKey } from './api-key.ts'
import type { MerchantRow } from './merchants.sql.ts'
import type { KeySchema } from './schemas.ts'

type KeyRow = Static<typeof KeySchema>

export async function insertKey(
  tx: Tx,
  key: NewApiKey & { merchantId: MerchantId; label: string | null; createdAt: Date },
): Promise<void> {
  await tx`
    insert into api_keys (key_id, merchant_id, label, hint, salt, digest, created_at)
    values (${key.keyId}, ${key.merchantId}, ${key.label}, ${key.hint}, ${key.salt}, ${key.digest}, ${key.createdAt})`
}

const columns = (db: Queryable) => db`
  key_id, label, hint, created_at, last_used_at, expires_at, revoked_at`

export async function listKeys(db: Db, merchantId: MerchantId, { after, limit }: Slice): Promise<KeyRow[]> {
  return await db<KeyRow[]>`
    select ${columns(db)}, ended.by as ended_by
    from api_keys k left join lateral (
      select actor as by from audit_log
      where merchant_id = k.merchant_id and target = k.key_id and action in ('key.revoke', 'key.rotate')
      order by audit_id desc limit 1) ended on true
    where merchant_id = ${merchantId} ${when(db, after, id => db`and key_id < ${id}`)}
    order by key_id desc
    limit ${limit}`
}

export async function lockKey(tx: Tx, merchantId: string, keyId: string) {
  const [row] = await tx<Omit<KeyRow, 'endedBy'>[]>`
    select ${columns(tx)} from api_keys
    where merchant_id = ${merchantId} and key_id = ${keyId}
    for update`
  return row ?? null
}

/** A key that already expires earlier keeps that date. */
export async function expireKey(tx: Tx, keyId: string, at: Date): Promise<void> {
  await tx`update api_keys set expires_at = least(expires_at, ${at}::timestamptz) where key_id = ${keyId}`
}

export async function revokeKey(tx: Tx, keyId: string, at: Date): Promise<void> {
  await tx`update api_keys set revoked_at = ${at} where key_id = ${keyId} and revoked_at is null`
}

/** Everything that a request with this key needs, in one look-up. */
export interface KeyProof
  extends CredentialDigest,
    Pick<KeyRow, 'lastUsedAt' | 'expiresAt' | 'revokedAt'>,
    Pick<MerchantRow, 'merchantId' | 'suspended' | 'feeBps' | 'feeFixedCents'> {
  keyId: KeyId
  /** Null means the default. */
  processor: string | null
  accountId: string | null
  accountDisabled: boolean
}

export const findKeyProof = inBatches(keyProofs)

async function keyProofs(db: Db, asked: { keyId: KeyId; processor: string }[]): Promise<(KeyProof | null)[]> {
  const items = asked.map((one, item) => ({ ...one, item }))
  const rows = await db<(KeyProof & { item: number })[]>`
    select asked.item, k.merchant_id, k.key_id, k.salt, k.digest, k.last_used_at, k.expires_at, k.revoked_at,
      m.suspended_at is not null as suspended, m.fee_bps, m.fee_fixed_cents, m.processor, a.account_id,
      a.disabled_at is not null as account_disabled
    from ${recordset(db, items, db`item int, "keyId" text, processor text`)} as asked
      join api_keys k on k.key_id = asked."keyId"
      join merchants m on m.merchant_id = k.merchant_id
      left join processor_accounts a
        on a.merchant_id = k.merchant_id and a.processor = coalesce(m.processor, asked.processor)`
  const found = new Map(rows.map(({ item, ...proof }) => [item, proof]))
  return asked.map((_, item) => found.get(item) ?? null)
}

/**
 * Changes whenever any part of a key's identity changes, and after a failover or a restore. Uses a sum and a count,
 * because changes may become visible out of order, and old ones are deleted.
 */
export async function readIdentityGeneration(db: Db): Promise<string> {
  const [row] = await db<{ generation: string }[]>`
    select concat_ws(' ', pg_postmaster_start_time(), count(*), sum(change_id)) as generation from identity_changes`
  return row?.generation ?? ''
}
