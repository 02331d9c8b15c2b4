import type { Tx } from '../../db/db.ts'
import { countedColumns, type Quarter, replaceFigures, rowsOf, sumsOfCounted } from './payment-figures.sql.ts'

/** Compares merchant and time together, or the planner may use the index on time, which has all merchants' quarters. */
const quartersOf = (tx: Tx, days: Quarter[], table: string) => tx`
  ${rowsOf(tx, days)} as d join ${tx(table)} f
    on (f.merchant_id, f.at) >= (d.merchant_id, d.at) and (f.merchant_id, f.at) < (d.merchant_id, d.at + interval '1 day')`

/** Recomputes the days of a merchant, or of all merchants together, from their quarters. */
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
    delete from activity_figures_by_day f using ${rowsOf(tx, days)} as d
    where f.merchant_id = d.merchant_id and f.at = d.at and f.kind = any(${kinds})`
  await tx`
    insert into activity_figures_by_day (merchant_id, at, kind, name, count)
    select d.merchant_id, d.at, f.kind, f.name, sum(f.count)
    from ${quartersOf(tx, days, 'activity_figures')}
    where f.kind = any(${kinds})
    group by 1, 2, 3, 4`
}
