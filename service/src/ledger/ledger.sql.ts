import type { Tx } from '../db/db.ts'
import type { MerchantId, PaymentId } from '../ids.ts'
import type { Entry } from './entries.ts'

export interface Posting {
  merchantId: MerchantId
  paymentId: PaymentId
  currency: string
  /** The operation or event that brought the facts. */
  source: string
  at: Date
  entries: Entry[]
}

/** A fact that is posted already stays as it was posted first. */
export async function postEntries(tx: Tx, posting: Posting): Promise<void> {
  const { merchantId, paymentId, currency, source, at, entries } = posting
  if (entries.length === 0) return
  const rows = entries.map(entry => ({
    merchant_id: merchantId,
    payment_id: paymentId,
    fact: entry.fact,
    kind: entry.kind,
    source,
    currency,
    customer_cents: entry.customerCents,
    merchant_cents: entry.merchantCents,
    platform_fees_cents: entry.platformFeesCents,
    dispute_hold_cents: entry.disputeHoldCents,
    posted_at: at,
  }))
  await tx`insert into ledger_entries ${tx(rows)} on conflict (merchant_id, payment_id, fact) do nothing`
}
