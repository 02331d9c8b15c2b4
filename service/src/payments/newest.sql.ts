import { type Db, listed, type Queryable, when } from '../db/db.ts'

export interface PaymentPosition {
  merchantId: string
  paymentId: string
}

/** Conditions that an index supports, in its order. */
export interface NewestFilter {
  merchantId: string | null
  /** Any of these; null for all. */
  orderRefs: readonly string[] | null
  /** Any of these; null for all. */
  statuses: readonly string[] | null
  createdFrom: Date | null
  createdTo: Date | null
  after: PaymentPosition | null
}

/**
 * For lists by rare statuses, the time up to which `payment_statuses` is current; null for other lists. For payments
 * that changed later, the status in that table may be out of date.
 */
export async function statusesUntil(db: Db, { statuses, orderRefs }: NewestFilter): Promise<Date | null> {
  if (statuses === null || statuses.includes('succeeded') || orderRefs !== null) return null
  const [row] = await db<{ readFrom: Date }[]>`select read_from from figure_cursors where source = 'statuses'`
  return row?.readFrom ?? new Date(0)
}

/** Newest first. The statement contains only the requested conditions. */
export function newestPayments(db: Db, filter: NewestFilter, readUntil: Date | null, limit: number) {
  const { merchantId, statuses, orderRefs } = filter
  if (readUntil === null || statuses === null) {
    // without a merchant, looks up the order for each merchant, because the index begins with the merchant
    const ofEach = orderRefs !== null && merchantId === null
    return db`
      select p.* from payments p ${ofEach ? db`join merchants m on m.merchant_id = p.merchant_id` : db``}
      where true ${conditions(db, filter, 'p')}
        ${when(db, statuses, value => db`and p.status = any(${[...value]})`)}
      order by p.created_at desc, p.payment_id desc limit ${limit}`
  }
  // Reads each status separately, in index order. A join copes with any number of late changes; `not in` does not.
  const unchanged = statuses.map(
    status => db`
      (select s.merchant_id, s.payment_id from payment_statuses s
        left join lately l on l.merchant_id = s.merchant_id and l.payment_id = s.payment_id
      where s.status = ${status} and l.payment_id is null ${conditions(db, filter, 's')}
      order by s.created_at desc, s.payment_id desc limit ${limit})`,
  )
  return db`
    with lately as materialized (
      select merchant_id, payment_id, status, created_at from payments
      where ${changedSince(db, readUntil, 'payments')} ${when(db, merchantId, value => db`and merchant_id = ${value}`)}
    )
    select p.* from (
      (select l.merchant_id, l.payment_id from lately l
      where l.status = any(${[...statuses]}) ${conditions(db, filter, 'l')}
      order by l.created_at desc, l.payment_id desc limit ${limit})
      union all ${listed(db, unchanged, db` union all `)}
    ) found join payments p on p.merchant_id = found.merchant_id and p.payment_id = found.payment_id
    order by p.created_at desc, p.payment_id desc limit ${limit}`
}

/** Payments of one order are read in index order; those of several orders have to be sorted. */
const oneOf = (db: Db, [first = '', ...others]: readonly string[]) =>
  others.length === 0 ? db`${first}` : db`any(${[first, ...others]})`

/** The conditions of a filter, except its statuses. */
export function conditions(db: Db, filter: NewestFilter, table: 'p' | 's' | 'l') {
  const { merchantId, orderRefs, createdFrom, createdTo, after } = filter
  const [at, id] = [db`${db(table)}.created_at`, db`${db(table)}.payment_id`]
  const isBeyond = (last: PaymentPosition) => db`
    and (${at}, ${id}) < (select created_at, payment_id from payments
      where merchant_id = ${last.merchantId} and payment_id = ${last.paymentId})`
  return db`
    ${when(db, merchantId, value => db`and ${db(table)}.merchant_id = ${value}`)}
    ${when(db, orderRefs, value => db`and ${db(table)}.order_ref = ${oneOf(db, value)}`)}
    ${when(db, createdFrom, from => db`and ${at} >= ${from}`)}
    ${when(db, createdTo, to => db`and ${at} < ${to}`)}
    ${when(db, after, isBeyond)}`
}

/** For payments and deliveries. Includes rows that were bulk-loaded since then with past dates. */
export const changedSince = (db: Queryable, since: Date, table: string) =>
  db`(${db(`${table}.updated_at`)} >= ${since} or ${db(`${table}.inserted_at`)} >= ${since})`

/** The last attempt to pay was declined, and nothing has been paid since. */
export const isDeclined = (db: Queryable, table: string) =>
  db`(${db(table)}.status = 'requires_payment_method' and ${db(table)}.failure_code is not null)`
