import type { Db } from '../db/db.ts'

interface Books {
  operations: { open: number; oldestSeconds: number }
  /** Since midnight UTC, of all merchants together. */
  today: Today[]
  /** The newest check of the ledger; null when there was none. */
  check: { ok: boolean; ageSeconds: number } | null
}

export interface Today {
  currency: string
  created: number
  succeeded: number
  failed: number
  canceled: number
  volumeCents: number
  feesCents: number
  refundedCents: number
  disputedCents: number
}

export async function readBooks(db: Db): Promise<Books> {
  const [[operations], today, [check]] = await Promise.all([
    db<Books['operations'][]>`
      select count(*)::int as open,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
      from open_operations`,
    db<Today[]>`
      select currency, sum(created)::int as created, sum(succeeded)::int as succeeded, sum(failed)::int as failed,
        sum(canceled)::int as canceled, sum(volume_cents)::float8 as volume_cents, sum(fees_cents)::float8 as fees_cents,
        sum(refunded_cents)::float8 as refunded_cents, sum(disputed_cents)::float8 as disputed_cents
      from payment_figures
      where merchant_id = '' and at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'
      group by currency`,
    db<{ ok: boolean; ageSeconds: number }[]>`
      select ok, extract(epoch from now() - at)::float8 as age_seconds
      from ledger_checks order by at desc limit 1`,
  ])
  return { operations: operations ?? { open: 0, oldestSeconds: 0 }, today, check: check ?? null }
}
