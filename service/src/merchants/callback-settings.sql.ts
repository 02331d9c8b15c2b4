import { randomBytes } from 'node:crypto'
import type { Static } from '@fastify/type-provider-typebox'
import { type KeyRing, seal, unseal } from '../crypto.ts'
import type { Db, Queryable, Tx } from '../db/db.ts'
import { type MerchantId, newSecretId } from '../ids.ts'
import { isFailing, joinLastFailure } from './failing-endpoints.sql.ts'
import type { MerchantWithCallbackSchema } from './schemas.ts'

/** Contains no secret. */
type CallbackState = Static<typeof MerchantWithCallbackSchema>['callback']

/** Creates the merchant's current signing secret and returns it; it cannot be read again. */
export async function makeCallbackSecret(tx: Tx, encryptionKeys: KeyRing, merchantId: MerchantId, at: Date) {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`
  const sealed = seal(encryptionKeys, merchantId, secret)
  await tx`
    insert into callback_secrets (merchant_id, secret_id, sealed, created_at)
    values (${merchantId}, ${newSecretId()}, ${sealed}, ${at})`
  return secret
}

export async function hasCallbackSecret(tx: Tx, merchantId: MerchantId): Promise<boolean> {
  const rows =
    await tx`select 1 from callback_secrets where merchant_id = ${merchantId} and expires_at is null`
  return rows.length > 0
}

/** Includes the current secret. Each secret adds a signature to every callback. */
const maxValidSecrets = 3

/**
 * Makes room for a new secret. All others end at `endsAt`, or earlier if that was already planned. Expired secrets are
 * deleted. If there would be too many, the oldest are deleted, too, and returned.
 */
export async function retireCallbackSecret(tx: Tx, merchantId: MerchantId, now: Date, endsAt: Date) {
  const deleted = await tx<CallbackState['secrets']>`
    delete from callback_secrets where merchant_id = ${merchantId} and (expires_at <= ${now} or secret_id not in (
      select secret_id from callback_secrets where merchant_id = ${merchantId} and (expires_at is null or expires_at > ${now})
      order by created_at desc, secret_id desc limit ${maxValidSecrets - 1}))
    returning created_at, expires_at`
  await tx`
    update callback_secrets set expires_at = least(expires_at, ${endsAt}::timestamptz)
    where merchant_id = ${merchantId}`
  return deleted.filter(({ expiresAt }) => endsAt > now && (expiresAt === null || expiresAt > now))
}

/** All valid signing secrets, still sealed, the current one first. */
export async function sealedCallbackSecrets(db: Queryable, merchantId: MerchantId, now: Date) {
  const rows = await db<{ sealed: Buffer }[]>`
    select sealed from callback_secrets
    where merchant_id = ${merchantId} and (expires_at is null or expires_at > ${now})
    order by secret_id desc`
  return rows.map(row => row.sealed)
}

/** Throws if a secret was tampered with, or sealed with another key or for another merchant. */
export function openCallbackSecrets(encryptionKeys: KeyRing, merchantId: MerchantId, sealed: Buffer[]) {
  return sealed.map(one => unseal(encryptionKeys, merchantId, one))
}

/** Avoids counting a long queue to its end. */
const maxCounted = 10_000

export async function callbackStateOf(db: Db, merchantId: MerchantId, now: Date): Promise<CallbackState> {
  const [secrets, [endpoint], [queue]] = await Promise.all([
    db<CallbackState['secrets']>`
      select created_at, expires_at from callback_secrets
      where merchant_id = ${merchantId} and (expires_at is null or expires_at > ${now})
      order by created_at desc, secret_id desc`,
    db<Pick<CallbackState, 'failuresInARow' | 'failingSince' | 'lastFailure' | 'pausedUntil'>[]>`
      select e.failures_in_a_row, e.failing_since, case when e.paused_until > ${now} then e.paused_until end as paused_until,
        case when ${isFailing(db)} and last_failure.delivery_id is not null then jsonb_build_object(
          'deliveryId', last_failure.delivery_id, 'reason', last_failure.reason) end as last_failure
      from callback_endpoints e join merchants m on m.merchant_id = e.merchant_id ${joinLastFailure(db)}
      where e.merchant_id = ${merchantId}`,
    db<{ waiting: number }[]>`
      select count(*)::int as waiting from (
        select 1 from delivery_queue where merchant_id = ${merchantId} limit ${maxCounted}) as queued`,
  ])
  const { failuresInARow = 0, failingSince = null, lastFailure = null, pausedUntil = null } = endpoint ?? {}
  return { secrets, failuresInARow, failingSince, lastFailure, pausedUntil, waiting: queue?.waiting ?? 0 }
}
