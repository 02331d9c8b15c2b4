import { type Db, json } from '../../db/db.ts'
import { inBatches } from '../../db/in-batches.ts'
import { merchantOf, ofMerchant } from '../../db/per-merchant.ts'
import { inSteps, type Step } from '../../db/steps.ts'

export interface AttemptResult {
  merchantId: string
  deliveryId: string
  /** The number of the attempt within its cycle. */
  attempt: number
  /** When its cycle began, exactly as read. */
  queuedAt: string
  /** The share's epoch when it was sent. */
  epoch: number
  startedAt: Date
  /** The URL without secrets; null if nothing was sent. */
  url: string | null
  durationMs: number
  status: number | null
  error: string | null
  answer: Buffer
  outcome: 'delivered' | 'retry' | 'dead'
  retryAt: Date | null
  isQuick: boolean
  /** Whether it updates the health of its endpoint. */
  isNews: boolean
}

interface ToSettle extends AttemptResult {
  now: Date
}

/**
 * A result counts once, and only while the worker that sent the delivery holds the share. If the delivery was restarted
 * in the meantime, a failure is recorded and the new cycle continues.
 */
export const settleResult = inBatches(settleResults, {
  touches: ({ deliveryId }: ToSettle) => [deliveryId],
  atOnce: 1,
})

/**
 * PostgreSQL plans for one row if the queue was nearly empty when last analyzed, and a join may then compare every row
 * with every other. So queue rows are found by a list of ids, and results by their delivery id.
 */
async function settleResults(db: Db, results: ToSettle[]): Promise<null[]> {
  const now = results.at(-1)?.now ?? new Date(0)
  const merchantId = merchantOf(db, results)
  const ids = results.map(({ deliveryId }) => deliveryId)
  const byDelivery = Object.fromEntries(
    results.map(({ answer, error, isQuick: _, isNews: __, now: ___, ...result }) => [
      result.deliveryId,
      { error: error && storable(error), answer: answer.toString('base64'), ...result },
    ]),
  )
  const own = (table: 'd' | 'q' | 'e') => ofMerchant(db, `${table}.merchant_id`, merchantId)
  const steps: Step[] = [
    {
      name: 'locked',
      returns: db`delivery_id text`,
      // deliveries before their queue rows, newest first: see lockDelivery
      statement: db`
        select d.delivery_id from deliveries d where d.delivery_id = any(${ids}) ${own('d')}
        order by d.delivery_id desc for update`,
    },
    {
      name: 'taken',
      reads: ['locked'],
      returns: db`merchant_id text, delivery_id text, is_same boolean, attempt int, started_at timestamptz, url text,
        duration_ms int, status int, error text, answer text, outcome text, retry_at timestamptz`,
      statement: db`
        select q.merchant_id, q.delivery_id, q.queued_at = r."queuedAt" as is_same, r.attempt,
          r."startedAt" as started_at, r.url, r."durationMs" as duration_ms, r.status, r.error, r.answer, r.outcome,
          r."retryAt" as retry_at
        from delivery_queue q cross join lateral jsonb_to_record(${json(db, byDelivery)}::jsonb -> q.delivery_id) as r
          (attempt int, "queuedAt" timestamptz, epoch int, "startedAt" timestamptz, url text, "durationMs" int,
            status int, error text, answer text, outcome text, "retryAt" timestamptz)
        where q.delivery_id = any(${ids}) ${own('q')} and (select count(*) from locked) > 0
          and (q.attempt = r.attempt or q.queued_at <> r."queuedAt")
          and exists (select from callback_endpoints e where e.merchant_id = q.merchant_id ${own('e')} and e.epoch = r.epoch)
        for update of q`,
    },
    {
      name: 'ended',
      reads: ['taken'],
      statement: db`
        delete from delivery_queue q
        where q.delivery_id = any(array(select delivery_id from taken where outcome = 'delivered'
          or outcome = 'dead' and is_same)) ${own('q')}`,
    },
    {
      name: 'moved',
      reads: ['taken'],
      statement: db`
        update delivery_queue q set attempt = q.attempt + 1, asked_for = false, due_at = t.retry_at
        from taken t
        where q.delivery_id = any(array(select delivery_id from taken where outcome = 'retry' and is_same))
          and q.delivery_id = t.delivery_id and t.outcome = 'retry' and t.is_same ${own('q')}`,
    },
    {
      name: 'counted',
      reads: ['taken'],
      returns: db`merchant_id text, delivery_id text, sequence int, attempt int, started_at timestamptz, url text,
        duration_ms int, status int, error text, answer text`,
      statement: db`
        update deliveries d
        set state = case when t.outcome = 'delivered' or t.outcome = 'dead' and t.is_same then t.outcome else 'pending' end,
          attempts = d.attempts + 1, last_status = t.status, last_error = t.error, updated_at = ${now}
        from taken t where d.merchant_id = t.merchant_id and d.delivery_id = t.delivery_id ${own('d')}
        returning d.merchant_id, d.delivery_id, d.attempts as sequence, t.attempt, t.started_at, t.url, t.duration_ms,
          t.status, t.error, t.answer`,
    },
  ]
  await inSteps(db, steps, {
    reads: ['counted'],
    statement: db`
      insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms, status,
        error, answer, url)
      select merchant_id, delivery_id, sequence, attempt, started_at, duration_ms, status, error,
        decode(answer, 'base64'), url
      from counted`,
  })
  return results.map(() => null)
}

/** PostgreSQL's JSON rejects NUL and lone surrogates, and one such message would fail the whole batch. */
function storable(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '')
}
