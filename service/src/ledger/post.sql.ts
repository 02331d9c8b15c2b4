import { type Queryable, recordset } from '../db/db.ts'
import type { Step } from '../db/steps.ts'
import type { Entry } from './entries.ts'

/** An entry to post for one of the payments that a statement changes. */
interface Posting extends Entry {
  item: number
  /** The operation or event that caused it. */
  source: string
}

/**
 * Posts only for payments that the step `moved` has written. A fact is posted once; later postings of it are ignored.
 * Entries of a payment are posted in the given order, dated by the database: see statement.sql.ts.
 */
export function postingStep(db: Queryable, postings: Posting[]): Step {
  const inOrder = postings.map((posting, place) => ({ place, ...posting }))
  const columns = db`
    item int, place int, fact text, kind text, source text, "customerCents" int, "merchantCents" int,
    "platformFeesCents" int, "disputeHoldCents" int`
  const given = recordset(db, inOrder, columns)
  return {
    name: 'posted',
    reads: ['moved'],
    statement: db`
      insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents,
        merchant_cents, platform_fees_cents, dispute_hold_cents)
      select m.merchant_id, m.payment_id, l.fact, l.kind, l.source, m.currency, l."customerCents", l."merchantCents",
        l."platformFeesCents", l."disputeHoldCents"
      from moved m join ${given} as l using (item)
      order by l.place
      on conflict (merchant_id, payment_id, fact) do nothing`,
  }
}
