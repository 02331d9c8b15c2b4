import { type Db, recordset } from '../db/db.ts'
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

async function settleInOne(db: Db, results: AttemptResult[], now: Date): Promise<void> {
  const rows = results.map(result => ({ ...result, answer: result.answer.toString('hex') }))
  const given = recordset(
    db,
    rows,
    db`
    "merchantId" text, "deliveryId" text, "claimId" text, attempt int, "startedAt" timestamptz, url text,
    "durationMs" int, status int, error text, answer text, outcome text, "retryAt" timestamptz`,
  )
  await db`
    with locked as materialized (
      -- the delivery before its place in the queue, the newest first: see lockDelivery
      select r.* from ${given} as r
        join deliveries d on d.merchant_id = r."merchantId" and d.delivery_id = r."deliveryId"
      order by d.delivery_id desc
      for update of d
    ), held as materialized (
      select r."merchantId", r."deliveryId", r.attempt, r."startedAt", r.url, r."durationMs", r.status, r.error,
        r.answer,
        case when q.restarted and r.outcome = 'dead' then 'retry' else r.outcome end as outcome,
        case when q.restarted then ${now}::timestamptz else r."retryAt" end as "retryAt",
        case when q.restarted then 1 else q.attempt + 1 end as next_attempt
      from locked r
        join delivery_queue q on q.merchant_id = r."merchantId" and q.delivery_id = r."deliveryId"
          and q.claim_id = r."claimId"
      for update of q
    ), rescheduled as (
      update delivery_queue q set due_at = h."retryAt", attempt = h.next_attempt, claim_id = null, restarted = false
      from held h where h.outcome = 'retry' and q.merchant_id = h."merchantId" and q.delivery_id = h."deliveryId"
    ), finished as (
      delete from delivery_queue q using held h
      where h.outcome <> 'retry' and q.merchant_id = h."merchantId" and q.delivery_id = h."deliveryId"
    ), counted as (
      -- what is logged goes through here: sets that the planner takes for one row each are never to be joined
      update deliveries d
      set state = case h.outcome when 'retry' then 'pending' else h.outcome end, attempts = d.attempts + 1,
        last_status = h.status, last_error = h.error, updated_at = ${now}
      from held h where d.merchant_id = h."merchantId" and d.delivery_id = h."deliveryId"
      returning d.merchant_id, d.delivery_id, d.attempts as sequence, h.attempt, h."startedAt", h.url,
        h."durationMs", h.status, h.error, h.answer
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
