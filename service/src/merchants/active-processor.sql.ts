import type { Queryable } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { findAccount } from './accounts.sql.ts'

/** The processors of this instance, and the default one for new merchants. */
export interface OfferedProcessors {
  processors: ReadonlyMap<string, unknown>
  defaultProcessor: string
}

/** The active processor of a merchant `m`, for its new payments, onboarding and readers. */
export const activeProcessor = (db: Queryable, { processors, defaultProcessor }: OfferedProcessors) =>
  db`case when m.processor = any(${[...processors.keys()]}::text[]) then m.processor else ${defaultProcessor} end`

export async function findActiveProcessor(db: Queryable, merchantId: string, offered: OfferedProcessors) {
  const [row] = await db<{ name: string }[]>`
    select ${activeProcessor(db, offered)} as name from merchants m where merchant_id = ${merchantId}`
  return row?.name ?? offered.defaultProcessor
}

export async function findActiveAccount(db: Queryable, merchantId: MerchantId, offered: OfferedProcessors) {
  return await findAccount(db, merchantId, await findActiveProcessor(db, merchantId, offered))
}
