import type { Static } from '@fastify/type-provider-typebox'
import { containing, type Db, type Queryable, type Tx, when } from '../db/db.ts'
import type { Slice } from '../http/paging.ts'
import type { MerchantId } from '../ids.ts'
import { existing } from '../problems.ts'
import { accountAsJson, type StoredAccount } from './accounts.sql.ts'
import { activeProcessor, type OfferedProcessors } from './active-processor.sql.ts'
import { hasFailingEndpoint } from './failing-endpoints.sql.ts'
import type { MerchantListQuery } from './schemas.ts'

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
  const { merchantId, name, feeBps, feeFixedCents, callbackUrl, createdAt } = merchant
  await tx`
    insert into merchants (merchant_id, name, fee_bps, fee_fixed_cents, callback_url, created_at)
    values (${merchantId}, ${name}, ${feeBps}, ${feeFixedCents}, ${callbackUrl}, ${createdAt})`
}

export async function findMerchant(db: Queryable, merchantId: string): Promise<MerchantRow | null> {
  const [row] = await db<MerchantRow[]>`
    select ${columns(db)} from merchants where merchant_id = ${merchantId}`
  return row ?? null
}

export const merchantById = async (db: Queryable, id: string) =>
  existing(await findMerchant(db, id), 'merchant')

export async function listMerchantIds(db: Queryable): Promise<MerchantId[]> {
  const rows = await db<{ merchantId: MerchantId }[]>`select merchant_id from merchants order by merchant_id`
  return rows.map(({ merchantId }) => merchantId)
}

export async function lockMerchant(tx: Tx, merchantId: string): Promise<MerchantRow> {
  const [row] = await tx<MerchantRow[]>`
    select ${columns(tx)} from merchants where merchant_id = ${merchantId} for no key update`
  return existing(row ?? null, 'merchant')
}

/** The same as `onboardingStatusOf`, for an account `a` that may be missing. A test compares the two. */
export const onboardingStatus = (db: Queryable) => db`
  case
    when a.account_id is null then 'not_started'
    when starts_with(a.disabled_reason, 'rejected') then 'restricted'
    when a.charges_enabled and a.payouts_enabled then 'enabled'
    when a.charges_enabled then 'charges_only'
    when a.details_submitted and (a.disabled_reason is not null or a.past_due) then 'restricted'
    else 'pending'
  end`

/** The same as `restrictionOf`, for an account `a`. A test compares the two. */
export const restriction = (db: Queryable) => db`
  case ${onboardingStatus(db)}
    when 'restricted' then coalesce(a.disabled_reason, 'requirements.past_due')
    when 'pending' then case when a.details_submitted then 'unknown' end
  end`

/** A merchant with its active processor, and its accounts at all processors. */
export interface MerchantWithAccounts extends MerchantRow {
  processor: string
  /** The processor to which it moves as soon as its account there can take payments. */
  nextProcessor: string | null
  accounts: (StoredAccount & { updatedAt: string; stoppedAt: string | null })[]
}

const withAccounts = (db: Db, offered: OfferedProcessors) => db`
  select m.merchant_id, m.name, m.fee_bps, m.fee_fixed_cents, m.callback_url,
    m.suspended_at is not null as suspended, m.created_at, m.next_processor, ${activeProcessor(db, offered)} as processor,
    coalesce((
      select jsonb_agg(${accountAsJson(db)} || jsonb_build_object('updatedAt', a.updated_at, 'stoppedAt', a.stopped_at)
        order by a.created_at, a.processor)
      from processor_accounts a where a.merchant_id = m.merchant_id), '[]') as accounts
  from merchants m
    left join processor_accounts a on a.merchant_id = m.merchant_id and a.processor = ${activeProcessor(db, offered)}`

export async function findMerchantWithAccounts(db: Db, merchantId: string, offered: OfferedProcessors) {
  const [row] = await db<MerchantWithAccounts[]>`
    ${withAccounts(db, offered)} where m.merchant_id = ${merchantId}`
  return row ?? null
}

type MerchantFilter = Static<typeof MerchantListQuery> & Slice

export async function listMerchantsWithAccounts(db: Db, offered: OfferedProcessors, filter: MerchantFilter) {
  return await db<MerchantWithAccounts[]>`
    ${withAccounts(db, offered)}
    where true
      ${when(db, filter.search, text => db`and (m.merchant_id = ${text} or m.name ilike ${containing(text)})`)}
      ${when(db, filter.onboarding, status => db`and ${onboardingStatus(db)} = ${status}`)}
      ${when(db, filter.suspended, value => db`and (m.suspended_at is not null) = ${value}`)}
      ${when(db, filter.disabled, value => db`and (a.disabled_at is not null) = ${value}`)}
      ${when(db, filter.failing, value => db`and ${hasFailingEndpoint(db)} = ${value}`)}
      ${when(db, filter.after, id => db`and m.merchant_id < ${id}`)}
    order by m.merchant_id desc
    limit ${filter.limit}`
}

/** Which of these merchants have a failing endpoint. */
export async function failingAmong(db: Db, merchants: Pick<MerchantRow, 'merchantId'>[]) {
  const merchantIds = merchants.map(({ merchantId }) => merchantId)
  const rows = await db<{ merchantId: string }[]>`
    select m.merchant_id from merchants m
    where m.merchant_id = any(${merchantIds}) and ${hasFailingEndpoint(db)}`
  return new Set(rows.map(({ merchantId }) => merchantId))
}

export async function updateMerchant(tx: Tx, merchant: MerchantRow): Promise<void> {
  await tx`
    update merchants
    set name = ${merchant.name}, fee_bps = ${merchant.feeBps}, fee_fixed_cents = ${merchant.feeFixedCents},
      callback_url = ${merchant.callbackUrl}
    where merchant_id = ${merchant.merchantId}`
}

/** Sets the processor for new payments, and the one to which the merchant moves later. */
export async function setProcessor(
  tx: Tx,
  merchantId: MerchantId,
  { processor, nextProcessor }: { processor: string; nextProcessor: string | null },
): Promise<void> {
  await tx`
    update merchants set processor = ${processor}, next_processor = ${nextProcessor} where merchant_id = ${merchantId}`
}

/** Merchants with a pending move whose account at the new processor can now take payments. */
export async function merchantsReadyToMove(db: Db, processors: string[]) {
  return await db<{ merchantId: MerchantId; nextProcessor: string }[]>`
    select m.merchant_id, m.next_processor from merchants m
      join processor_accounts a on a.merchant_id = m.merchant_id and a.processor = m.next_processor
    where m.next_processor = any(${processors}) and a.charges_enabled and a.disabled_at is null
    order by m.merchant_id limit 100`
}

/** Null resumes the merchant. Returns false if nothing changed. */
export async function setSuspendedAt(tx: Tx, merchantId: MerchantId, at: Date | null): Promise<boolean> {
  const { count } = await tx`
    update merchants set suspended_at = ${at}
    where merchant_id = ${merchantId} and (suspended_at is null) = ${at !== null}`
  return count > 0
}

/** Resets the endpoint's health, because a new URL starts without failures. */
export async function resetEndpointHealth(tx: Tx, merchantId: MerchantId): Promise<void> {
  await tx`
    insert into callback_endpoints (merchant_id) values (${merchantId})
    on conflict (merchant_id) do update
      set failures_in_a_row = 0, failing_since = null, probes = 0, paused_until = null, quick = false`
}
