import type { Db } from '../db/db.ts'

export interface QueueState {
  waiting: number
  overdueSeconds: number
  dead: number
  paused: number
}

export async function queueState(db: Db): Promise<QueueState> {
  const [state] = await db<QueueState[]>`
    select (select count(*) from delivery_queue)::int as waiting,
      coalesce((select greatest(0, extract(epoch from now() - min(q.due_at))) from delivery_queue q
        join callback_endpoints e on e.merchant_id = q.merchant_id
        where (e.paused_until is null or e.paused_until <= now())
          and (q.claimed_until is null or q.claimed_until <= now())), 0)::float8 as overdue_seconds,
      (select count(*) from deliveries where state = 'dead')::int as dead,
      (select count(*) from callback_endpoints where paused_until > now())::int as paused`
  return state ?? { waiting: 0, overdueSeconds: 0, dead: 0, paused: 0 }
}

/** Far cheaper than a claim that finds nothing, which is what most looks at the queue are for. */
export async function hasQueue(db: Db): Promise<boolean> {
  // by an index, because a table that was emptied keeps its pages for a while
  const [waiting] = await db`select 1 from delivery_queue order by merchant_id limit 1`
  return waiting !== undefined
}
