import type { Db } from '../db/db.ts'
import { sharesStatements } from '../db/per-merchant.ts'
import { inOrder } from './claim.sql.ts'

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

/** So few that their times are quickly looked at; a longer queue is left to the claims. */
const few = 50

/** Whether a claim might find something. Most polls find nothing, and this costs far less than an empty claim. */
export async function mayHaveWork(db: Db, now: Date): Promise<boolean> {
  const first = await firstInQueue(db)
  return first.length === few || first.some(({ dueAt }) => dueAt <= now)
}

async function firstInQueue(db: Db): Promise<{ dueAt: Date }[]> {
  const look = `select due_at from delivery_queue order by merchant_id limit ${few}`
  if (!sharesStatements(db)) return await db.unsafe<{ dueAt: Date }[]>(look)
  // sent as one, and so in a transaction of its own; a cluster takes no such thing
  const results = await db.unsafe<{ dueAt: Date }[][]>(`${inOrder};${look}`).simple()
  return results.at(-1) ?? []
}
