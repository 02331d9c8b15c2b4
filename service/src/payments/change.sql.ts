import { isOutdated, nextVersion, type Queryable, recordset, type Tx } from '../db/db.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { inSteps, type Step } from '../db/steps.ts'
import { withCode } from '../db/unavailable.ts'
import type { Entry } from '../ledger/entries.ts'
import { postingStep } from '../ledger/post.sql.ts'
import type { DisputeSnapshot } from '../processors/port.ts'
import { standingOf } from './dispute.ts'
import type { Payment, Refund } from './payment.ts'

/** All changes to a payment at one moment. */
export interface Change {
  /** The new payment, with the version from which it was computed. */
  payment: Payment
  /** Only the changed refunds. */
  refunds?: Refund[]
  dispute?: DisputeSnapshot | null
  entries?: Entry[]
  /** Ids that search looks up. Null if a report lacks one; the known id is kept. */
  charged?: { processorChargeId: string | null; processorFeeId: string | null }
}

/** One change in a statement, with the operation or event that caused it. */
type ChangeItem = Change & { item: number; source: string; at: Date }

/** The caller has locked the payment. A shard loses its row locks when it moves, so the version is checked as well. */
export async function writeChange(tx: Tx, change: Omit<ChangeItem, 'item'>): Promise<void> {
  const steps = changeSteps(tx, [{ item: 1, ...change }])
  await inSteps(tx, steps, { statement: tx`select 1` }).catch(error => {
    if (!isOutdated(error)) throw error
    // PostgreSQL's code for a serialization failure: nothing was written, and a retry sees what changed
    throw withCode('40001', `payment ${change.payment.paymentId} has changed since it was read`)
  })
}

/**
 * Writes payments with their refunds, disputes and postings. With `permitted`, writes only the items that the step of
 * that name returned. Every change, even a mere reservation, increments the version, so nothing computed from an older
 * version can be written.
 */
export function changeSteps(db: Queryable, changes: ChangeItem[], permitted?: 'permitted'): Step[] {
  const refunds = changes.flatMap(({ item, at, refunds = [] }) =>
    refunds.map(refund => ({ item, at, ...refund })),
  )
  const disputes = changes.flatMap(({ item, at, dispute }) => (dispute ? [{ ...dispute, item, at }] : []))
  const postings = changes.flatMap(({ item, source, entries = [] }) =>
    entries.map(entry => ({ item, source, ...entry })),
  )
  return [
    paymentsStep(db, changes, permitted),
    ...(refunds.length > 0 ? [refundsStep(db, refunds)] : []),
    ...(disputes.length > 0 ? [disputesStep(db, disputes)] : []),
    ...(postings.length > 0 ? [postingStep(db, postings)] : []),
  ]
}

function paymentsStep(db: Queryable, changes: ChangeItem[], permitted?: 'permitted'): Step {
  const rows = changes.map(({ item, at, payment, charged }) => ({ item, at, ...payment, ...charged }))
  const columns = db`
    item int, "merchantId" text, "paymentId" text, version int, status text, currency text, "captureMethod" text,
    "authorizedCents" int, "authorizedFeeCents" int, "capturedCents" int, "feeCents" int, "refundedCents" int,
    "feeRefundedCents" int, "disputedCents" int, "failureCode" text, "failureMessage" text,
    "paymentMethod" jsonb, "processorChargeId" text, "processorFeeId" text, at timestamptz`
  const given = recordset(db, rows, columns)
  return {
    name: 'moved',
    reads: permitted ? [permitted] : [],
    returns: db`item int, merchant_id text, payment_id text, currency text`,
    statement: db`
      update payments p
      set status = c.status, currency = c.currency, capture_method = c."captureMethod",
        authorized_cents = c."authorizedCents", authorized_fee_cents = c."authorizedFeeCents",
        captured_cents = c."capturedCents", fee_cents = c."feeCents", refunded_cents = c."refundedCents",
        fee_refunded_cents = c."feeRefundedCents", disputed_cents = c."disputedCents",
        failure_code = c."failureCode", failure_message = c."failureMessage",
        payment_method = coalesce(c."paymentMethod", p.payment_method),
        processor_charge_id = coalesce(c."processorChargeId", p.processor_charge_id),
        processor_fee_id = coalesce(c."processorFeeId", p.processor_fee_id),
        version = ${nextVersion(db, 'p', 'c')}, updated_at = c.at
      from ${given} as c ${permitted ? db`join permitted using (item)` : db``}
      where p.merchant_id = c."merchantId" and p.payment_id = c."paymentId"
        ${ofMerchant(db, 'p.merchant_id', merchantOf(db, rows))}
      returning c.item, p.merchant_id, p.payment_id, p.currency`,
  }
}

/** Once a refund has a processor id, its state only moves forward. */
function refundsStep(db: Queryable, refunds: (Refund & { item: number; at: Date })[]): Step {
  const certainty = db`array['pending', 'succeeded', 'failed']`
  const rows = refunds.map(refund => {
    // leaves time for the answer or event that reports the fee; after a failure, neither arrives
    const feeDueAfter = refund.state === 'failed' ? '0 seconds' : '30 seconds'
    return { ...refund, feeDueAfter: refund.feeUnread ? feeDueAfter : null }
  })
  const columns = db`
    item int, "refundId" text, "processorRefundId" text, "amountCents" int, "returnsFee" boolean, reason text, state text,
    "feeDueAfter" interval, at timestamptz`
  const given = recordset(db, rows, columns)
  return {
    name: 'refunded',
    reads: ['moved'],
    statement: db`
      insert into refunds (merchant_id, refund_id, payment_id, processor_refund_id, amount_cents, returns_fee, reason,
        state, fee_due_at, created_at, updated_at)
      select m.merchant_id, r."refundId", m.payment_id, r."processorRefundId", r."amountCents", r."returnsFee",
        r.reason, r.state, now() + r."feeDueAfter", r.at, r.at
      from moved m join ${given} as r using (item)
      on conflict (merchant_id, refund_id) do update
        set processor_refund_id = excluded.processor_refund_id, amount_cents = excluded.amount_cents,
          returns_fee = excluded.returns_fee, reason = excluded.reason, state = excluded.state,
          fee_due_at = excluded.fee_due_at, updated_at = excluded.updated_at
        where refunds.processor_refund_id is null
          or array_position(${certainty}, refunds.state) <= array_position(${certainty}, excluded.state)`,
  }
}

function disputesStep(db: Queryable, disputes: (DisputeSnapshot & { item: number; at: Date })[]): Step {
  const rows = disputes.map(dispute => ({ ...dispute, standing: standingOf(dispute) }))
  const columns = db`
    item int, "processorDisputeId" text, "amountCents" int, reason text, standing text, state text, movements jsonb,
    "openedAt" timestamptz, "dueBy" timestamptz, at timestamptz`
  const given = recordset(db, rows, columns)
  return {
    name: 'disputed',
    reads: ['moved'],
    statement: db`
      insert into disputes (merchant_id, payment_id, processor_dispute_id, amount_cents, reason, state, status, movements,
        due_by, created_at, updated_at)
      select m.merchant_id, m.payment_id, d."processorDisputeId", d."amountCents", d.reason, d.standing, d.state,
        d.movements, d."dueBy", coalesce(d."openedAt", d.at), d.at
      from moved m join ${given} as d using (item)
      on conflict (merchant_id, payment_id, processor_dispute_id) do update
        set state = excluded.state, status = excluded.status, movements = excluded.movements,
          amount_cents = excluded.amount_cents, due_by = excluded.due_by, updated_at = excluded.updated_at`,
  }
}
