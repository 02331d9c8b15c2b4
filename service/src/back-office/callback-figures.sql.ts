import { recordset, type Tx } from '../db/db.ts'
import { eachByIndex } from './each-by-index.sql.ts'
import { type Quarter, rowsOf } from './payment-figures.sql.ts'

/** A quarter of an hour and the ids of the deliveries that were made in it. */
export interface DeliveryQuarter extends Quarter {
  firstId: string
  endId: string
}

/** The beginnings of their ids, which are few: each stands for all that were made within half a minute. */
export async function changedDeliveries(
  tx: Tx,
  after: Date,
  until: Date,
): Promise<{ merchantId: string; idsBegin: string }[]> {
  return await tx<{ merchantId: string; idsBegin: string }[]>`
    select distinct merchant_id, left(delivery_id, 11) as ids_begin from deliveries
    where updated_at >= ${after} and updated_at < ${until}::timestamptz + interval '1 millisecond'`
}

/** Each quarter with its rows of a table that has the ids of deliveries. */
const rowsOfQuarters = (
  tx: Tx,
  quarters: DeliveryQuarter[],
  table: 'deliveries' | 'delivery_attempts',
  alias: string,
) => {
  const column = (name: string) => tx`${tx(alias)}.${tx(name)}`
  const listed = recordset(
    tx,
    quarters.map(one => ({
      merchant_id: one.merchantId,
      at: one.at,
      first_id: one.firstId,
      end_id: one.endId,
    })),
    tx`merchant_id text, at timestamptz, first_id text, end_id text`,
  )
  const isMatch = tx`${column('merchant_id')} = q.merchant_id
    and ${column('delivery_id')} >= q.first_id and ${column('delivery_id')} < q.end_id`
  return tx`${listed} as q ${eachByIndex(tx, table, alias, isMatch)}`
}

export async function writeCallbackFigures(
  tx: Tx,
  quarters: DeliveryQuarter[],
  latencyBoundsMs: readonly number[],
): Promise<void> {
  await tx`
    delete from activity_figures f
    using ${rowsOf(tx, quarters)} as q
    where f.merchant_id = q.merchant_id and f.at = q.at and f.kind in ('callback', 'latency')`
  await tx`
    insert into activity_figures (merchant_id, at, kind, name, count)
    select merchant_id, at, 'callback', name, count
    from (
      select q.merchant_id, q.at, count(*) filter (where d.state = 'delivered') as delivered,
        count(*) filter (where d.state = 'dead') as dead, count(*) filter (where d.state = 'pending') as pending,
        sum(d.attempts) - count(*) filter (where d.state = 'delivered') as failed
      from ${rowsOfQuarters(tx, quarters, 'deliveries', 'd')}
      group by 1, 2
    ) counted cross join lateral (values ('delivered', delivered), ('dead', dead), ('pending', pending),
      ('failed', failed)) as one (name, count)
    where count > 0`
  await tx`
    insert into activity_figures (merchant_id, at, kind, name, count)
    select q.merchant_id, q.at, 'latency',
      width_bucket(a.duration_ms, ${[...latencyBoundsMs]}::int[])::text, count(*)
    from ${rowsOfQuarters(tx, quarters, 'delivery_attempts', 'a')}
    where a.status is not null
    group by 1, 2, 4`
}

/** Of all merchants together. */
export async function writeActivityTotals(tx: Tx, times: string[], kinds: string[]): Promise<void> {
  await tx`
    delete from activity_figures where merchant_id = '' and at = any(${times}::text[]::timestamptz[]) and kind = any(${kinds})`
  await tx`
    insert into activity_figures (merchant_id, at, kind, name, count)
    select '', at, kind, name, sum(count) from activity_figures
    where at = any(${times}::text[]::timestamptz[]) and kind = any(${kinds}) and merchant_id <> ''
    group by at, kind, name`
}
