import type { Db } from '../db/db.ts'

/** Uses the index of restored payments, which are few. */
export async function restoredPayments(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from payments where restored_at is not null`
  return row?.count ?? 0
}

export async function waitingEvents(db: Db): Promise<{ recent: number; longer: number }> {
  const [counts] = await db<{ recent: number; longer: number }[]>`
    select count(*) filter (where received_at > now() - interval '1 hour')::int as recent,
      count(*) filter (where received_at <= now() - interval '1 hour')::int as longer
    from events where outcome = 'waiting'`
  return counts ?? { recent: 0, longer: 0 }
}
