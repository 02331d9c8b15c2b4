import type { Db, Queryable, Tx } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'

export interface MerchantRow {
  merchantId: MerchantId
  name: string
  feeBps: number | null
  feeFixedCents: number | null
  callbackUrl: string | null
  createdAt: Date
}

export async function insertMerchant(tx: Tx, merchant: MerchantRow): Promise<void> {
  await tx`
    insert into merchants (merchant_id, name, fee_bps, fee_fixed_cents, callback_url, created_at)
    values (${merchant.merchantId}, ${merchant.name}, ${merchant.feeBps}, ${merchant.feeFixedCents},
      ${merchant.callbackUrl}, ${merchant.createdAt})`
}

export async function findMerchant(db: Queryable, merchantId: string): Promise<MerchantRow | null> {
  const [row] = await db<MerchantRow[]>`
    select merchant_id, name, fee_bps, fee_fixed_cents, callback_url, created_at
    from merchants where merchant_id = ${merchantId}`
  return row ?? null
}

export async function lockMerchant(tx: Tx, merchantId: string): Promise<MerchantRow | null> {
  const [row] = await tx<MerchantRow[]>`
    select merchant_id, name, fee_bps, fee_fixed_cents, callback_url, created_at
    from merchants where merchant_id = ${merchantId}
    for no key update`
  return row ?? null
}

export async function listMerchants(
  db: Db,
  filter: { before: string | null; limit: number },
): Promise<MerchantRow[]> {
  return await db<MerchantRow[]>`
    select merchant_id, name, fee_bps, fee_fixed_cents, callback_url, created_at
    from merchants
    where ${filter.before}::text is null or merchant_id < ${filter.before}
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

/** A new address gets a fresh start, whatever the old one did. */
export async function openEndpoint(tx: Tx, merchantId: MerchantId): Promise<void> {
  await tx`
    insert into callback_endpoints (merchant_id) values (${merchantId})
    on conflict (merchant_id) do update set failures_in_a_row = 0, probes = 0, paused_until = null`
}
