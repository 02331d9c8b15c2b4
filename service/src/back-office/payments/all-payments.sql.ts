import type { Static } from '@fastify/type-provider-typebox'
import { type Db, listed, when } from '../../db/db.ts'
import type { MerchantId } from '../../ids.ts'
import { isInquiry, mostPressing } from '../../payments/dispute.ts'
import { disputesOf, unansweredDisputes } from '../../payments/disputes.sql.ts'
import {
  conditions,
  isDeclined,
  type NewestFilter,
  newestPayments,
  type PaymentPosition,
  statusesUntil,
} from '../../payments/newest.sql.ts'
import { openStatuses, type Payment, type PaymentStatus, presentPayment } from '../../payments/payment.ts'
import type { DisputeState } from '../../processors/port.ts'
import type { OperatorPaymentSchema } from '../schemas.ts'

type OperatorPayment = Static<typeof OperatorPaymentSchema> & { merchantId: MerchantId }

interface Period {
  from: Date | null
  to: Date | null
}

interface Posted extends Period {
  kind: 'refund' | 'dispute'
}

interface PaymentConditions extends Omit<NewestFilter, 'statuses' | 'after'> {
  /** `declined`: the last attempt to pay was refused. `open`: any of `openStatuses`. */
  status: PaymentStatus | 'declined' | 'open' | null
  /** Refunded as of now, in full or in part. */
  isRefunded: boolean
  /** Refunds and disputes posted in the period, whatever their outcome. */
  refunded: Period | null
  disputed: Period | null
  captureMethod: string | null
  processor?: string | null
  currency: string | null
  amountFrom: number | null
  amountTo: number | null
}

export type OperatorPaymentFilter = PaymentConditions & Pick<NewestFilter, 'after'>

/** How many payments, or payments of one status, to scan for conditions without an index. */
const scanAtMost = { newest: 10_000, ofStatus: 1000 }

/**
 * Newest first. The statement contains only the requested conditions. Those with an index use it; for the rest, a bounded
 * number of payments is scanned. `resumeAt` is where the next page starts if that was not enough.
 */
export async function listAllPayments(db: Db, filter: OperatorPaymentFilter & { limit: number }) {
  const scanned = scannedFor(db, filter)
  const matching = scanned.reduce((all, one) => db`${all} ${one}`, db``)
  const newest = db`order by created_at desc, payment_id desc`
  const indexed = { ...filter, statuses: indexedStatuses(filter) }
  const posted = postedFor(filter)
  if (posted.length > 0) {
    const found = newestPosted(db, indexed, posted)
    const rows = await db<Payment[]>`${found} ${matching} ${newest} limit ${filter.limit}`
    return { payments: await presentAll(db, rows), resumeAt: null }
  }
  const readUntil = await statusesUntil(db, indexed)
  const most = readUntil === null ? scanAtMost.newest : scanAtMost.ofStatus
  const found = newestPayments(db, indexed, readUntil, scanned.length > 0 ? most : filter.limit)
  const rows = await db<
    Payment[]
  >`select * from (${found}) p where true ${matching} ${newest} limit ${filter.limit}`
  if (scanned.length === 0 || rows.length === filter.limit) {
    return { payments: await presentAll(db, rows), resumeAt: null }
  }
  const [last] = await db<PaymentPosition[]>`
    select merchant_id, payment_id from (${found}) p ${newest} offset ${most - 1}`
  return { payments: await presentAll(db, rows), resumeAt: last ?? null }
}

function indexedStatuses({ status, isRefunded }: PaymentConditions): PaymentStatus[] | null {
  if (status === null) return isRefunded ? ['partially_refunded', 'refunded'] : null
  if (status === 'declined') return ['requires_payment_method']
  if (status === 'open') return openStatuses
  // most payments have succeeded, so no index covers that status
  return status === 'succeeded' ? null : [status]
}

function postedFor({ refunded, disputed }: PaymentConditions): Posted[] {
  return [
    ...(refunded === null ? [] : [{ kind: 'refund', ...refunded } as const]),
    ...(disputed === null ? [] : [{ kind: 'dispute', ...disputed } as const]),
  ]
}

/**
 * Newest first, only payments with all these postings. Starting from the payments or from the entries may be faster,
 * depending on how many were posted; `exists` leaves that choice to the planner.
 */
function newestPosted(db: Db, filter: NewestFilter, posted: Posted[]) {
  const { merchantId, statuses } = filter
  const entries = posted.map(
    ({ kind, from, to }) => db`
      and exists (
        select from ledger_entries e
        where e.merchant_id = p.merchant_id and e.payment_id = p.payment_id
          and e.kind = ${kind === 'refund' ? db`'refund'` : db`'dispute'`}
          ${when(db, merchantId, value => db`and e.merchant_id = ${value}`)}
          ${when(db, from, value => db`and e.posted_at >= ${value}`)}
          ${when(db, to, value => db`and e.posted_at < ${value}`)}
      )`,
  )
  return db`
    select p.* from payments p
    where true ${conditions(db, filter, 'p')}
      ${when(db, statuses, value => db`and p.status = any(${[...value]})`)}
      ${listed(db, entries, db` `)}`
}

/** Conditions that no index covers. */
function scannedFor(db: Db, filter: PaymentConditions) {
  const { status, captureMethod, processor = null, currency, amountFrom, amountTo } = filter
  const amount = db`(case when captured_cents > 0 then captured_cents else authorized_cents end)`
  return [
    ...(status === 'succeeded' ? [db`and status = ${status}`] : []),
    ...(status === 'declined' ? [db`and ${isDeclined(db, 'p')}`] : []),
    ...(filter.isRefunded && status !== null ? [db`and refunded_cents > 0`] : []),
    ...(captureMethod === null ? [] : [db`and capture_method = ${captureMethod}`]),
    ...(processor === null ? [] : [db`and processor = ${processor}`]),
    ...(currency === null ? [] : [db`and currency = ${currency}`]),
    ...(amountFrom === null ? [] : [db`and ${amount} >= ${amountFrom}`]),
    ...(amountTo === null ? [] : [db`and ${amount} <= ${amountTo}`]),
  ]
}

/** Every index on payments begins with the merchant, so each merchant is tried. */
export async function findAnyPayment(db: Db, paymentId: string): Promise<OperatorPayment | null> {
  const [row] = await db<Payment[]>`
    select p.* from merchants m join payments p on p.merchant_id = m.merchant_id and p.payment_id = ${paymentId}`
  const [found] = await presentAll(db, row ? [row] : [])
  return found ?? null
}

/** The merchant's other payments with the same order reference, newest first. */
export async function othersOfOrder(db: Db, payment: OperatorPayment): Promise<OperatorPayment[]> {
  const { merchantId, svcPaymentId, orderRef } = payment
  if (orderRef === null) return []
  const rows = await db<Payment[]>`
    select * from payments
    where merchant_id = ${merchantId} and order_ref = ${orderRef} and payment_id <> ${svcPaymentId}
    order by created_at desc limit 20`
  return await presentAll(db, rows)
}

/** The number of payments of an order to examine. */
const ofOrderAtMost = 20

interface Order {
  merchantId: string | null
  orderRef: string | null
}

/** Adds `chargedForOrder` to each payment: how many payments of its order are charged and not fully refunded. */
export async function withCharged(db: Db, payments: OperatorPayment[]): Promise<OperatorPayment[]> {
  const isCharged = ({ orderRef, capturedCents, refundedCents }: OperatorPayment) =>
    orderRef !== null && capturedCents > refundedCents
  const countOf = await countCharged(db, payments.filter(isCharged))
  return payments.map(payment => ({
    ...payment,
    chargedForOrder: isCharged(payment) ? countOf(payment) : 0,
  }))
}

/** How many payments of an order are charged and not fully refunded, for orders with at least one such payment. */
export async function countCharged(db: Db, orders: Order[]): Promise<(order: Order) => number> {
  const keyOf = ({ merchantId, orderRef }: Order) => `${merchantId} ${orderRef}`
  const counts = await chargedOf(db, orders)
  const countOf = new Map(counts.map(one => [keyOf(one), one.count]))
  return order => countOf.get(keyOf(order)) ?? 1
}

async function chargedOf(db: Db, orders: Order[]): Promise<(Order & { count: number })[]> {
  if (orders.length === 0) return []
  const merchantIds = orders.map(({ merchantId }) => merchantId)
  const orderRefs = orders.map(({ orderRef }) => orderRef)
  // a cluster cannot limit each order separately
  if (!db.engine.isOne) {
    return await db`
      select merchant_id, order_ref, least(count(*), ${ofOrderAtMost})::int as count from payments
      where merchant_id = any(${merchantIds}) and order_ref = any(${orderRefs}) and captured_cents > refunded_cents
      group by merchant_id, order_ref`
  }
  return await db`
    select o.merchant_id, o.order_ref, n.count::int
    from unnest(${merchantIds}::text[], ${orderRefs}::text[]) o(merchant_id, order_ref)
      cross join lateral (
        select count(*) from (
          select captured_cents, refunded_cents from payments p
          where p.merchant_id = o.merchant_id and p.order_ref = o.order_ref
          order by p.created_at desc limit ${ofOrderAtMost}) p
        where captured_cents > refunded_cents) n`
}

/** The last payment of a page. Payments without a known deadline come last. */
interface DeadlinePosition {
  dueBy: Date | null
  paymentId: string
}

interface Unanswered {
  disputeState: DisputeState
  disputeCents: number
  disputeReason: string | null
  dueBy: Date | null
}

/** Payments with a dispute or an inquiry that needs a response, the earliest deadline first. */
export async function listPaymentsToAnswer(
  db: Db,
  filter: PaymentConditions & { afterDeadline: DeadlinePosition | null; limit: number },
): Promise<OperatorPayment[]> {
  const found = newestPosted(
    db,
    { ...filter, after: null, statuses: indexedStatuses(filter) },
    postedFor(filter),
  )
  const matching = scannedFor(db, filter).reduce((all, one) => db`${all} ${one}`, db``)
  const rows = await db<(Payment & Unanswered)[]>`
    select p.*, unanswered.state as dispute_state, unanswered.amount_cents as dispute_cents,
      unanswered.reason as dispute_reason, unanswered.due_by
    from (${found}) p join (
      select distinct on (d.merchant_id, d.payment_id) d.* from (${unansweredDisputes(db, filter.merchantId)}) d
      order by d.merchant_id, d.payment_id, d.due_by nulls last) unanswered
      on unanswered.merchant_id = p.merchant_id and unanswered.payment_id = p.payment_id
    where true ${matching} ${when(
      db,
      filter.afterDeadline,
      ({ dueBy, paymentId }) => db`
      and (coalesce(unanswered.due_by, 'infinity'), p.payment_id) > (coalesce(${dueBy}::timestamptz, 'infinity'), ${paymentId})`,
    )}
    order by unanswered.due_by nulls last, p.payment_id limit ${filter.limit}`
  return rows.map(({ disputeState, disputeCents, disputeReason, dueBy, ...payment }) =>
    present(payment, { state: disputeState, amountCents: disputeCents, reason: disputeReason, dueBy }),
  )
}

async function presentAll(db: Db, payments: Payment[]): Promise<OperatorPayment[]> {
  const disputes = (await disputesOf(db, payments)).filter(dispute => !isInquiry(dispute))
  return payments.map(payment => {
    const own = mostPressing(disputes.filter(({ paymentId }) => paymentId === payment.paymentId))
    if (own === null) return present(payment, null)
    const { state, amountCents, reason, dueBy } = own
    return present(payment, { state, amountCents, reason, dueBy: dueBy ? new Date(dueBy) : null })
  })
}

function present(payment: Payment, dispute: OperatorPayment['dispute']): OperatorPayment {
  const { merchantId, authorizedCents, accountId, failureCode, failureMessage } = payment
  const place = { merchantId, connectedAccountId: accountId }
  return { ...presentPayment(payment), ...place, authorizedCents, failureCode, failureMessage, dispute }
}
