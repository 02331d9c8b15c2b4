import { type Db, type Queryable, type Tx, when } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import type { AccountSnapshot } from '../processors/port.ts'

export interface MerchantRow {
  merchantId: MerchantId
  name: string
  feeBps: number | null
  feeFixedCents: number | null
  callbackUrl: string | null
  suspended: boolean
  createdAt: Date
}

const columns = (db: Queryable) => db`
  merchant_id, name, fee_bps, fee_fixed_cents, callback_url, suspended_at is not null as suspended, created_at`

export async function insertMerchant(tx: Tx, merchant: MerchantRow): Promise<void> {
  await tx`
    insert into merchants (merchant_id, name, fee_bps, fee_fixed_cents, callback_url, created_at)
    values (${merchant.merchantId}, ${merchant.name}, ${merchant.feeBps}, ${merchant.feeFixedCents},
      ${merchant.callbackUrl}, ${merchant.createdAt})`
}

export async function findMerchant(db: Queryable, merchantId: string): Promise<MerchantRow | null> {
  const [row] = await db<MerchantRow[]>`
    select ${columns(db)}
    from merchants where merchant_id = ${merchantId}`
  return row ?? null
}

export async function lockMerchant(tx: Tx, merchantId: string): Promise<MerchantRow | null> {
  const [row] = await tx<MerchantRow[]>`
    select ${columns(tx)}
    from merchants where merchant_id = ${merchantId}
    for no key update`
  return row ?? null
}

/** A merchant with its account at the processor that new payments use. */
export interface MerchantWithAccount extends MerchantRow {
  account: AccountSnapshot | null
}

const withAccount = (db: Db, processor: string) => db`
  select m.merchant_id, m.name, m.fee_bps, m.fee_fixed_cents, m.callback_url,
    m.suspended_at is not null as suspended, m.created_at,
    case when a.account_id is not null then jsonb_build_object('accountId', a.account_id,
      'chargesEnabled', a.charges_enabled, 'payoutsEnabled', a.payouts_enabled,
      'detailsSubmitted', a.details_submitted, 'disabledReason', a.disabled_reason, 'pastDue', a.past_due,
      'currentlyDue', to_jsonb(a.currently_due)) end as account
  from merchants m
    left join processor_accounts a on a.merchant_id = m.merchant_id and a.processor = ${processor}`

export async function findMerchantWithAccount(
  db: Db,
  merchantId: string,
  processor: string,
): Promise<MerchantWithAccount | null> {
  const [row] = await db<MerchantWithAccount[]>`
    ${withAccount(db, processor)} where m.merchant_id = ${merchantId}`
  return row ?? null
}

export async function listMerchantsWithAccounts(
  db: Db,
  processor: string,
  filter: { before: string | null; limit: number },
): Promise<MerchantWithAccount[]> {
  return await db<MerchantWithAccount[]>`
    ${withAccount(db, processor)}
    where true ${when(db, filter.before, before => db`and m.merchant_id < ${before}`)}
    order by m.merchant_id desc
    limit ${filter.limit}`
}

export async function listMerchants(
  db: Db,
  filter: { before: string | null; limit: number },
): Promise<MerchantRow[]> {
  return await db<MerchantRow[]>`
    select ${columns(db)}
    from merchants
    where true ${when(db, filter.before, before => db`and merchant_id < ${before}`)}
    order by merchant_id desc
    limit ${filter.limit}`
}

export async function updateMerchant(tx: Tx, merchant: MerchantRow): Promise<void> {
  await tx`
    update merchants
    set name = ${merchant.name}, fee_bps = ${merchant.feeBps}, fee_fixed_cents = ${merchant.feeFixedCents},
      callback_url = ${merchant.callbackUrl}
    where merchant_id = ${merchant.merchantId}`
}

/** Null at lets the merchant go on. False when it was so before. */
export async function setSuspendedAt(tx: Tx, merchantId: MerchantId, at: Date | null): Promise<boolean> {
  const rows = await tx`
    update merchants set suspended_at = ${at}
    where merchant_id = ${merchantId} and (suspended_at is null) = ${at !== null}
    returning 1`
  return rows.length > 0
}

/** A new address gets a fresh start, whatever the old one did. */
export async function openEndpoint(tx: Tx, merchantId: MerchantId): Promise<void> {
  await tx`
    insert into callback_endpoints (merchant_id) values (${merchantId})
    on conflict (merchant_id) do update
      set failures_in_a_row = 0, probes = 0, paused_until = null, quick = false, asked_for = '{}'`
}
