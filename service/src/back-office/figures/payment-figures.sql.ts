import { type Fragment, listed, recordset, type Tx } from '../../db/db.ts'
import { changedSince, isDeclined } from '../../payments/statuses.sql.ts'
import { countsOfEntry, countsOfPayment } from './counted-rows.sql.ts'

/** A quarter of an hour of a merchant whose figures are due. */
export interface Quarter {
  merchantId: string
  at: Date
}

export const quarterMs = 15 * 60_000

const sources = ['deliveries', 'payments'] as const
export type FigureSource = (typeof sources)[number]

/**
 * Null while another instance is working, unless `waits`. Locks both sources, because on a cluster their transactions
 * write to the same shards and could wait for each other.
 */
export async function lockCursor(tx: Tx, source: FigureSource, waits: boolean): Promise<Date | null> {
  const [timeout, most] = waits ? ['lock_timeout', '1s'] : ['statement_timeout', '5min']
  // Changes and the rows of each quarter must be found by an index: any other join compares all rows of a merchant with
  // all its quarters, which the planner wrongly expects to be cheaper.
  await tx`
    select set_config(${timeout}, ${most}, true), set_config(setting, 'off', true)
    from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) setting`
  const locked = await tx<{ source: FigureSource; readFrom: Date }[]>`
    select source, read_from from figure_cursors where source = any(${[...sources]}) order by source
    for update ${waits ? tx`` : tx`skip locked`}`
  if (locked.length < sources.length) return null
  return locked.find(row => row.source === source)?.readFrom ?? null
}

export async function moveCursor(tx: Tx, source: FigureSource, readFrom: Date): Promise<void> {
  await tx`update figure_cursors set read_from = ${readFrom} where source = ${source}`
}

const quarterOf = (tx: Tx, time: Fragment) => tx`date_bin('15 minutes', ${time}, '2000-01-01 00:00:00Z')`

/** Marks the quarters that recent changes count in: when a payment was created, and when an entry was posted. */
export async function markChangedPayments(tx: Tx, since: Date): Promise<void> {
  await tx`
    insert into figures_due (merchant_id, source, at)
    select merchant_id, 'payments', ${quarterOf(tx, tx`created_at`)} from payments
    where ${changedSince(tx, since, 'payments')}
    union
    select merchant_id, 'payments', ${quarterOf(tx, tx`posted_at`)} from ledger_entries
    where posted_at >= ${since} or inserted_at >= ${since}
    on conflict do nothing`
}

/** A delivery counts at the time in its id, which may differ slightly from its `created_at`. */
export async function markChangedDeliveries(tx: Tx, since: Date): Promise<void> {
  await tx`
    insert into figures_due (merchant_id, source, at)
    select distinct merchant_id, 'deliveries', ${quarterOf(tx, tx`created_at + near`)}
    from deliveries cross join (values (interval '-1 minute'), (interval '1 minute')) as moments (near)
    where ${changedSince(tx, since, 'deliveries')}
    on conflict do nothing`
}

/** About as many as requested, oldest first. Includes all due quarters of each time, so that totals are summed once. */
export async function dueQuarters(tx: Tx, source: FigureSource, about: number): Promise<Quarter[]> {
  return await tx<Quarter[]>`
    select merchant_id, at from figures_due
    where source = ${source} and at <= (
      select max(at) from (select at from figures_due where source = ${source} order by at limit ${about}) oldest)
    order by at`
}

export async function removeDue(tx: Tx, source: FigureSource, until: Date): Promise<void> {
  await tx`delete from figures_due where source = ${source} and at <= ${until}`
}

/** The quarters as a table to join. */
export const rowsOf = (tx: Tx, quarters: Quarter[]) =>
  recordset(
    tx,
    quarters.map(({ merchantId, at }) => ({ merchant_id: merchantId, at })),
    tx`merchant_id text, at timestamptz`,
  )

const given = (tx: Tx, quarters: Quarter[]) => tx`${rowsOf(tx, quarters)} as q`

const paymentsOf = (tx: Tx, quarters: Quarter[]) => tx`
  ${given(tx, quarters)} join payments p
    on p.merchant_id = q.merchant_id and p.created_at >= q.at and p.created_at < q.at + interval '15 minutes'`

const counted = [
  'created',
  'succeeded',
  'failed',
  'canceled',
  'entries',
  'captures',
  'volume_cents',
  'fees_cents',
  'refunded_cents',
  'disputed_cents',
]

const eachCounted = (tx: Tx, of: (column: Fragment) => Fragment) =>
  listed(
    tx,
    counted.map(name => of(tx`${tx(name)}`)),
  )

/** The columns that count something. */
export const countedColumns = (tx: Tx) => eachCounted(tx, column => column)

export const sumsOfCounted = (tx: Tx) => eachCounted(tx, column => tx`sum(${column})`)

export const replaceFigures = (tx: Tx) => tx`
  on conflict (merchant_id, at, currency) do update
    set ${eachCounted(tx, column => tx`${column} = excluded.${column}`)}`

export async function writePaymentFigures(tx: Tx, quarters: Quarter[]): Promise<void> {
  await tx`
    insert into payment_figures (merchant_id, at, currency, ${countedColumns(tx)})
    select merchant_id, at, currency, ${sumsOfCounted(tx)}
    from (
      select q.merchant_id, q.at, p.currency, ${countsOfPayment(tx)}
      from ${paymentsOf(tx, quarters)}
      union all
      select q.merchant_id, q.at, e.currency, ${countsOfEntry(tx)}
      from ${given(tx, quarters)} join ledger_entries e
        on e.merchant_id = q.merchant_id and e.posted_at >= q.at and e.posted_at < q.at + interval '15 minutes'
      union all
      -- a payment whose currency was changed may have been the only one in its old currency
      select q.merchant_id, q.at, f.currency, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from ${given(tx, quarters)} join payment_figures f on f.merchant_id = q.merchant_id and f.at = q.at
    ) parts
    group by 1, 2, 3
    ${replaceFigures(tx)}`
}

/** Recomputes the totals of all merchants together. */
export async function writePaymentTotals(tx: Tx, times: string[]): Promise<void> {
  await tx`
    insert into payment_figures (merchant_id, at, currency, ${countedColumns(tx)})
    select '', at, currency, ${sumsOfCounted(tx)}
    from payment_figures where at = any(${times}::text[]::timestamptz[]) and merchant_id <> ''
    group by at, currency
    ${replaceFigures(tx)}`
}

export async function writeDeclines(tx: Tx, quarters: Quarter[]): Promise<void> {
  await tx`
    delete from activity_figures f using ${given(tx, quarters)}
    where f.merchant_id = q.merchant_id and f.at = q.at and f.kind = 'decline'`
  await tx`
    insert into activity_figures (merchant_id, at, kind, name, count)
    select q.merchant_id, q.at, 'decline', p.failure_code, count(*)
    from ${paymentsOf(tx, quarters)}
    where ${isDeclined(tx, 'p')}
    group by 1, 2, 4`
}
