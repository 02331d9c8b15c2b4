import { type Queryable, recordset, type Tx } from '../db/db.ts'
import { sharesStatements } from '../db/per-merchant.ts'
import type { Entry } from '../ledger/entries.ts'
import { postingFragment } from '../ledger/post.sql.ts'
import type { DisputeSnapshot } from '../processors/port.ts'
import { writeOneByOne } from './change-one-by-one.sql.ts'
import type { Payment, Refund } from './payment.ts'

/** What changes about a payment, all at once. */
export interface Change {
  /** As it is to be. */
  payment: Payment
  /** Those that change. */
  refunds?: Refund[]
  dispute?: DisputeSnapshot | null
  entries?: Entry[]
}

/** What brings a change: the operation or event, and when. */
export interface ChangeCause {
  source: string
  at: Date
}

/** One of the payments that a statement changes. */
export type ChangeItem = Change & ChangeCause & { item: number }

/** The payment is locked by the caller. */
export async function writeChange(tx: Tx, change: Change & ChangeCause): Promise<void> {
  if (!sharesStatements(tx)) return await writeOneByOne(tx, change)
  await tx`with permitted as (select 1 as item) ${changeFragments(tx, [{ ...change, item: 1 }])} select 1`
}

/**
 * Goes on a `with` whose `permitted` has the items that may be written. Every change makes a new version, a mere
 * reservation too: whoever worked something out for the version before cannot write it any more.
 */
export function changeFragments(db: Queryable, changes: ChangeItem[]) {
  const refunds = changes.flatMap(change =>
    (change.refunds ?? []).map(part => ({ ...part, ...about(change) })),
  )
  const disputes = changes.flatMap(change =>
    change.dispute ? [{ ...change.dispute, ...about(change) }] : [],
  )
  const entries = changes.flatMap(change =>
    (change.entries ?? []).map(part => ({ ...part, ...about(change) })),
  )
  return db`
    ${paymentsFragment(db, changes)}
    ${refunds.length > 0 ? refundsFragment(db, refunds) : db``}
    ${disputes.length > 0 ? disputesFragment(db, disputes) : db``}
    ${entries.length > 0 ? postingFragment(db, entries) : db``}`
}

function about({ item, source, at, payment: { merchantId, paymentId, currency } }: ChangeItem) {
  return { item, source, at, merchantId, paymentId, currency }
}

function paymentsFragment(db: Queryable, changes: ChangeItem[]) {
  const rows = changes.map(({ item, at, payment }) => ({ ...payment, item, at }))
  const given = recordset(
    db,
    rows,
    db`
    item int, "merchantId" text, "paymentId" text, status text, currency text, "captureMethod" text, "authorizedCents"
    int, "authorizedFeeCents" int, "capturedCents" int, "feeCents" int, "refundedCents" int, "feeRefundedCents" int,
    "disputedCents" int, "failureCode" text, "failureMessage" text, at timestamptz`,
  )
  return db`, moved as (
      update payments p
      set status = c.status, currency = c.currency, capture_method = c."captureMethod",
        authorized_cents = c."authorizedCents", authorized_fee_cents = c."authorizedFeeCents",
        captured_cents = c."capturedCents", fee_cents = c."feeCents", refunded_cents = c."refundedCents",
        fee_refunded_cents = c."feeRefundedCents", disputed_cents = c."disputedCents",
        failure_code = c."failureCode", failure_message = c."failureMessage",
        version = p.version + 1, updated_at = c.at
      from permitted join ${given} as c using (item)
      where p.merchant_id = c."merchantId" and p.payment_id = c."paymentId"
    )`
}

/**
 * Long enough for the answer that brings the fee, or the event of the fee itself. Neither follows a failure, so its
 * fee is due at once. Null when it is read.
 */
export function feeDueAfter({ feeUnread, state }: Refund): string | null {
  if (!feeUnread) return null
  return state === 'failed' ? '0 seconds' : '30 seconds'
}

/** A refund only ever gains certainty: no write takes it back to what it was. */
export const refundConflict = (db: Queryable) => {
  const certainty = db`array['reserved', 'released', 'pending', 'succeeded', 'failed']`
  return db`on conflict (merchant_id, refund_id) do update
        set processor_refund_id = excluded.processor_refund_id, state = excluded.state,
          fee_due_at = excluded.fee_due_at, updated_at = excluded.updated_at
        where array_position(${certainty}, refunds.state) <= array_position(${certainty}, excluded.state)`
}

export const disputeConflict = (db: Queryable) => db`
      on conflict (merchant_id, payment_id, processor_dispute_id) do update
        set state = excluded.state, amount_cents = excluded.amount_cents, due_by = excluded.due_by,
          updated_at = excluded.updated_at`

function refundsFragment(db: Queryable, refunds: (Refund & ReturnType<typeof about>)[]) {
  const given = recordset(
    db,
    refunds.map(refund => ({ ...refund, feeDueAfter: feeDueAfter(refund) })),
    db`
    item int, "merchantId" text, "refundId" text, "paymentId" text, "processorRefundId" text, "amountCents"
    int, "returnsFee" boolean, reason text, state text, "feeDueAfter" interval, at timestamptz`,
  )
  return db`, refunded as (
      insert into refunds (merchant_id, refund_id, payment_id, processor_refund_id, amount_cents, returns_fee, reason,
        state, fee_due_at, created_at, updated_at)
      select r."merchantId", r."refundId", r."paymentId", r."processorRefundId", r."amountCents", r."returnsFee",
        r.reason, r.state, now() + r."feeDueAfter", r.at, r.at
      from permitted join ${given} as r using (item)
      ${refundConflict(db)}
    )`
}

function disputesFragment(db: Queryable, disputes: (DisputeSnapshot & ReturnType<typeof about>)[]) {
  const given = recordset(
    db,
    disputes,
    db`
    item int, "merchantId" text, "paymentId" text, "processorDisputeId" text, "amountCents" int, reason
    text, state text, "dueBy" timestamptz, at timestamptz`,
  )
  return db`, disputed as (
      insert into disputes (merchant_id, payment_id, processor_dispute_id, amount_cents, reason, state, due_by,
        created_at, updated_at)
      select d."merchantId", d."paymentId", d."processorDisputeId", d."amountCents", d.reason, d.state, d."dueBy", d.at,
        d.at
      from permitted join ${given} as d using (item)
      ${disputeConflict(db)}
    )`
}
