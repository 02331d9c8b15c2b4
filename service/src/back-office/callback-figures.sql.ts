import { recordset, type Tx } from '../db/db.ts'
import { firstDeliveryIdAt } from '../ids.ts'
import {
  countedColumns,
  type Quarter,
  quarterMs,
  replaceFigures,
  rowsOf,
  sumsOfCounted,
} from './payment-figures.sql.ts'

/** Each quarter with its rows of a table keyed by delivery ids, which begin with their time. */
const rowsOfQuarters = (tx: Tx, quarters: Quarter[], table: 'deliveries' | 'delivery_attempts') => {
  const listed = recordset(
    tx,
    quarters.map(({ merchantId, at }) => ({
      merchant_id: merchantId,
      at,
      first_id: firstDeliveryIdAt(at),
      end_id: firstDeliveryIdAt(new Date(at.getTime() + quarterMs)),
    })),
    tx`merchant_id text, at timestamptz, first_id text, end_id text`,
  )
  return tx`
    ${listed} as q join ${tx(table)} d
      on d.merchant_id = q.merchant_id and d.delivery_id >= q.first_id and d.delivery_id < q.end_id`
}

export async function writeCallbackFigures(
  tx: Tx,
  quarters: Quarter[],
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
      from ${rowsOfQuarters(tx, quarters, 'deliveries')}
      group by 1, 2
    ) counted cross join lateral (values ('delivered', delivered), ('dead', dead), ('pending', pending),
      ('failed', failed)) as one (name, count)
    where count > 0`
  await tx`
    insert into activity_figures (merchant_id, at, kind, name, count)
    select q.merchant_id, q.at, 'latency',
      width_bucket(d.duration_ms, ${[...latencyBoundsMs]}::int[])::text, count(*)
    from ${rowsOfQuarters(tx, quarters, 'delivery_attempts')}
    where d.status is not null
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

/** Recomputes the days of a merchant, or of all merchants together, from their quarters. */
const ofDays = (tx: Tx, days: Quarter[]) => tx`
  ${rowsOf(tx, days)} as d`

/** Merchant and time are compared together: time alone has an index as well, with the quarters of all merchants. */
const quartersOf = (tx: Tx, days: Quarter[], table: string) => tx`
  ${ofDays(tx, days)} join ${tx(table)} f
    on (f.merchant_id, f.at) >= (d.merchant_id, d.at) and (f.merchant_id, f.at) < (d.merchant_id, d.at + interval '1 day')`

export async function writePaymentDays(tx: Tx, days: Quarter[]): Promise<void> {
  await tx`
    insert into payment_figures_by_day (merchant_id, at, currency, ${countedColumns(tx)})
    select d.merchant_id, d.at, f.currency, ${sumsOfCounted(tx)}
    from ${quartersOf(tx, days, 'payment_figures')}
    group by 1, 2, 3
    ${replaceFigures(tx)}`
}

export async function writeActivityDays(tx: Tx, days: Quarter[], kinds: string[]): Promise<void> {
  await tx`
    delete from activity_figures_by_day f using ${ofDays(tx, days)}
    where f.merchant_id = d.merchant_id and f.at = d.at and f.kind = any(${kinds})`
  await tx`
    insert into activity_figures_by_day (merchant_id, at, kind, name, count)
    select d.merchant_id, d.at, f.kind, f.name, sum(f.count)
    from ${quartersOf(tx, days, 'activity_figures')}
    where f.kind = any(${kinds})
    group by 1, 2, 3, 4`
}
