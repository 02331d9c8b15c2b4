import type { Db, Queryable } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import type { AccountSnapshot } from '../processors/port.ts'

/** A merchant's account at a processor. */
export interface ProcessorAccount extends AccountSnapshot {
  processor: string
  /** Raised with every change. */
  version: number
}

export async function findAccount(
  db: Queryable,
  merchantId: MerchantId,
  processor: string,
): Promise<ProcessorAccount | null> {
  const [row] = await db<ProcessorAccount[]>`
    select processor, account_id, charges_enabled, payouts_enabled, details_submitted, disabled_reason, past_due,
      currently_due, version
    from processor_accounts where merchant_id = ${merchantId} and processor = ${processor}`
  return row ?? null
}

/** The first account of a merchant at a processor stays: a second one is not recorded over it. */
export async function recordAccount(
  db: Db,
  merchantId: MerchantId,
  processor: string,
  account: AccountSnapshot,
  at: Date,
): Promise<void> {
  await db`
    insert into processor_accounts (merchant_id, processor, account_id, charges_enabled, payouts_enabled,
      details_submitted, disabled_reason, past_due, currently_due, created_at, updated_at)
    values (${merchantId}, ${processor}, ${account.accountId}, ${account.chargesEnabled}, ${account.payoutsEnabled},
      ${account.detailsSubmitted}, ${account.disabledReason}, ${account.pastDue}, ${account.currentlyDue}, ${at}, ${at})
    on conflict (merchant_id, processor) do nothing`
}

/** False when something else changed it first. */
export async function updateAccount(
  db: Db,
  merchantId: MerchantId,
  known: ProcessorAccount,
  account: AccountSnapshot,
  at: Date,
): Promise<boolean> {
  const rows = await db`
    update processor_accounts
    set charges_enabled = ${account.chargesEnabled}, payouts_enabled = ${account.payoutsEnabled},
      details_submitted = ${account.detailsSubmitted}, disabled_reason = ${account.disabledReason},
      past_due = ${account.pastDue}, currently_due = ${account.currentlyDue}, version = version + 1,
      updated_at = ${at}
    where merchant_id = ${merchantId} and processor = ${known.processor} and version = ${known.version}
    returning 1`
  return rows.length > 0
}
