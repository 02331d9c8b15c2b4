import { type Fragment, listed, type Tx } from '../../db/db.ts'
import { changedSince } from '../../payments/newest.sql.ts'

/** One quarter of an hour of one merchant's figures. */
export interface Quarter {
  merchantId: string
  at: Date
}

export const quarterMs = 15 * 60_000

/** When changes were last read. Null while another instance is working, unless `waits`. */
export async function lockCursor(tx: Tx, waits: boolean): Promise<Date | null> {
  const [timeout, most] = waits ? ['lock_timeout', '1s'] : ['statement_timeout', '5min']
  // Changes and the rows of each quarter must be found by an index: any other join compares all rows of a merchant with
  // all its quarters, which the planner wrongly expects to be cheaper.
  await tx`
    select set_config(${timeout}, ${most}, true), set_config(setting, 'off', true)
    from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) setting`
  const [one, other] = await tx<{ readFrom: Date }[]>`
    select read_from from figure_cursors where source in ('payments', 'deliveries') order by source
    for update ${waits ? tx`` : tx`skip locked`}`
  return one && other ? new Date(Math.min(+one.readFrom, +other.readFrom)) : null
}

const quarterOf = (tx: Tx, time: Fragment) => tx`date_bin('15 minutes', ${time}, '2000-01-01 00:00:00Z')`

/**
 * Records the quarters whose figures have recently changed: when a payment was created, an entry posted, or a delivery
 * queued. A delivery counts by the time in its id, which may differ slightly from its `created_at`.
 */
export async function markChanged(tx: Tx, since: Date, readUntil: Date): Promise<void> {
  await tx`
    insert into figures_due (merchant_id, source, at)
    select merchant_id, 'payments', ${quarterOf(tx, tx`created_at`)} from payments
    where ${changedSince(tx, since, 'payments')}
    union
    select merchant_id, 'payments', ${quarterOf(tx, tx`posted_at`)} from ledger_entries
    where posted_at >= ${since} or inserted_at >= ${since}
    on conflict do nothing`
  await tx`
    insert into figures_due (merchant_id, source, at)
    select distinct merchant_id, 'deliveries', ${quarterOf(tx, tx`created_at + near`)}
    from deliveries cross join (values (interval '-1 minute'), (interval '1 minute')) as moments (near)
    where ${changedSince(tx, since, 'deliveries')}
    on conflict do nothing`
  await tx`update figure_cursors set read_from = ${readUntil} where source in ('payments', 'deliveries')`
}

/** A quarter may be due for both sources, and the index lists each source separately. */
const sources = ['payments', 'deliveries']

/** About as many as requested, oldest first. Includes all merchants due at each time, so totals are summed only once. */
export async function dueQuarters(tx: Tx, about: number): Promise<Quarter[]> {
  const ends = sources.map(
    source =>
      tx`(select at from figures_due where source = ${source} order by at offset ${about - 1} limit 1)`,
  )
  return await tx<Quarter[]>`
    select distinct merchant_id, at from figures_due
    where source = any(${sources})
      and at <= coalesce((select min(at) from (${listed(tx, ends, tx` union all `)}) ends), 'infinity')
    order by at`
}

export async function isDueAfter(tx: Tx, time: Date): Promise<boolean> {
  const due = await tx`
    select from figures_due where source = any(${sources}) and at > ${time} limit 1`
  return due.length > 0
}

export async function removeDue(tx: Tx, until: Date): Promise<void> {
  await tx`delete from figures_due where source = any(${sources}) and at <= ${until}`
}
