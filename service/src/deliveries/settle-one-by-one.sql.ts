import { type Db, listed, recordset, type Tx } from '../db/db.ts'
import type { AttemptResult } from './settle.sql.ts'

/** The same on a cluster: a merchant's results in one transaction, each statement on the merchant's shard. */
export async function settleOneByOne(
  db: Db,
  merchantId: string,
  results: AttemptResult[],
  now: Date,
): Promise<void> {
  await db.begin(async tx => {
    const held = await holdClaims(tx, merchantId, results, now)
    if (held.length === 0) return
    const again = held.filter(({ outcome }) => outcome === 'retry')
    const ended = held.filter(({ outcome }) => outcome !== 'retry').map(({ deliveryId }) => deliveryId)
    const claims = [...new Set(held.map(({ claimId }) => claimId))]
    const [attempts] = await Promise.all([
      count(tx, merchantId, held, now),
      reschedule(tx, merchantId, again),
      tx`
        delete from delivery_queue
        where merchant_id = ${merchantId} and delivery_id = any(${ended}) and claim_id = any(${claims})`,
    ])
    await log(tx, merchantId, held, attempts)
  })
}

interface HeldResult extends AttemptResult {
  nextAttempt: number
}

async function holdClaims(
  tx: Tx,
  merchantId: string,
  results: AttemptResult[],
  now: Date,
): Promise<HeldResult[]> {
  const ids = results.map(({ deliveryId }) => deliveryId)
  // the delivery before its place in the queue, the newest first: see lockDelivery
  await tx`
    select 1 from deliveries where merchant_id = ${merchantId} and delivery_id = any(${ids})
    order by delivery_id desc for update`
  const queued = await tx<{ deliveryId: string; claimId: string; restarted: boolean; attempt: number }[]>`
    select delivery_id, claim_id, restarted, attempt from delivery_queue
    where merchant_id = ${merchantId} and delivery_id = any(${ids}) for update`
  return results.flatMap(result => {
    const place = queued.find(
      ({ deliveryId, claimId }) => deliveryId === result.deliveryId && claimId === result.claimId,
    )
    if (!place) return []
    if (!place.restarted) return [{ ...result, nextAttempt: place.attempt + 1 }]
    const outcome = result.outcome === 'dead' ? 'retry' : result.outcome
    return [{ ...result, outcome, retryAt: now, nextAttempt: 1 }]
  })
}

async function reschedule(tx: Tx, merchantId: string, held: HeldResult[]): Promise<void> {
  if (held.length === 0) return
  const rows = held.map(({ deliveryId, claimId, retryAt, nextAttempt }) => {
    return { deliveryId, claimId, retryAt, nextAttempt }
  })
  const given = recordset(
    tx,
    rows,
    tx`"deliveryId" text, "claimId" text, "retryAt" timestamptz, "nextAttempt" int`,
  )
  await tx`
    update delivery_queue q
    set due_at = h."retryAt", attempt = h."nextAttempt", claim_id = null, claimed_until = null, restarted = false
    from ${given} as h where q.merchant_id = ${merchantId} and q.delivery_id = h."deliveryId"
      and q.claim_id = h."claimId"`
}

async function count(
  tx: Tx,
  merchantId: string,
  held: HeldResult[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = held.map(({ deliveryId, outcome, status, error }) => {
    return { deliveryId, state: outcome === 'retry' ? 'pending' : outcome, status, error }
  })
  const given = recordset(tx, rows, tx`"deliveryId" text, state text, status int, error text`)
  const counted = await tx<{ deliveryId: string; attempts: number }[]>`
    update deliveries d
    set state = h.state, attempts = d.attempts + 1, last_status = h.status, last_error = h.error, updated_at = ${now}
    from ${given} as h where d.merchant_id = ${merchantId} and d.delivery_id = h."deliveryId"
    returning d.delivery_id, d.attempts`
  return new Map(counted.map(({ deliveryId, attempts }) => [deliveryId, attempts]))
}

async function log(
  tx: Tx,
  merchantId: string,
  held: HeldResult[],
  attempts: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = held.map(
    ({ deliveryId, attempt, startedAt, durationMs, status, error, answer, url }) =>
      tx`(${merchantId}, ${deliveryId}, ${attempts.get(deliveryId) ?? 0}, ${attempt}, ${startedAt}, ${durationMs},
        ${status}, ${error}, ${answer}, ${url})`,
  )
  await tx`
    insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms, status, error,
      answer, url)
    values ${listed(tx, rows)}`
}
