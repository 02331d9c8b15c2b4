import { type Queryable, recordset } from '../db/db.ts'
import type { MerchantId, PaymentId } from '../ids.ts'
import type { Entry } from './entries.ts'

/** An entry to post, for one of the items that a statement works on. */
export interface Posting extends Entry {
  item: number
  merchantId: MerchantId
  paymentId: PaymentId
  currency: string
  /** The operation or event that brought the fact. */
  source: string
}

/**
 * Posts for every item that is in the statement's `permitted`. A fact that is posted already stays as it was posted
 * first. When it is posted is for the database to say: see statement.sql.ts.
 */
export function postingFragment(db: Queryable, postings: Posting[]) {
  const given = recordset(
    db,
    postings,
    db`
    item int, "merchantId" text, "paymentId" text, fact text, kind text, source text, currency text,
    "customerCents" int, "merchantCents" int, "platformFeesCents" int, "disputeHoldCents" int`,
  )
  return db`, posted as (
      insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents,
        merchant_cents, platform_fees_cents, dispute_hold_cents)
      select l."merchantId", l."paymentId", l.fact, l.kind, l.source, l.currency, l."customerCents",
        l."merchantCents", l."platformFeesCents", l."disputeHoldCents"
      from permitted join ${given} as l using (item)
      on conflict (merchant_id, payment_id, fact) do nothing
    )`
}
