import { json, type Queryable } from '../db/db.ts'
import type { MerchantId, PaymentId } from '../ids.ts'
import type { Entry } from './entries.ts'

export interface PostingOf {
  merchantId: MerchantId
  paymentId: PaymentId
  currency: string
  /** The operation or event that brought the facts. */
  source: string
}

/**
 * Posts in a `with` whose `permitted` has a row. A fact that is posted already stays as it was posted first. When
 * it is posted is for the database to say: see statement.ts.
 */
export function postingFragment(db: Queryable, of: PostingOf, entries: Entry[]) {
  return db`, posted as (
      insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents,
        merchant_cents, platform_fees_cents, dispute_hold_cents)
      select ${of.merchantId}, ${of.paymentId}, l.fact, l.kind, ${of.source}, ${of.currency}, l."customerCents",
        l."merchantCents", l."platformFeesCents", l."disputeHoldCents"
      from permitted, jsonb_to_recordset(${json(db, entries)}) as l (fact text, kind text,
        "customerCents" int, "merchantCents" int, "platformFeesCents" int, "disputeHoldCents" int)
      on conflict (merchant_id, payment_id, fact) do nothing
    )`
}
