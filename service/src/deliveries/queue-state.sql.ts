import type { Db } from '../db/db.ts'

interface QueueState {
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
        where e.paused_until is null or e.paused_until <= now()), 0)::float8 as overdue_seconds,
      (select count(*) from deliveries where dead_at is not null)::int as dead,
      (select count(*) from callback_endpoints where paused_until > now())::int as paused`
  return state ?? { waiting: 0, overdueSeconds: 0, dead: 0, paused: 0 }
}
