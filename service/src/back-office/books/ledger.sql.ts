import type { Static } from '@fastify/type-provider-typebox'
import { type Db, type Tx, when } from '../../db/db.ts'
import type { EntrySchema, LedgerCheckSchema } from '../../ledger/schemas.ts'

type LedgerEntry = Static<typeof EntrySchema>

interface LedgerFilter {
  merchantId: string
  currency: string | null
  after: { paymentId: string; fact: string } | null
  limit: number
}

/**
 * Newest first. PostgreSQL's times are more precise than JavaScript's, so the position is read from the row itself.
 */
export async function listEntries(db: Db, filter: LedgerFilter): Promise<LedgerEntry[]> {
  const { merchantId, after } = filter
  return await db<LedgerEntry[]>`
    select e.*, e.payment_id as svc_payment_id, p.order_ref from (
      select payment_id, merchant_id, fact, kind, source, currency, customer_cents, merchant_cents,
        platform_fees_cents, dispute_hold_cents, posted_at
      from ledger_entries
      where merchant_id = ${merchantId} ${when(db, filter.currency, currency => db`and currency = ${currency}`)}
      ${
        after === null
          ? db``
          : db`and (posted_at, payment_id, fact) < (select posted_at, payment_id, fact from ledger_entries
              where merchant_id = ${merchantId} and payment_id = ${after.paymentId} and fact = ${after.fact})`
      }
      order by posted_at desc, payment_id desc, fact desc
      limit ${filter.limit}
    ) e join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id
    order by e.posted_at desc, e.payment_id desc, e.fact desc`
}

interface LedgerCheck {
  at: Date
  ok: boolean
  payments: number
  entries: number
  differences: number
}

export async function insertLedgerCheck(tx: Tx, check: LedgerCheck): Promise<void> {
  const { at, ok, payments, entries, differences } = check
  await tx`
    insert into ledger_checks (at, ok, payments, entries, differences)
    values (${at}, ${ok}, ${payments}, ${entries}, ${differences})
    on conflict (at) do update set ok = excluded.ok and ledger_checks.ok`
}

export async function lastLedgerCheck(db: Db) {
  const [row] = await db<Omit<Static<typeof LedgerCheckSchema>, 'problems'>[]>`
    select ok, payments as checked, entries, at from ledger_checks order by at desc limit 1`
  return row ?? null
}
