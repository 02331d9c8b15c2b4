import type { Db } from '../db/db.ts'

export interface LedgerEntry {
  svcPaymentId: string
  fact: string
  kind: string
  source: string
  currency: string
  customerCents: number
  merchantCents: number
  platformFeesCents: number
  disputeHoldCents: number
  postedAt: Date
}

export interface LedgerBalance {
  currency: string
  customerCents: number
  merchantCents: number
  platformFeesCents: number
  disputeHoldCents: number
}

export interface LedgerFilter {
  merchantId: string
  currency: string | null
}

const ofCurrency = (db: Db, { currency }: LedgerFilter) =>
  currency === null ? db`` : db`and currency = ${currency}`

/** Newest first. Times have more digits than JavaScript keeps, so the position is read where it stands. */
export async function listEntries(
  db: Db,
  filter: LedgerFilter & { after: { paymentId: string; fact: string } | null; limit: number },
): Promise<LedgerEntry[]> {
  const { merchantId, after } = filter
  return await db<LedgerEntry[]>`
    select payment_id as svc_payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
      platform_fees_cents, dispute_hold_cents, posted_at
    from ledger_entries
    where merchant_id = ${merchantId} ${ofCurrency(db, filter)}
      ${
        after === null
          ? db``
          : db`and (posted_at, payment_id, fact) < (select posted_at, payment_id, fact from ledger_entries
              where merchant_id = ${merchantId} and payment_id = ${after.paymentId} and fact = ${after.fact})`
      }
    order by posted_at desc, payment_id desc, fact desc
    limit ${filter.limit}`
}

export async function balancesOf(db: Db, filter: LedgerFilter): Promise<LedgerBalance[]> {
  return await db<LedgerBalance[]>`
    select currency, sum(customer_cents)::float8 as customer_cents, sum(merchant_cents)::float8 as merchant_cents,
      sum(platform_fees_cents)::float8 as platform_fees_cents, sum(dispute_hold_cents)::float8 as dispute_hold_cents
    from ledger_entries
    where merchant_id = ${filter.merchantId} ${ofCurrency(db, filter)}
    group by currency order by currency`
}
