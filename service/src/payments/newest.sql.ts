import { type Db, when } from '../db/db.ts'
import { statusesReadUntil } from './statuses.sql.ts'

export interface PaymentPosition {
  merchantId: string
  paymentId: string
}

/** What an index finds, in its order. */
export interface NewestFilter {
  merchantId: string | null
  orderRef: string | null
  status: string | null
  createdFrom: Date | null
  createdTo: Date | null
  after: PaymentPosition | null
}

/** What `newestPayments` needs to know for a status that few payments have; null for other lists. */
export async function statusesUntil(db: Db, { status, orderRef }: NewestFilter): Promise<Date | null> {
  return status === null || status === 'succeeded' || orderRef !== null ? null : await statusesReadUntil(db)
}

/** Newest first, each condition only where it is asked for. */
export function newestPayments(db: Db, filter: NewestFilter, readUntil: Date | null, limit: number) {
  const { merchantId, status, orderRef } = filter
  if (readUntil === null) {
    // where no merchant is given, each of them is asked for the order: its key leads with the merchant
    const ofEach = orderRef !== null && merchantId === null
    return db`
      select p.* from payments p ${ofEach ? db`join merchants m on m.merchant_id = p.merchant_id` : db``}
      where true ${conditions(db, filter, 'p')}
        ${when(db, orderRef, value => db`and p.order_ref = ${value}`)}
        ${when(db, status, value => db`and p.status = ${value}`)}
      order by p.created_at desc, p.payment_id desc limit ${limit}`
  }
  return db`
    with lately as materialized (
      select merchant_id, payment_id, status, created_at from payments
      where updated_at >= ${readUntil} ${when(db, merchantId, value => db`and merchant_id = ${value}`)}
    )
    select p.* from (
      (select s.merchant_id, s.payment_id from payment_statuses s
      where s.status = ${status} ${conditions(db, filter, 's')}
        and (s.merchant_id, s.payment_id) not in (select merchant_id, payment_id from lately)
      order by s.created_at desc, s.payment_id desc limit ${limit})
      union all
      (select l.merchant_id, l.payment_id from lately l
      where l.status = ${status} ${conditions(db, filter, 'l')}
      order by l.created_at desc, l.payment_id desc limit ${limit})
    ) found join payments p on p.merchant_id = found.merchant_id and p.payment_id = found.payment_id
    order by p.created_at desc, p.payment_id desc limit ${limit}`
}

function conditions(
  db: Db,
  { merchantId, createdFrom, createdTo, after }: NewestFilter,
  table: 'p' | 's' | 'l',
) {
  const [at, id] = [db`${db(table)}.created_at`, db`${db(table)}.payment_id`]
  return db`
    ${when(db, merchantId, value => db`and ${db(table)}.merchant_id = ${value}`)}
    ${when(db, createdFrom, from => db`and ${at} >= ${from}`)}
    ${when(db, createdTo, to => db`and ${at} < ${to}`)}
    ${when(
      db,
      after,
      last => db`and (${at}, ${id}) < (select created_at, payment_id from payments
        where merchant_id = ${last.merchantId} and payment_id = ${last.paymentId})`,
    )}`
}
