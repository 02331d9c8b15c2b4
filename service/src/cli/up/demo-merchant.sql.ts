import type { Db } from '../../db/db.ts'
import type { MerchantId } from '../../ids.ts'
import type { ProcessorAccount } from '../../merchants/accounts.sql.ts'
import type { Actor } from '../../operators/audit-log.sql.ts'

export const firstRun: Actor = {
  name: 'svcpay up',
  operatorId: null,
  note: null,
  address: null,
  traceId: 'first-run',
}

/** The merchant created by the first run, if there was one on this database. */
export async function findDemoMerchant(db: Db): Promise<MerchantId | null> {
  const [row] = await db<{ merchantId: MerchantId }[]>`
    select merchant_id from audit_log
    where actor = ${firstRun.name} and operator_id is null and action = 'merchant.create'
    order by audit_id
    limit 1`
  return row?.merchantId ?? null
}

/** Ids grow with time, so under `svcpay up` this is the demo merchant. */
export async function findOldestMerchant(db: Db): Promise<{ merchantId: MerchantId } | null> {
  const [row] = await db<{ merchantId: MerchantId }[]>`
    select merchant_id from merchants order by merchant_id limit 1`
  return row ?? null
}

export async function forgetAccount(db: Db, merchantId: MerchantId, account: ProcessorAccount) {
  await db`
    delete from processor_accounts
    where merchant_id = ${merchantId} and processor = ${account.processor} and account_id = ${account.accountId}`
}
