import type { Db } from '../db/db.ts'
import type { Job } from './repeat.ts'

/** How long an answer stays valid, so that jobs that run close together share it. */
const validMs = 700
/** How long statuses and figures keep being updated after a change: each run rereads the last half minute. */
const updateForMs = 60_000

/**
 * Jobs rarely find anything to do, so one statement first checks for all of them. If it gets no answer, each job checks
 * for work itself: a lock on one table must not hold up jobs that do not need it. On a cluster, no single statement can
 * answer.
 */
export function watchDue(db: Db): (job: Job) => Promise<boolean> {
  const ranMs = new Map<string, number>()
  let askedMs = Number.NEGATIVE_INFINITY
  let changedMs = Number.NEGATIVE_INFINITY
  let changes = 0
  let answer: Promise<Record<string, boolean> | null>

  async function ask() {
    const { changes: now, ...due } = await whatIsDue(db)
    if (now !== changes) changedMs = performance.now()
    changes = now
    const follows = performance.now() - changedMs < updateForMs
    return { ...due, 'keep statuses': follows, 'keep figures': follows || due['keep figures'] }
  }

  return async ({ name, maxRestMs = 0 }) => {
    const nowMs = performance.now()
    const hasRested = nowMs - (ranMs.get(name) ?? Number.NEGATIVE_INFINITY) >= maxRestMs
    if (db.engine.isOne && !hasRested) {
      if (nowMs - askedMs > validMs) {
        askedMs = nowMs
        answer = ask().catch(() => null)
      }
      if ((await answer)?.[name] === false) return false
    }
    ranMs.set(name, nowMs)
    return true
  }
}

/** Whether each job, by name, has something to do, and a number that changes with payments, entries and deliveries. */
async function whatIsDue(db: Db) {
  const [row] = await db<[{ changes: number; 'keep figures': boolean }]>`
    select exists (select from open_operations
        where lease_until <= now() and (recover_at is null or recover_at <= now())) as "recover operations",
      exists (select from incomplete_histories where held_until <= now()) as "heal history",
      exists (select from events where outcome = 'waiting'
        and (retry_at <= now() or retry_at > now() + interval '2 hours')) as "retry waiting events",
      exists (select from event_cursors
        where due_at <= now() or due_at > now() + interval '2 hours') as "find lost events",
      exists (select from payment_statuses where next_check_at <= now()
          and status in ('requires_action', 'processing', 'requires_capture'))
        or exists (select from payment_statuses where next_check_at <= now()
          and status in ('requires_payment_method', 'requires_confirmation')) as "refresh open payments",
      exists (select from refunds where fee_due_at <= now()) as "read fees",
      exists (select from reconciliations where state = 'running') as "reconcile",
      exists (select from figures_due) as "keep figures",
      (select sum(pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid))::float8 from pg_class
        where oid in ('payments'::regclass, 'ledger_entries'::regclass, 'deliveries'::regclass)) as changes`
  return row
}
