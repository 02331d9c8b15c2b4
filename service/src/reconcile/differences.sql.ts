import type { Static } from '@fastify/type-provider-typebox'
import { type Db, type Tx, when } from '../db/db.ts'
import { ofMerchant } from '../db/per-merchant.ts'
import type { Slice } from '../http/paging.ts'
import { newDifferenceId } from '../ids.ts'
import type { Found } from './difference.ts'
import type { DifferenceSchema, ReconciliationDetailSchema } from './schemas.ts'

/** A difference that a comparison checks again. */
export type StoredDifference = Omit<Found, 'fixed' | 'reason'> & { differenceId: string; processor: string }

type ShownDifference = Static<typeof DifferenceSchema>

const identity = (db: Db | Tx) => db`merchant_id, processor, processor_payment_id, kind, what, object_id`

/**
 * Stores the findings of a comparison. If an explained difference reappears, it counts again, unless a note explains it
 * and nothing about it has changed.
 */
export async function saveFindings(
  tx: Tx,
  run: { reconciliationId: string; fromAt: Date },
  processor: string,
  findings: Found[],
): Promise<void> {
  for (const { merchantId, paymentId, processorPaymentId, kind, what, objectId, ...one } of findings) {
    const { currency, ours, theirs, fixed, reason } = one
    await tx`
      insert into reconciliation_differences (${identity(tx)}, reconciliation_id, payment_id, currency, ours, theirs,
        fixed, note)
      values (${merchantId}, ${processor}, ${processorPaymentId}, ${kind}, ${what}, ${objectId}, ${run.reconciliationId},
        ${paymentId}, ${currency}, ${ours}, ${theirs}, ${fixed}, ${reason})
      on conflict (reconciliation_id, ${identity(tx)}) do nothing`
    await tx`
      insert into differences as d (${identity(tx)}, difference_id, payment_id, currency, ours, theirs, found_from,
        explained_by, explained_at)
      values (${merchantId}, ${processor}, ${processorPaymentId}, ${kind}, ${what}, ${objectId}, ${newDifferenceId()},
        ${paymentId}, ${currency}, ${ours}, ${theirs}, ${run.fromAt}, ${fixed ? 'fix' : null},
        case when ${fixed} then now() end)
      on conflict (${identity(tx)}) do update
        set payment_id = excluded.payment_id, currency = excluded.currency, ours = excluded.ours,
          theirs = excluded.theirs, seen_at = excluded.seen_at,
          found_at = case when d.explained_at is null then d.found_at else excluded.found_at end,
          found_from = case when d.explained_at is null then d.found_from else excluded.found_from end,
          explained_by = excluded.explained_by, explained_at = excluded.explained_at, note = null, explainer = null
        where excluded.explained_by = 'fix' or d.explained_by is distinct from 'note'
          or (d.ours, d.theirs) is distinct from (excluded.ours, excluded.theirs)`
  }
}

/** Marks differences that are gone as explained: an event reported the missing part. */
export async function explainGone(tx: Tx, differenceIds: string[]): Promise<void> {
  if (differenceIds.length === 0) return
  await tx`
    update differences set explained_by = 'event', explained_at = now()
    where difference_id = any(${differenceIds}) and explained_at is null`
}

/** A payment made just before a run may have entered a list after the list was read. */
export const marginMs = 120_000

/**
 * Records that an account was read, which ends a note on why it could not be, and extends its compared period if that
 * leaves no gap.
 */
export async function markCompared(
  tx: Tx,
  { merchantId, processor }: { merchantId: string; processor: string },
  { fromAt, toAt, createdAt }: { fromAt: Date; toAt: Date; createdAt: Date },
): Promise<void> {
  const until = new Date(Math.min(+toAt, +createdAt - marginMs))
  await tx`
    update differences set explained_by = 'event', explained_at = now()
    where merchant_id = ${merchantId} and processor = ${processor} and kind = 'account' and what = 'unreadable'
      and explained_by is distinct from 'event'`
  await tx`
    update processor_accounts set compared_until = ${until}
    where merchant_id = ${merchantId} and processor = ${processor}
      and (compared_until is null or (compared_until >= ${fromAt} and compared_until < ${until}))`
}

/** Unexplained differences at one processor. */
export async function unexplainedAt(db: Db, processor: string, merchantId: string | null, after: string) {
  return await db<StoredDifference[]>`
    select difference_id, ${identity(db)}, payment_id, currency, ours, theirs from differences
    where processor = ${processor} and explained_at is null and difference_id > ${after}
      ${ofMerchant(db, 'merchant_id', merchantId)}
    order by difference_id limit 100`
}

/** The amounts come from this row: the difference `d`, or the finding `f` of a run. */
const columns = (db: Db | Tx, row: 'd' | 'f') => db`
  difference_id, processor, merchant_id, ${db(`${row}.payment_id`)} as svc_payment_id,
  processor_payment_id as processor_payment_intent_id, kind, what, object_id, ${db(`${row}.currency`)},
  ${db(`${row}.ours`)}, ${db(`${row}.theirs`)}, found_at, seen_at, explained_by, explained_at, d.note, explainer`

interface DifferenceFilter extends Slice {
  merchantId: string | null
  isExplained: boolean
}

/** Newest first. */
export async function listDifferences(db: Db, filter: DifferenceFilter): Promise<ShownDifference[]> {
  const { merchantId, isExplained, after, limit } = filter
  return await db<ShownDifference[]>`
    select ${columns(db, 'd')} from differences d
    where (explained_at is not null) = ${isExplained} ${ofMerchant(db, 'merchant_id', merchantId)}
      ${when(db, after, id => db`and difference_id < ${id}`)}
    order by difference_id desc limit ${limit}`
}

export async function findDifference(tx: Tx, differenceId: string): Promise<ShownDifference | null> {
  const [row] = await tx<ShownDifference[]>`
    select ${columns(tx, 'd')} from differences d where difference_id = ${differenceId} for update`
  return row ?? null
}

/** A new note replaces the old one. */
export async function explain(tx: Tx, differenceId: string, by: { note: string; explainer: string }) {
  const [row] = await tx<ShownDifference[]>`
    update differences d
    set explained_by = 'note', explained_at = now(), note = ${by.note}, explainer = ${by.explainer}
    where difference_id = ${differenceId}
    returning ${columns(tx, 'd')}`
  return row ?? null
}

type FoundInRun = Static<typeof ReconciliationDetailSchema>['data'][number] & { sequence: number }

/** A difference as a comparison found it, with its current explanation. */
export async function differencesOf(db: Db, reconciliationId: string, after: number, limit: number) {
  return await db<FoundInRun[]>`
    select ${columns(db, 'f')}, sequence::float8, fixed, f.note as reason
    from reconciliation_differences f left join differences d using (${identity(db)})
    where reconciliation_id = ${reconciliationId} and sequence > ${after}
    order by sequence limit ${limit}`
}

/** The state of the books, for one merchant or all. */
export async function stateOfBooks(db: Db, processors: Iterable<string>, merchantId: string | null = null) {
  const mine = ofMerchant(db, 'merchant_id', merchantId)
  const kinds = await db<{ kind: string; count: number; from: Date; readableFrom: Date | null }[]>`
    select kind, count(*)::int, min(found_from) as from,
      min(found_from) filter (where what <> 'unreadable') as readable_from
    from differences where explained_at is null ${mine} group by kind`
  const accounts = await db<(Unreadable & { isNoted: boolean })[]>`
    select merchant_id, processor, explained_at is not null as is_noted from differences
    where kind = 'account' and what = 'unreadable' and (explained_at is null or explained_by = 'note') ${mine}
    order by difference_id`
  const unreadable = accounts.flatMap(({ isNoted, ...account }) => (isNoted ? [] : [account]))
  const noted = accounts.filter(({ isNoted }) => isNoted)
  const [last] = await db<{ at: Date | null }[]>`
    select max(finished_at) as at from reconciliations where merchant_id is null and state = 'done'`
  const of = { processors: [...processors], merchantId }
  const equalWithout = (left: Unreadable[], before: Date[]) =>
    equalPeriod(db, { ...of, leftAccounts: left.map(one => `${one.merchantId} ${one.processor}`), before })
  const equal = await equalWithout(
    noted,
    kinds.map(({ from }) => from),
  )
  const ofReadable = kinds.flatMap(({ readableFrom }) => readableFrom ?? [])
  const [setUp] = equal.until ? [] : await db<{ at: Date }[]>`select min(run_at) as at from schema_version`
  return {
    lastAt: last?.at ?? null,
    /** When the first migration ran; null once something was compared. */
    setUpAt: setUp?.at ?? null,
    equal,
    /** The same, without the accounts that cannot be read. */
    readableEqual: unreadable.length > 0 ? await equalWithout(accounts, ofReadable) : equal,
    unreadable,
    /** Counts by kind, the unreadable accounts included. */
    unexplained: Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
  }
}

interface Unreadable {
  merchantId: string
  processor: string
}

interface Compared {
  merchantId: string | null
  /** Accounts that are not considered, because they cannot be read. */
  leftAccounts: string[]
}

/** Until the end of it, every account was compared and every difference is explained; from its start, without a gap. */
async function equalPeriod(
  db: Db,
  { processors, before, ...compared }: Compared & { processors: string[]; before: Date[] },
) {
  const { merchantId, leftAccounts } = compared
  const [row] = await db<{ until: Date | null }[]>`
    select min(compared_until) as until from processor_accounts
    where processor = any(${processors}) ${ofMerchant(db, 'merchant_id', merchantId)}
      and merchant_id || ' ' || processor <> all(${leftAccounts})`
  const until = row?.until ? new Date(Math.min(+row.until, ...before.map(Number))) : null
  return { until, since: until && (await comparedSince(db, { ...compared, until })) }
}

/** The start of the comparisons that lead up to `until` without a gap. */
async function comparedSince(db: Db, { merchantId, until, leftAccounts }: Compared & { until: Date }) {
  const mine = when(db, merchantId, id => db`or merchant_id = ${id}`)
  const [row] = await db<{ since: Date | null; until: Date | null }[]>`
    select max(from_at) filter (where (from_at <= until_before) is not true) as since, max(until) as until
    from (
      select from_at, until,
        max(until) over (order by from_at, until rows between unbounded preceding and 1 preceding) as until_before
      from (
        select from_at, least(to_at, created_at - ${marginMs} * interval '1 ms') as until
        from reconciliations r
        where state = 'done' and from_at < ${until} and (merchant_id is null ${mine})
          and (skipped_accounts = 0 or not exists (
            select from reconciliation_differences d
            where d.reconciliation_id = r.reconciliation_id and kind = 'account' and what = 'unreadable'
              and d.merchant_id || ' ' || processor <> all(${leftAccounts})))) one) runs`
  return row?.until && row.until >= until ? row.since : null
}
