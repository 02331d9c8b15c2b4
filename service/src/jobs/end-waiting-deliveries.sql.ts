import type { Db } from '../db/db.ts'
import { isInFlight } from '../deliveries/in-flight.sql.ts'
import type { DeadLetter } from '../deliveries/log-dead-letter.ts'
import { probing } from '../deliveries/schedule.ts'

/** Those that keep failing and have something in the queue from before a time. */
export async function probedEndpoints(db: Db, queuedBefore: Date): Promise<string[]> {
  const rows = await db<{ merchantId: string }[]>`
    select e.merchant_id from callback_endpoints e
    where e.failures_in_a_row >= ${probing.afterFailures} and exists (
      select from delivery_queue q where q.merchant_id = e.merchant_id and q.queued_at <= ${queuedBefore})`
  return rows.map(row => row.merchantId)
}

export interface Overdue {
  merchantId: string
  queuedBefore: Date
  now: Date
  limit: number
}

/** Says which it ended. What is in flight or not due yet is left to its attempt. */
export async function endOverdue(
  db: Db,
  { merchantId, queuedBefore, now, limit }: Overdue,
): Promise<DeadLetter[]> {
  const error =
    'not sent: the endpoint kept failing for as long as the whole schedule of attempts would have taken'
  return await db<DeadLetter[]>`
    with waiting as materialized (
      select merchant_id, delivery_id from delivery_queue q
      where merchant_id = ${merchantId} and queued_at <= ${queuedBefore} and due_at <= ${now}
        and not ${isInFlight(db, 'q', now)}
      order by queued_at
      limit ${limit}
    ), locked as materialized (
      -- the delivery before its place in the queue, the newest first: see lockDelivery
      select d.merchant_id, d.delivery_id from waiting w
        join deliveries d on d.merchant_id = w.merchant_id and d.delivery_id = w.delivery_id
          and d.merchant_id = ${merchantId}
      order by d.delivery_id desc
      for update of d skip locked
    ), ended as (
      delete from delivery_queue q using locked l
      where q.merchant_id = l.merchant_id and q.delivery_id = l.delivery_id
        and q.merchant_id = ${merchantId} and q.queued_at <= ${queuedBefore} and q.due_at <= ${now}
        and not ${isInFlight(db, 'q', now)}
      returning q.merchant_id, q.delivery_id
    )
    update deliveries d set state = 'dead', last_status = null, last_error = ${error}, updated_at = ${now}
    from ended where d.merchant_id = ended.merchant_id and d.delivery_id = ended.delivery_id
      and d.merchant_id = ${merchantId}
    returning d.merchant_id, d.delivery_id, d.attempts as attempt, d.last_status as status, d.last_error as error`
}
