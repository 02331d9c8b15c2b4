import { type Db, json } from '../db/db.ts'
import { inStatements } from '../db/per-merchant.ts'
import { settleOneByOne } from './settle-one-by-one.sql.ts'

/** What came of one attempt. */
export interface AttemptResult {
  merchantId: string
  deliveryId: string
  claimId: string
  /** Within its cycle. */
  attempt: number
  startedAt: Date
  /** Where it went, fit to be shown; null when nothing was sent. */
  url: string | null
  durationMs: number
  status: number | null
  error: string | null
  answer: Buffer
  outcome: 'delivered' | 'retry' | 'dead'
  retryAt: Date | null
}

/**
 * Only attempts whose claim still holds count: a worker that was too slow
 * has lost its claim, and the attempt belongs to whoever claimed it anew.
 */
export async function settleResults(db: Db, results: AttemptResult[], now: Date): Promise<void> {
  const storableResults = results.map(result => ({
    ...result,
    error: result.error && storable(result.error),
  }))
  await inStatements(db, storableResults, (own, merchantId) =>
    merchantId === null ? settleInOne(db, own, now) : settleOneByOne(db, merchantId, own, now),
  )
}

/**
 * No two sets are joined whose sizes the planner would have to guess: it takes them, and a queue that was empty a moment
 * ago, for one row each, and would compare every row with every other. So results are looked up by their delivery.
 */
async function settleInOne(db: Db, results: AttemptResult[], now: Date): Promise<void> {
  const ids = results.map(({ deliveryId }) => deliveryId)
  const merchantIds = [...new Set(results.map(({ merchantId }) => merchantId))]
  const byDelivery = Object.fromEntries(
    results.map(result => [result.deliveryId, { ...result, answer: result.answer.toString('hex') }]),
  )
  await db`
    with given as materialized (
      select ${json(db, byDelivery)}::jsonb as results
    ), locked as materialized (
      -- the delivery before its place in the queue, the newest first: see lockDelivery
      select 1 from deliveries where merchant_id = any(${merchantIds}) and delivery_id = any(${ids})
      order by delivery_id desc for update
    ), taken as (
      delete from delivery_queue q
      where delivery_id collate "C" = any(${ids}) and claim_id = (select results from given) -> delivery_id ->> 'claimId'
        -- makes sure that they are locked first
        and (select count(*) from locked) > 0
      returning merchant_id, delivery_id, queued_at, attempt, restarted,
        (select results from given) -> delivery_id as result
    ), ended as materialized (
      select t.merchant_id, t.delivery_id, t.queued_at, r.attempt, r."startedAt", r.url, r."durationMs", r.status, r.error,
        r.answer,
        case when t.restarted and r.outcome = 'dead' then 'retry' else r.outcome end as outcome,
        case when t.restarted then ${now}::timestamptz else r."retryAt" end as retry_at,
        case when t.restarted then 1 else t.attempt + 1 end as next_attempt
      from taken t cross join lateral jsonb_to_record(t.result) as r (attempt int, "startedAt" timestamptz, url text,
        "durationMs" int, status int, error text, answer text, outcome text, "retryAt" timestamptz)
    ), queued_again as (
      insert into delivery_queue (merchant_id, delivery_id, due_at, attempt, queued_at)
      select merchant_id, delivery_id, retry_at, next_attempt, queued_at from ended where outcome = 'retry'
    ), counted as (
      update deliveries d
      set state = case e.outcome when 'retry' then 'pending' else e.outcome end, attempts = d.attempts + 1,
        last_status = e.status, last_error = e.error, updated_at = ${now}
      from ended e where d.merchant_id = e.merchant_id and d.delivery_id = e.delivery_id
      returning d.merchant_id, d.delivery_id, d.attempts as sequence, e.attempt, e."startedAt", e.url,
        e."durationMs", e.status, e.error, e.answer
    ), logged as (
      insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms, status,
        error, answer, url)
      select merchant_id, delivery_id, sequence, attempt, "startedAt", "durationMs", status, error,
        decode(answer, 'hex'), url
      from counted
    )
    select 1`
}

/** JSON in the database takes no NUL and no half of a pair: one such message would spoil the whole batch. */
function storable(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '')
}
