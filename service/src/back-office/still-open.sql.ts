import type { Db } from '../db/db.ts'
import { disputeState } from '../payments/disputes.sql.ts'

/** After this time, a payment can be neither refunded nor disputed at any processor. */
const windowDays = 180

interface StillOpen {
  processor: string
  /** Payments that can still change there. */
  openPayments: number
  /** When the last of them closes, if nothing else happens to it; null if there are none. */
  neededUntil: Date | null
}

/** Open payments at these processors. Reads every payment of the last six months, so it is called rarely. */
export async function stillOpenAt(db: Db, processors: string[]): Promise<StillOpen[]> {
  if (processors.length === 0) return []
  const rows = await db<StillOpen[]>`
    select processor, count(*)::int as open_payments, max(closed_at) as needed_until from (
      select p.processor, p.created_at + ${windowDays} * interval '1 day' as closed_at from payments p
      where p.processor = any(${processors}) and p.status not in ('canceled', 'refunded')
        and p.created_at > now() - ${windowDays} * interval '1 day'
      union all
      select p.processor, now() + interval '1 day' from disputes d
        join payments p on p.merchant_id = d.merchant_id and p.payment_id = d.payment_id
      where p.processor = any(${processors}) and d.state in ('warning', 'open')
        and ${disputeState(db)} not in ('warning_closed', 'prevented')
        and (p.status in ('canceled', 'refunded') or p.created_at <= now() - ${windowDays} * interval '1 day')
      union all
      select o.intent ->> 'processor', now() + interval '1 day' from open_operations w
        join operations o on o.merchant_id = w.merchant_id and o.operation_id = w.operation_id
      where o.intent ->> 'processor' = any(${processors}) and o.kind = 'create'
    ) open group by processor`
  const found = new Map(rows.map(row => [row.processor, row]))
  return processors.map(
    processor => found.get(processor) ?? { processor, openPayments: 0, neededUntil: null },
  )
}

/** A warning for each processor that has open payments but is missing from the settings. */
export async function forgottenProcessors(db: Db, known: string[]): Promise<string[]> {
  const rows = await db<{ processor: string }[]>`
    select distinct processor from processor_accounts where processor <> all(${known})`
  const names = rows.map(({ processor }) => processor)
  const forgotten = (await stillOpenAt(db, names)).filter(({ openPayments }) => openPayments > 0)
  return forgotten.map(({ processor, openPayments }) => {
    const payments = openPayments === 1 ? '1 open payment' : `${openPayments} open payments`
    return `The processor "${processor}" is not in the settings, but has ${payments}. Add ${processor}:drain to SVC_PROCESSORS.`
  })
}
