import { type Db, json, type Tx, when } from '../db/db.ts'
import { newReconciliationId } from '../ids.ts'
import type { MovementKind } from '../processors/lists-port.ts'
import type { Finding } from './examine.ts'

/** Where a run stands: in the accounts of a processor, in merchant order. */
export interface Progress {
  processor?: string
  /** The merchant at work, or the one before. */
  merchantId?: string
  step?: 'payments' | 'movements' | 'done'
  after?: string | null
  /** Ours that were made from then on have been compared. */
  comparedFrom?: string
}

export type Counts = Record<'accounts' | 'skippedAccounts' | 'payments' | 'movements' | 'calls', number>

export interface Run extends Counts {
  reconciliationId: string
  fromAt: Date
  toAt: Date
  merchantId: string | null
  fix: boolean
  dailyFor: string | null
  state: 'running' | 'done' | 'failed'
  progress: Progress
  failures: number
  error: string | null
  createdAt: Date
  finishedAt: Date | null
}

export type RunWithDifferences = Run & { differences: number; unfixed: number }

/** Open-ended: the end is now, whenever that is. */
type NewRun = Pick<Run, 'fromAt' | 'toAt' | 'merchantId' | 'fix'> & { isOpenEnded: boolean }

/** The same comparison that is still under way is joined rather than made twice. */
export async function startRun(
  tx: Tx,
  { fromAt, toAt, merchantId, fix, isOpenEnded }: NewRun,
): Promise<string> {
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

/** Once, whichever instance comes first. */
export async function startDailyRun(db: Db, day: Date): Promise<void> {
  const end = new Date(day.getTime() + 86_400_000)
  await db`
    insert into reconciliations (reconciliation_id, from_at, to_at, fix, daily_for)
    values (${newReconciliationId()}, ${day}, ${end}, false, ${day.toISOString().slice(0, 10)})
    on conflict (daily_for) do nothing`
}

const columns = (db: Db) => db`
  reconciliation_id, from_at, to_at, merchant_id, fix, daily_for::text, state, progress, accounts, skipped_accounts,
  payments, movements, calls, failures, error, created_at, finished_at`

const leaseSeconds = 30

/** The oldest that no other instance works on. */
export async function claimRun(db: Db, holder: string): Promise<Run | null> {
  const [row] = await db<Run[]>`
    update reconciliations set holder = ${holder}, lease_until = now() + ${leaseSeconds} * interval '1 second'
    where reconciliation_id = (
      select reconciliation_id from reconciliations
      where state = 'running' and (lease_until <= now() or holder = ${holder})
      order by created_at limit 1 for update skip locked)
    returning ${columns(db)}`
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
  findings: (Finding & Where)[]
  totals: (Total & { merchantId: string })[]
}

export interface Where {
  merchantId: string
  paymentId: string | null
  processorPaymentId: string
}

/** What a page brought, and where to go on. False when another instance has taken over. */
export async function savePage(db: Db, id: string, holder: string, page: Page): Promise<boolean> {
  return await db.begin(async tx => {
    const { counts, progress, processor } = page
    const { count } = await tx`
      update reconciliations
      set progress = ${json(tx, progress)}, accounts = accounts + ${counts.accounts},
        skipped_accounts = skipped_accounts + ${counts.skippedAccounts}, payments = payments + ${counts.payments},
        movements = movements + ${counts.movements}, calls = calls + ${counts.calls}, failures = 0, error = null,
        lease_until = now() + ${leaseSeconds} * interval '1 second'
      where reconciliation_id = ${id} and holder = ${holder} and state = 'running'`
    if (count === 0) return false
    for (const one of page.findings) {
      await tx`
        insert into reconciliation_differences (reconciliation_id, processor, merchant_id, payment_id,
          processor_payment_id, kind, what, object_id, currency, ours, theirs, fixed, note)
        values (${id}, ${processor}, ${one.merchantId}, ${one.paymentId}, ${one.processorPaymentId}, ${one.kind},
          ${one.what}, ${one.objectId}, ${one.currency}, ${one.ours}, ${one.theirs}, ${one.fixed}, ${one.note})
        on conflict (reconciliation_id, processor, merchant_id, processor_payment_id, kind, what, object_id)
          do nothing`
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

/** Tried again later, a few times in a row. */
export async function putOff(
  db: Db,
  id: string,
  holder: string,
  reason: string,
  most: number,
): Promise<void> {
  await db`
    update reconciliations
    set failures = failures + 1, error = ${reason}, holder = null,
      lease_until = now() + least(60, 2 ^ failures) * interval '1 second',
      state = case when failures + 1 >= ${most} then 'failed' else state end,
      finished_at = case when failures + 1 >= ${most} then now() end
    where reconciliation_id = ${id} and holder = ${holder} and state = 'running'`
}

const withDifferences = (db: Db) => db`
  ${columns(db)},
  (select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.reconciliation_id) as differences,
  (select count(*)::int from reconciliation_differences d
    where d.reconciliation_id = r.reconciliation_id and not d.fixed) as unfixed`

export async function listRuns(db: Db, after: string | null, limit: number): Promise<RunWithDifferences[]> {
  return await db<RunWithDifferences[]>`
    select ${withDifferences(db)} from reconciliations r
    where true ${when(db, after, id => db`and reconciliation_id < ${id}`)}
    order by reconciliation_id desc limit ${limit}`
}

export async function findRun(db: Db, id: string): Promise<RunWithDifferences | null> {
  const [row] = await db<RunWithDifferences[]>`
    select ${withDifferences(db)} from reconciliations r where reconciliation_id = ${id}`
  return row ?? null
}

type StoredDifference = Finding & Where & { processor: string; sequence: number }

export async function differencesOf(
  db: Db,
  id: string,
  after: number,
  limit: number,
): Promise<StoredDifference[]> {
  return await db<StoredDifference[]>`
    select sequence::float8, processor, merchant_id, payment_id, processor_payment_id, kind, what, object_id, currency, ours, theirs,
      fixed, note
    from reconciliation_differences where reconciliation_id = ${id} and sequence > ${after}
    order by sequence limit ${limit}`
}

export async function totalsOf(db: Db, id: string) {
  return await db<(Total & { processor: string })[]>`
    select processor, currency, kind, sum(processor_cents)::float8 as processor_cents, sum(ledger_cents)::float8 as ledger_cents
    from reconciliation_totals where reconciliation_id = ${id}
    group by processor, currency, kind order by processor, currency, kind`
}

/** What the newest comparison of all merchants says. */
export async function standing(db: Db) {
  const ofAll = db`r.merchant_id is null and r.state = 'done'`
  const isClean = db`not exists (select from reconciliation_differences d
    where d.reconciliation_id = r.reconciliation_id and not d.fixed)`
  const [clean] = await db<{ toAt: Date; finishedAt: Date }[]>`
    select to_at, finished_at from reconciliations r where ${ofAll} and ${isClean} order by to_at desc limit 1`
  const [last] = await db<{ reconciliationId: string; finishedAt: Date; unfixed: number }[]>`
    select reconciliation_id, finished_at, (select count(*)::int from reconciliation_differences d
      where d.reconciliation_id = r.reconciliation_id and not d.fixed) as unfixed
    from reconciliations r where ${ofAll} order by finished_at desc limit 1`
  const kinds = last
    ? await db<{ kind: string; count: number }[]>`
        select kind, count(*)::int from reconciliation_differences
        where reconciliation_id = ${last.reconciliationId} and not fixed group by kind`
    : []
  const [setUp] = clean ? [] : await db<{ at: Date }[]>`select min(run_at) as at from schema_version`
  return {
    /** When the first migration ran; null once a comparison was clean. */
    setUpAt: setUp?.at ?? null,
    /** The end of the last period in which all books were equal. */
    cleanUntil: clean?.toAt ?? null,
    lastCleanAt: clean?.finishedAt ?? null,
    last: last ?? null,
    unfixed: Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
  }
}
