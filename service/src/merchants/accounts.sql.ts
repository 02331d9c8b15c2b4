import { type Db, isOutdated, nextVersion, type Queryable, recordset, type Tx } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import type { MerchantId } from '../ids.ts'
import type { AccountSnapshot } from '../processors/port.ts'

/** A merchant's account at a processor. */
export interface ProcessorAccount extends AccountSnapshot {
  processor: string
  /** Incremented with every change. */
  version: number
}

export interface StoredAccount extends ProcessorAccount {
  /** Disabled by an operator: it takes no new payments. */
  disabled: boolean
}

const columns = (db: Queryable) => db`
  processor, account_id, charges_enabled, payouts_enabled, details_submitted, disabled_reason, past_due, currently_due,
  version, disabled_at is not null as disabled`

/** An account `a` as a `StoredAccount` in JSON. */
export const accountAsJson = (db: Queryable) => db`jsonb_build_object(
  'processor', a.processor, 'accountId', a.account_id, 'chargesEnabled', a.charges_enabled,
  'payoutsEnabled', a.payouts_enabled, 'detailsSubmitted', a.details_submitted, 'disabledReason', a.disabled_reason,
  'pastDue', a.past_due, 'currentlyDue', to_jsonb(a.currently_due), 'version', a.version,
  'disabled', a.disabled_at is not null)`

export async function findAccount(db: Queryable, merchantId: MerchantId, processor: string) {
  const [row] = await db<StoredAccount[]>`
    select ${columns(db)}
    from processor_accounts where merchant_id = ${merchantId} and processor = ${processor}`
  return row ?? null
}

export async function accountsOf(db: Queryable, merchantId: MerchantId): Promise<StoredAccount[]> {
  return await db<StoredAccount[]>`
    select ${columns(db)} from processor_accounts where merchant_id = ${merchantId} order by processor`
}

export const findAccountOwner = inBatches(ownersOf)

async function ownersOf(db: Db, asked: { processor: string; accountId: string }[]) {
  const rows = asked.map((key, item) => ({ ...key, item }))
  const given = recordset(db, rows, db`item int, processor text, "accountId" text`)
  const found = await db<{ item: number; merchantId: MerchantId }[]>`
    select g.item, a.merchant_id from ${given} as g
      join processor_accounts a on a.processor = g.processor and a.account_id = g."accountId"`
  const owners = new Map(found.map(({ item, merchantId }) => [item, merchantId]))
  return asked.map((_, item) => owners.get(item) ?? null)
}

/**
 * A second account at a processor never replaces the merchant's first one there. The merchant's very first account fixes
 * its processor, so that a change of the default does not move it.
 */
export async function recordAccount(
  db: Queryable,
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
  await fixProcessor(db, merchantId, processor)
}

/**
 * Fixes the merchant's processor. False if it is already fixed, or if the merchant has an account at another processor.
 */
export async function fixProcessor(db: Queryable, merchantId: string, processor: string): Promise<boolean> {
  const { count } = await db`
    update merchants set processor = ${processor}
    where merchant_id = ${merchantId} and processor is null
      and not exists (select from processor_accounts where merchant_id = ${merchantId} and processor <> ${processor})`
  return count > 0
}

/** False if the account has changed in the meantime. */
export async function updateAccount(
  db: Db,
  merchantId: MerchantId,
  known: ProcessorAccount,
  account: AccountSnapshot,
  at: Date,
): Promise<boolean> {
  const { processor, version } = known
  try {
    await accountsFragment(db, [{ item: 1, merchantId, processor, version, account, at }])
    return true
  } catch (error) {
    if (isOutdated(error)) return false
    throw error
  }
}

/** Null enables it. Returns false if nothing changed. */
export async function setDisabledAt(tx: Tx, merchantId: MerchantId, processor: string, at: Date | null) {
  const { count } = await tx`
    update processor_accounts set disabled_at = ${at}
    where merchant_id = ${merchantId} and processor = ${processor} and (disabled_at is null) = ${at !== null}`
  return count > 0
}

/** One account in a statement that changes several. */
interface AccountItem {
  item: number
  merchantId: MerchantId
  processor: string
  /** The version from which the change was computed. */
  version: number
  account: AccountSnapshot
  at: Date
}

/** With `permitted`, updates only the items that the step of that name returned. */
export function accountsFragment(db: Queryable, items: AccountItem[], permitted?: 'permitted') {
  const rows = items.map(({ account, ...item }) => ({ ...account, ...item }))
  const given = recordset(
    db,
    rows,
    db`
    item int, "merchantId" text, processor text, version int, "chargesEnabled" boolean, "payoutsEnabled" boolean,
    "detailsSubmitted" boolean, "disabledReason" text, "pastDue" boolean, "currentlyDue" jsonb, at timestamptz`,
  )
  const currentlyDue = db`array(select jsonb_array_elements_text(c."currentlyDue"))`
  // an event that changes nothing must not hide how long the account has been in its state
  return db`
      update processor_accounts a
      set charges_enabled = c."chargesEnabled", payouts_enabled = c."payoutsEnabled",
        details_submitted = c."detailsSubmitted", disabled_reason = c."disabledReason", past_due = c."pastDue",
        currently_due = ${currentlyDue}, version = ${nextVersion(db, 'a', 'c')},
        updated_at = case when
          (a.charges_enabled, a.payouts_enabled, a.details_submitted, a.disabled_reason, a.past_due, a.currently_due)
          is distinct from (c."chargesEnabled", c."payoutsEnabled", c."detailsSubmitted", c."disabledReason", c."pastDue",
            ${currentlyDue}) then c.at else a.updated_at end,
        stopped_at = case when c."chargesEnabled" then null when a.charges_enabled then c.at else a.stopped_at end
      from ${given} as c ${permitted ? db`join permitted using (item)` : db``}
      where a.merchant_id = c."merchantId" and a.processor = c.processor`
}

/** The default merchant for test payments: the oldest, which is the demo merchant if there is one. */
export async function findTestMerchant(db: Db, processor: string): Promise<MerchantId | null> {
  const [row] = await db<{ merchantId: MerchantId }[]>`
    select merchant_id from processor_accounts
    where processor = ${processor}
    order by created_at, merchant_id limit 1`
  return row?.merchantId ?? null
}
