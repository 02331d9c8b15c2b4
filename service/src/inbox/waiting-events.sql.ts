import type { Db } from '../db/db.ts'

export async function waitingEvents(db: Db): Promise<{ recent: number; longer: number }> {
  const [counts] = await db<{ recent: number; longer: number }[]>`
    select count(*) filter (where received_at > now() - interval '1 hour')::int as recent,
      count(*) filter (where received_at <= now() - interval '1 hour')::int as longer
    from events where outcome = 'waiting'`
  return counts ?? { recent: 0, longer: 0 }
}
