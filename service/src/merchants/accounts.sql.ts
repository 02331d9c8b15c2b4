import { type Db, type Queryable, recordset, type Tx } from '../db/db.ts'
import { sharesStatements } from '../db/per-merchant.ts'
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
  const { processor, version } = known
  if (!sharesStatements(db)) {
    return await db.begin(async tx => {
      const locked = await tx`
        select 1 from processor_accounts
        where merchant_id = ${merchantId} and processor = ${processor} and version = ${version} for update`
      if (locked.length > 0) await moveAccount(tx, { merchantId, processor, account, at })
      return locked.length > 0
    })
  }
  const rows = await db`
    with permitted as (
      select 1 as item from processor_accounts
      where merchant_id = ${merchantId} and processor = ${processor} and version = ${version} for update
    ) ${accountsFragment(db, [{ item: 1, merchantId, processor, account, at }])}
    select item from permitted`
  return rows.length > 0
}

/** One of the accounts that a statement changes. */
export interface AccountItem {
  item: number
  merchantId: MerchantId
  processor: string
  account: AccountSnapshot
  at: Date
}

/** The account is locked by the caller. */
export async function moveAccount(tx: Tx, item: Omit<AccountItem, 'item'>): Promise<void> {
  const { merchantId, processor, account, at } = item
  await tx`
    update processor_accounts
    set charges_enabled = ${account.chargesEnabled}, payouts_enabled = ${account.payoutsEnabled},
      details_submitted = ${account.detailsSubmitted}, disabled_reason = ${account.disabledReason},
      past_due = ${account.pastDue}, currently_due = ${account.currentlyDue}, version = version + 1, updated_at = ${at}
    where merchant_id = ${merchantId} and processor = ${processor}`
}

/** Goes on a `with` whose `permitted` has the items that may be written. */
export function accountsFragment(db: Queryable, items: AccountItem[]) {
  const rows = items.map(({ account, ...item }) => ({ ...account, ...item }))
  const given = recordset(
    db,
    rows,
    db`
    item int, "merchantId" text, processor text, "chargesEnabled" boolean, "payoutsEnabled" boolean,
    "detailsSubmitted" boolean, "disabledReason" text, "pastDue" boolean, "currentlyDue" jsonb, at
    timestamptz`,
  )
  return db`, account_moved as (
      update processor_accounts a
      set charges_enabled = c."chargesEnabled", payouts_enabled = c."payoutsEnabled",
        details_submitted = c."detailsSubmitted", disabled_reason = c."disabledReason", past_due = c."pastDue",
        currently_due = array(select jsonb_array_elements_text(c."currentlyDue")), version = a.version + 1,
        updated_at = c.at
      from permitted join ${given} as c using (item)
      where a.merchant_id = c."merchantId" and a.processor = c.processor
    )`
}
