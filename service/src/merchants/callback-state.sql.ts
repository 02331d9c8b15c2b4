import type { Static } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import type { CallbackStateSchema } from './schemas.ts'

/** Without any secret. */
type CallbackState = Omit<Static<typeof CallbackStateSchema>, 'url'>

/** Enough to tell few from many, without counting a long queue to its end. */
const maxCounted = 10_000

export async function callbackStateOf(db: Db, merchantId: MerchantId, now: Date): Promise<CallbackState> {
  const [secrets, [endpoint], [queue]] = await Promise.all([
    db<CallbackState['secrets']>`
      select created_at, expires_at from callback_secrets
      where merchant_id = ${merchantId} and (expires_at is null or expires_at > ${now})
      order by created_at desc, secret_id desc`,
    db<Pick<CallbackState, 'failuresInARow' | 'failingSince' | 'pausedUntil'>[]>`
      select failures_in_a_row, failing_since, case when paused_until > ${now} then paused_until end as paused_until
      from callback_endpoints where merchant_id = ${merchantId}`,
    db<{ waiting: number }[]>`
      select count(*)::int as waiting from (
        select 1 from delivery_queue where merchant_id = ${merchantId} limit ${maxCounted}) as queued`,
  ])
  const { failuresInARow = 0, failingSince = null, pausedUntil = null } = endpoint ?? {}
  return { secrets, failuresInARow, failingSince, pausedUntil, waiting: queue?.waiting ?? 0 }
}
