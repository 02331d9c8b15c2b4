import type { Db, Tx } from '../db/db.ts'

export interface StatementLine {
  postedAt: Date
  kind: string
  paymentId: string
  orderRef: string | null
  currency: string
  /** What the customer paid; negative when money went back. */
  grossCents: number
  feeCents: number
  netCents: number
}

export interface CurrencyTotal {
  currency: string
  openingCents: number
  netCents: number
  closingCents: number
}

export interface Statement {
  lines: StatementLine[]
  totals: CurrencyTotal[]
}

export interface Period {
  merchantId: string
  from: Date
  /** Exclusive. */
  to: Date
}

/** A merchant's movements in a period, and its balance per currency before and after, all of one moment. */
export async function merchantStatement(db: Db, period: Period): Promise<Statement> {
  return await db.begin('isolation level repeatable read read only', async tx => {
    await tx`set local statement_timeout = 0`
    return { lines: await linesOf(tx, period), totals: await totalsOf(tx, period) }
  })
}

async function linesOf(tx: Tx, { merchantId, from, to }: Period): Promise<StatementLine[]> {
  return await tx<StatementLine[]>`
    select e.posted_at, e.kind, e.payment_id, p.order_ref, e.currency, -e.customer_cents as gross_cents,
      e.platform_fees_cents as fee_cents, e.merchant_cents as net_cents
    from ledger_entries e
      join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id
    where e.merchant_id = ${merchantId} and e.posted_at >= ${from} and e.posted_at < ${to}
    order by e.posted_at, e.payment_id, e.fact`
}

async function totalsOf(tx: Tx, { merchantId, from, to }: Period): Promise<CurrencyTotal[]> {
  return await tx<CurrencyTotal[]>`
    select currency,
      coalesce(sum(merchant_cents) filter (where posted_at < ${from}), 0)::float8 as opening_cents,
      coalesce(sum(merchant_cents) filter (where posted_at >= ${from}), 0)::float8 as net_cents,
      sum(merchant_cents)::float8 as closing_cents
    from ledger_entries
    where merchant_id = ${merchantId} and posted_at < ${to}
    group by currency order by currency`
}
