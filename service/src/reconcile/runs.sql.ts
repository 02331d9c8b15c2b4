import type { Static } from '@fastify/type-provider-typebox'
import { type Db, json, type Queryable, type Tx, when } from '../db/db.ts'
import type { Slice } from '../http/paging.ts'
import { newReconciliationId } from '../ids.ts'
import type { MovementKind } from '../processors/lists-port.ts'
import type { Found } from './difference.ts'
import { explainGone, marginMs, markCompared, saveFindings } from './differences.sql.ts'
import type { ReconciliationSchema } from './schemas.ts'

/** A run's position among a processor's accounts, in merchant order. */
export interface Progress {
  processor?: string
  /** The current merchant, or the previous one. */
  merchantId?: string
  step?: 'payments' | 'movements' | 'done'
  after?: string | null
  /** Our payments created since then have been compared. */
  comparedFrom?: string
}

export type Counts = Record<'accounts' | 'skippedAccounts' | 'payments' | 'movements' | 'calls', number>

export interface Run {
  reconciliationId: string
  fromAt: Date
  toAt: Date
  merchantId: string | null
  fix: boolean
  progress: Progress
  createdAt: Date
}

type ShownRun = Static<typeof ReconciliationSchema>

/** Open-ended: until now. */
type NewRun = Pick<Run, 'fromAt' | 'toAt' | 'merchantId' | 'fix'> & { isOpenEnded: boolean }

/** Joins an identical comparison that is still running instead of starting another. */
export async function startRun(tx: Tx, { fromAt, toAt, merchantId, fix, isOpenEnded }: NewRun) {
  await tx`select pg_advisory_xact_lock(hashtext('reconciliations'))`
  const [same] = await tx<{ reconciliationId: string }[]>`
    select reconciliation_id from reconciliations
    where state = 'running' and from_at = ${fromAt} and fix = ${fix} ${isOpenEnded ? tx`` : tx`and to_at = ${toAt}`}
      and merchant_id is not distinct from ${merchantId}`
  if (same) return same.reconciliationId
  const id = newReconciliationId()
  await tx`
    insert into reconciliations (reconciliation_id, from_at, to_at, merchant_id, fix)
    values (${id}, ${fromAt}, ${toAt}, ${merchantId}, ${fix})`
  return id
}

/**
 * Starts one run, whichever instance comes first. It begins where the previous one ended, at most a week ago, and
 * retries the failed runs of that week, so that no day is skipped if no instance was running or the processor did not
 * answer.
 */
export async function startDailyRun(db: Db, day: Date): Promise<void> {
  const date = day.toISOString().slice(0, 10)
  await db.begin(async tx => {
    const { count } = await tx`
      insert into reconciliations (reconciliation_id, from_at, to_at, fix, daily_for)
      select ${newReconciliationId()},
        greatest(least(max(to_at), ${day}::timestamptz), ${day}::timestamptz - interval '7 days'),
        ${day}::timestamptz + interval '1 day', false, ${date}
      from reconciliations where daily_for < ${date}
      on conflict (daily_for) do nothing`
    if (count === 0) return
    await tx`
      update reconciliations
      set state = 'running', failures = 0, error = null, finished_at = null, lease_until = now()
      where state = 'failed' and daily_for >= ${date}::date - 7`
  })
}

const leaseSeconds = 30

/** The oldest run that no other instance has taken. */
export async function claimRun(db: Db, holder: string): Promise<Run | null> {
  const [row] = await db<Run[]>`
    update reconciliations set holder = ${holder}, lease_until = now() + ${leaseSeconds} * interval '1 second'
    where reconciliation_id = (
      select reconciliation_id from reconciliations
      where state = 'running' and (lease_until <= now() or holder = ${holder})
      order by created_at limit 1 for update skip locked)
    returning reconciliation_id, from_at, to_at, merchant_id, fix, progress, created_at`
  return row ?? null
}

export interface Total {
  currency: string
  kind: MovementKind
  processorCents: number
  ledgerCents: number
}

export interface Page {
  processor: string
  progress: Progress
  counts: Counts
  findings: Found[]
  totals: (Total & { merchantId: string })[]
  /** Differences that are gone when checked again. */
  gone: string[]
  /** The merchant whose account was compared. */
  compared: string | null
}

/** Stores the result of a page and the next position. False if another instance has taken over. */
export async function savePage(db: Db, run: Run, holder: string, page: Page): Promise<boolean> {
  const id = run.reconciliationId
  return await db.begin(async tx => {
    const { counts, progress, processor } = page
    // steps that every start repeats do not count as progress
    const isFurther = tx`progress <> ${json(tx, progress)}::jsonb`
    const { count } = await tx`
      update reconciliations
      set progress = ${json(tx, progress)}, accounts = accounts + ${counts.accounts},
        skipped_accounts = skipped_accounts + ${counts.skippedAccounts}, payments = payments + ${counts.payments},
        movements = movements + ${counts.movements}, calls = calls + ${counts.calls}, failures = case when ${isFurther} then 0 else failures end,
        error = case when ${isFurther} then null else error end,
        lease_until = now() + ${leaseSeconds} * interval '1 second'
      where reconciliation_id = ${id} and holder = ${holder} and state = 'running'`
    if (count === 0) return false
    await saveFindings(tx, run, processor, page.findings)
    await explainGone(tx, page.gone)
    if (page.compared !== null) {
      await markCompared(tx, { merchantId: page.compared, processor }, run)
    }
    for (const one of page.totals) {
      await tx`
        insert into reconciliation_totals (reconciliation_id, processor, merchant_id, currency, kind, processor_cents,
          ledger_cents)
        values (${id}, ${processor}, ${one.merchantId}, ${one.currency}, ${one.kind}, ${one.processorCents},
          ${one.ledgerCents})
        on conflict (reconciliation_id, processor, merchant_id, currency, kind) do update
          set processor_cents = excluded.processor_cents, ledger_cents = excluded.ledger_cents`
    }
    return true
  })
}

export async function finishRun(db: Db, id: string, holder: string): Promise<void> {
  await db`
    update reconciliations set state = 'done', finished_at = now()
    where reconciliation_id = ${id} and holder = ${holder} and state = 'running'`
}

/** Schedules a retry with a growing delay; after `most` failures in a row, the run fails. */
export async function putOff(db: Db, id: string, holder: string, reason: string, most: number) {
  await db`
    update reconciliations
    set failures = failures + 1, error = ${reason}, holder = null,
      lease_until = now() + least(60, 2 ^ failures) * interval '1 second',
      state = case when failures + 1 >= ${most} then 'failed' else state end,
      finished_at = case when failures + 1 >= ${most} then now() end
    where reconciliation_id = ${id} and holder = ${holder} and state = 'running'`
}

const columns = (db: Queryable) => db`
  reconciliation_id, from_at as "from", to_at as "to",
  greatest(from_at, least(to_at, created_at - ${marginMs} * interval '1 ms')) as compared_until,
  merchant_id, fix, daily_for is not null as daily, state, error,
  accounts, skipped_accounts, payments, movements, calls, created_at, finished_at,
  (select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.reconciliation_id) as differences,
  unexplained, unreadable`

/** The runs, with the number of their findings that are still unexplained. */
const runs = (db: Queryable) => db`
  reconciliations r cross join lateral (
    select count(*)::int as unexplained, (count(*) filter (where what = 'unreadable'))::int as unreadable
    from reconciliation_differences f
      join differences d using (merchant_id, processor, processor_payment_id, kind, what, object_id)
    where f.reconciliation_id = r.reconciliation_id and d.explained_at is null) found`

export async function listRuns(db: Db, { after, limit }: Slice): Promise<ShownRun[]> {
  return await db<ShownRun[]>`
    select ${columns(db)} from ${runs(db)}
    where true ${when(db, after, id => db`and reconciliation_id < ${id}`)}
    order by reconciliation_id desc limit ${limit}`
}

export async function findRun(db: Queryable, id: string): Promise<ShownRun | null> {
  const [row] = await db<ShownRun[]>`
    select ${columns(db)} from ${runs(db)} where reconciliation_id = ${id}`
  return row ?? null
}

export async function totalsOf(db: Db, id: string) {
  return await db<(Total & { processor: string })[]>`
    select processor, currency, kind, sum(processor_cents)::float8 as processor_cents, sum(ledger_cents)::float8 as ledger_cents
    from reconciliation_totals where reconciliation_id = ${id}
    group by processor, currency, kind order by processor, currency, kind`
}
