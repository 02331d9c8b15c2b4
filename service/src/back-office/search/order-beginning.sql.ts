import { type Db, type Fragment, listed } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import { spellingsOf } from '../spellings.ts'
import { type Asked, enough, type PaymentKey, paymentHits, type SearchHit } from './search-hits.sql.ts'

/** How many of the newest payments to scan: a common beginning is frequent among them. */
const newest = 2000
/** How many payments with a rare beginning to compare. */
const comparedAtMost = 1000

type Begins = (column: string, beginning: string) => Fragment

/**
 * Finds payments by the beginning of their order reference, newest first. No index has both, so the newest payments are
 * scanned; in case few of them match, a bounded number is also read by reference, of each merchant the last ones.
 */
export async function searchOrderBeginning(
  db: Db,
  { text, merchantId }: Asked,
  begins: Begins,
): Promise<SearchHit[]> {
  const own = ofMerchant(db, 'x.merchant_id', merchantId)
  const spellings = spellingsOf(text)
  const matches = spellings.map(beginning => db`starts_with(x.order_ref, ${beginning})`)
  const byReference = (beginning: string) =>
    db.engine.isOne
      ? db`
        merchants m cross join lateral (
          select * from payments x
          where x.merchant_id = m.merchant_id ${own} and ${begins('x.order_ref', beginning)}
          order by x.order_ref desc limit ${enough}) x`
      : db`payments x where ${begins('x.order_ref', beginning)} ${own}`
  const found = await Promise.all([
    db<PaymentKey[]>`
      select x.merchant_id, x.payment_id from (
        select x.merchant_id, x.payment_id, x.order_ref, x.created_at from payments x where true ${own}
        order by x.created_at desc limit ${newest}) x
      where ${listed(db, matches, db` or `)} order by x.created_at desc limit ${enough}`,
    ...spellings.map(
      beginning => db<PaymentKey[]>`
      select x.merchant_id, x.payment_id from (
        select x.merchant_id, x.payment_id, x.created_at from ${byReference(beginning)} limit ${comparedAtMost}) x
      order by x.created_at desc limit ${enough}`,
    ),
  ])
  return await paymentHits(db, found.flat())
}
