import type { Db } from '../../db/db.ts'

interface Share {
  /** The last character of its merchants' ids. */
  share: string
  epoch: number
}

/**
 * Renews the worker's lease, by the database's clock, and takes shares that no living worker holds, up to its fair
 * number. Returns the shares it now holds, and that number.
 */
export async function renewShares(
  db: Db,
  { workerId, leaseMs, stopping }: { workerId: string; leaseMs: number; stopping: boolean },
): Promise<{ shares: Share[]; part: number }> {
  const lease = db`${leaseMs}::int * interval '1 millisecond'`
  const [row] = await db<{ shares: Share[] | null; part: number }[]>`
    with renewed as (
      insert into callback_workers (worker_id, alive_until, stopping)
      values (${workerId}, now() + ${lease}, ${stopping})
      on conflict (worker_id) do update set alive_until = excluded.alive_until, stopping = excluded.stopping
    ), living as (
      -- a lease that lasts longer means that the clock was set back
      select worker_id, stopping from callback_workers
      where alive_until between now() and now() + 2 * ${lease} and worker_id <> ${workerId}
      union all select ${workerId}::text, ${stopping}::boolean
    ), part as (
      select ceil((select count(*) from callback_shares)::float / greatest(1, count(*)))::int as size
      from living where not stopping
    ), held as (
      select share, epoch from callback_shares where worker_id = ${workerId}
    ), free as materialized (
      select share, epoch from callback_shares
      where worker_id is null or worker_id not in (select worker_id from living)
      order by share
      limit (select case when ${stopping}::boolean then 0 else greatest(0, size - (select count(*) from held)) end from part)
    ), taken as (
      -- if another worker takes a share at the same time, its epoch no longer matches
      update callback_shares s set worker_id = ${workerId}, epoch = s.epoch + 1
      from free where s.share = free.share and s.epoch = free.epoch
      returning s.share, s.epoch
    ), all_held as (
      select * from held union all select * from taken
    )
    select (select json_agg(h order by h.share) from all_held h) as shares, (select size from part) as part`
  return { shares: row?.shares ?? [], part: row?.part ?? 0 }
}

export async function releaseShares(db: Db, workerId: string, shares: string[]): Promise<void> {
  await db`
    update callback_shares set worker_id = null where worker_id = ${workerId} and share = any(${shares})`
}

/** Removes this worker, and any that died long ago. */
export async function forgetWorker(db: Db, workerId: string): Promise<void> {
  await db`
    delete from callback_workers where worker_id = ${workerId} or alive_until < now() - interval '1 hour'`
}
