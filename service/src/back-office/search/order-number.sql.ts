import type { Db } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import { type Asked, enough, type PaymentKey, paymentHits, type SearchHit } from './search-hits.sql.ts'

/** How many of the newest payments to sample for the forms of order references. */
const newest = 200
const formsAtMost = 10

/**
 * Finds `order-1271` by `1271`. No index holds the ends of order references, so the number is appended to
 * the beginnings of the newest ones, and the results are looked up.
 */
export async function searchOrderNumber(db: Db, { text, merchantId }: Asked): Promise<SearchHit[]> {
  if (!/^\d{2,}$/.test(text)) return []
  const recent = await db<{ orderRef: string | null }[]>`
    select p.order_ref from payments p where true ${ofMerchant(db, 'p.merchant_id', merchantId)}
    order by p.created_at desc limit ${newest}`
  const forms = recent.map(({ orderRef }) => /^(.*\D)\d+$/s.exec(orderRef ?? '')?.[1]).filter(form => form)
  const refs = [...new Set(forms)].slice(0, formsAtMost).map(form => form + text)
  if (refs.length === 0) return []
  const keys = await db<PaymentKey[]>`
    select p.merchant_id, p.payment_id from merchants m
      join payments p on p.merchant_id = m.merchant_id and p.order_ref = any(${refs})
    where true ${ofMerchant(db, 'p.merchant_id', merchantId)}
    order by p.created_at desc limit ${enough}`
  return await paymentHits(db, keys)
}
