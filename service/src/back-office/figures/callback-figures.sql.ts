import { recordset, type Tx } from '../../db/db.ts'
import { firstDeliveryIdAt } from '../../ids.ts'
import { countsOfDelivery } from './counted-rows.sql.ts'
import { latencyBoundsMs } from './latency.ts'
import { type Quarter, quarterMs, rowsOf } from './payment-figures.sql.ts'

/** Joins each quarter with its rows of a table keyed by delivery ids, which begin with their creation time. */
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

export async function writeCallbackFigures(tx: Tx, quarters: Quarter[]): Promise<void> {
  await tx`
    delete from activity_figures f
    using ${rowsOf(tx, quarters)} as q
    where f.merchant_id = q.merchant_id and f.at = q.at and f.kind in ('callback', 'latency')`
  await tx`
    insert into activity_figures (merchant_id, at, kind, name, count)
    select q.merchant_id, q.at, 'callback', one.name, sum(one.count)
    from ${rowsOfQuarters(tx, quarters, 'deliveries')} cross join ${countsOfDelivery(tx)}
    where one.count > 0
    group by 1, 2, 4`
  await tx`
    insert into activity_figures (merchant_id, at, kind, name, count)
    select q.merchant_id, q.at, 'latency',
      width_bucket(d.duration_ms, ${[...latencyBoundsMs]}::int[])::text, count(*)
    from ${rowsOfQuarters(tx, quarters, 'delivery_attempts')}
    where d.status is not null
    group by 1, 2, 4`
}

/** Recomputes the totals of all merchants together. */
export async function writeActivityTotals(tx: Tx, times: string[], kinds: string[]): Promise<void> {
  await tx`
    delete from activity_figures where merchant_id = '' and at = any(${times}::text[]::timestamptz[]) and kind = any(${kinds})`
  await tx`
    insert into activity_figures (merchant_id, at, kind, name, count)
    select '', at, kind, name, sum(count) from activity_figures
    where at = any(${times}::text[]::timestamptz[]) and kind = any(${kinds}) and merchant_id <> ''
    group by at, kind, name`
}
