import type { Queryable } from '../db/db.ts'

/** Whether the endpoint `e` of a merchant `m` is failing, from the first failed attempt until one succeeds. */
export const isFailing = (db: Queryable) => db`(m.callback_url is not null and e.failures_in_a_row > 0)`

/** The same for a merchant `m` alone. A cluster cannot look up the endpoint of each merchant in turn. */
export const hasFailingEndpoint = (db: Queryable) => db`
  (m.callback_url is not null and m.merchant_id in (
    select merchant_id from callback_endpoints where failures_in_a_row > 0))`

/** Failing endpoints `e` with their merchant `m`, `last_failure`, and `w.waiting`: queued callbacks, at most 1,000. */
export const failingNow = (db: Queryable) => db`
  callback_endpoints e join merchants m using (merchant_id)
    cross join lateral (select count(*)::int as waiting
      from (select 1 from delivery_queue q where q.merchant_id = e.merchant_id limit 1000) queued) w
    ${joinLastFailure(db)}
  where ${isFailing(db)}`

/** The maximum number of retries to search for the newest failure. */
const retriesAtMost = 100

/** Joins `last_failure`, the last failed delivery of an endpoint `e`: one that is retried, or else a dead letter. */
export const joinLastFailure = (db: Queryable) => db`
  left join lateral (
    select d.delivery_id, d.last_error as reason from (
      select q.delivery_id from delivery_queue q where q.merchant_id = e.merchant_id and q.attempt > 1
      order by q.due_at desc limit ${retriesAtMost}) q
      join deliveries d on d.merchant_id = e.merchant_id and d.delivery_id = q.delivery_id
    order by d.updated_at desc limit 1) retry on true
  left join lateral (
    select d.delivery_id, d.last_error as reason from deliveries d
    where d.merchant_id = e.merchant_id and d.dead_at is not null
    order by d.delivery_id desc limit 1) dead on true
  cross join lateral (
    select coalesce(retry.delivery_id, dead.delivery_id) as delivery_id,
      coalesce(retry.reason, dead.reason) as reason) last_failure`
