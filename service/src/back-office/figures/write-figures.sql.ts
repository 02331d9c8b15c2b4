import { type Fragment, recordset, type Tx } from '../../db/db.ts'
import { figureTables, rowsOfQuarters } from './counted-rows.sql.ts'
import type { Quarter } from './due-quarters.sql.ts'

const dayMs = 86_400_000

/** Recomputes these quarters of an hour, their totals over all merchants, and the days that contain them. */
export async function writeFigures(tx: Tx, quarters: Quarter[]): Promise<void> {
  const times = [...new Set(quarters.map(({ at }) => at.toISOString()))]
  const totals = times.map(at => ({ merchantId: '', at: new Date(at) }))
  const days = daysOf(quarters)
  for (const { name, counts, rows, ...table } of Object.values(figureTables)) {
    const [keys, columns] = [tx.unsafe(table.keys), tx.unsafe(`${table.keys}, ${counts}`)]
    const sums = tx.unsafe(counts.replaceAll(/\w+/g, 'sum($&)'))
    const replace = async (target: string, of: Quarter[], select: Fragment) => {
      await tx`
        delete from ${tx(target)} f using ${listOf(tx, of)} as q where f.merchant_id = q.merchant_id and f.at = q.at`
      await tx`insert into ${tx(target)} (merchant_id, at, ${columns}) ${select}`
    }
    const counted = tx`
      select merchant_id, at, ${keys}, ${sums} from ${rows(tx, rowsOfQuarters(tx, quarters))}
      group by merchant_id, at, ${keys}`
    await replace(name, quarters, counted)
    // the driver supports arrays of text, but not of times
    const ofAll = tx`
      select '', at, ${keys}, ${sums} from ${tx(name)}
      where at = any(${times}::text[]::timestamptz[]) and merchant_id <> ''
      group by at, ${keys}`
    await replace(name, totals, ofAll)
    // compares merchant and time together, or the planner may use the index on time, which has all merchants' quarters
    const ofDays = tx`
      select d.merchant_id, d.at, ${keys}, ${sums}
      from ${listOf(tx, days)} as d join ${tx(name)} f
        on (f.merchant_id, f.at) >= (d.merchant_id, d.at) and (f.merchant_id, f.at) < (d.merchant_id, d.at + interval '1 day')
      group by d.merchant_id, d.at, ${keys}`
    await replace(`${name}_by_day`, days, ofDays)
  }
}

const listOf = (tx: Tx, quarters: Quarter[]) =>
  recordset(
    tx,
    quarters.map(({ merchantId, at }) => ({ merchant_id: merchantId, at })),
    tx`merchant_id text, at timestamptz`,
  )

/** The days of these quarters, each for its merchant and for all merchants together. */
function daysOf(quarters: Quarter[]): Quarter[] {
  const days = new Map<string, Quarter>()
  for (const quarter of quarters) {
    const at = new Date(Math.floor(quarter.at.getTime() / dayMs) * dayMs)
    for (const merchantId of [quarter.merchantId, '']) {
      days.set(`${merchantId} ${at.getTime()}`, { merchantId, at })
    }
  }
  return [...days.values()]
}
