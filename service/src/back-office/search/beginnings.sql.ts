import type { Db } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import { isTraceId } from '../../http/hooks/correlation.ts'
import { unclaimedMerchantId } from '../../ids.ts'
import { filteredLength, searchBeginningOfTrace, searchCharged } from './filtered.sql.ts'
import { searchOrderBeginning } from './order-beginning.sql.ts'
import { searchOrderNumber } from './order-number.sql.ts'
import {
  type Asked,
  enough,
  type PaymentKey,
  paymentHits,
  type SearchHit,
  shownHits,
} from './search-hits.sql.ts'

/** Appended to a text, it sorts after everything that begins with that text, in any collation. */
const last = '\u{10ffff}'

export interface AskedAtProcessors extends Asked {
  processors: string[]
}

/**
 * Finds objects whose id begins with the text, and payments whose order reference does. On a single PostgreSQL, a few
 * rows are read from each merchant's part of an index: the planner cannot know how rare a prefix is, and might read the
 * whole table instead.
 */
export async function searchBeginnings(db: Db, asked: AskedAtProcessors): Promise<SearchHit[]> {
  const { text, merchantId, processors } = asked
  const show = shownHits(db)
  const begins = (column: string, beginning = text) =>
    // the range lets the index be used; not every collation sorts texts with the same prefix together
    db`${db(column)} >= ${beginning} and ${db(column)} < ${beginning + last} and starts_with(${db(column)}, ${beginning})`
  const own = ofMerchant(db, 'x.merchant_id', merchantId)
  const found = (table: string, column: string, atProcessor = db``) =>
    db.engine.isOne
      ? db`
        (select merchant_id from merchants union all select ${unclaimedMerchantId}) m cross join lateral (
          select * from ${db(table)} x
          where x.merchant_id = m.merchant_id ${own} ${atProcessor} and ${begins(`x.${column}`)} limit ${enough})`
      : db`(select * from ${db(table)} x where ${begins(`x.${column}`)} ${own} ${atProcessor} limit ${enough})`
  const ofProcessors = db`and x.processor = any(${processors})`

  const shown = (keys: readonly PaymentKey[]) => paymentHits(db, keys)
  const payments = (column: string, atProcessor = db``) =>
    db<PaymentKey[]>`
      select p.merchant_id, p.payment_id from ${found('payments', column, atProcessor)} p limit ${enough}`.then(
      shown,
    )
  const paymentsOf = (table: string, column: string) =>
    db<PaymentKey[]>`select t.merchant_id, t.payment_id from ${found(table, column)} t limit ${enough}`.then(
      shown,
    )

  const ofOurs: Record<string, () => Promise<SearchHit[]>> = {
    svcpay_: () => payments('payment_id'),
    svcrf_: () => paymentsOf('refunds', 'refund_id'),
    dlv_: () =>
      db<SearchHit[]>`select ${show.delivery} from ${found('deliveries', 'delivery_id')} d limit ${enough}`,
    mer_: () => db<SearchHit[]>`
      select ${show.merchant} from merchants m
      where ${begins('m.merchant_id')} ${ofMerchant(db, 'm.merchant_id', merchantId)} limit ${enough}`,
    key_: () => db<SearchHit[]>`
      select ${show.key} from api_keys k join merchants m using (merchant_id)
      where ${begins('k.key_id')} ${ofMerchant(db, 'k.merchant_id', merchantId)} limit ${enough}`,
    opr_: async () =>
      merchantId === null
        ? await db<SearchHit[]>`
            select ${show.operator} from operators o where ${begins('o.operator_id')} limit ${enough}`
        : [],
  }
  const ofProcessor = [
    () => payments('processor_payment_id', ofProcessors),
    () => paymentsOf('refunds', 'processor_refund_id'),
    () => paymentsOf('disputes', 'processor_dispute_id'),
    () => db<SearchHit[]>`
      select ${show.event} from ${found('events', 'event_id', ofProcessors)} e limit ${enough}`,
    () => db<SearchHit[]>`
      select ${show.merchant} from merchants m
      where m.merchant_id in (select merchant_id from processor_accounts where ${begins('account_id')})
        ${ofMerchant(db, 'm.merchant_id', merchantId)} limit ${enough}`,
  ]
  const filtered = [
    () => searchCharged(db, asked),
    ...(isTraceId(text) ? [() => searchBeginningOfTrace(db, asked)] : []),
    ...(merchantId === null
      ? [
          () => db<SearchHit[]>`
          select ${show.action} from audit_log a
          where ${begins('a.trace_id')} order by a.audit_id desc limit ${enough}`,
        ]
      : []),
  ]
  if (text.length >= filteredLength) ofProcessor.push(...filtered)
  const ours = Object.keys(ofOurs).find(prefix => text.startsWith(prefix) || prefix.startsWith(text))
  const searches = [
    () => searchOrderBeginning(db, asked, begins),
    () => searchOrderNumber(db, asked),
    ...(ours ? [ofOurs[ours]] : ofProcessor),
  ]
  return (await Promise.all(searches.map(search => search?.() ?? []))).flat()
}
