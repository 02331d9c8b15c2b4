import type { Db, Fragment, Queryable } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'
import type { MerchantId, PaymentId } from '../ids.ts'

export interface OpenPayment {
  merchantId: MerchantId
  paymentId: PaymentId
}

/**
 * Claims payments in progress, each for one instance. A payment is due again after half the time since it last changed:
 * after at most an hour if it waits for the processor or the merchant, without a limit if it waits for the customer.
 */
export async function claimOpenPayments(db: Db, limit: number): Promise<Claims<OpenPayment>> {
  return await claimDue(db, limit, {
    due: db`status in ('requires_action', 'processing', 'requires_capture') and next_check_at <= now()`,
    order: db`next_check_at`,
    checkAt: db`now() + greatest(interval '30 seconds', case
        when status = 'requires_action' then (now() - updated_at) / 2
        else least((now() - updated_at) / 2, interval '1 hour') end)`,
  })
}

/**
 * Claims unpaid payments, most of them abandoned, after 1, 4, 16, 64 … minutes, but none after a day. The most recently
 * due come first: if there are more than can be read, the oldest are skipped.
 */
export async function claimAbandonedPayments(db: Db, limit: number): Promise<Claims<OpenPayment>> {
  const abandoned = db`status in ('requires_payment_method', 'requires_confirmation')`
  const missed = await claimDue(db, 100, {
    due: db`${abandoned} and next_check_at < now() - interval '1 day'`,
    order: db`next_check_at`,
    checkAt: db`null::timestamptz`,
  })
  const { claimed, faults } = await claimDue(db, limit, {
    due: db`${abandoned} and next_check_at <= now()`,
    order: db`next_check_at desc`,
    checkAt: db`now() + case
        when now() - updated_at < interval '6 hours' then greatest(interval '1 minute', (now() - updated_at) * 3) end`,
  })
  return { claimed, faults: [...missed.faults, ...faults] }
}

async function claimDue(
  db: Db,
  limit: number,
  { due, order, checkAt }: Record<'due' | 'order' | 'checkAt', Fragment>,
): Promise<Claims<OpenPayment>> {
  const found = (most: number, merchantId: string | null = null) => db`
    select merchant_id, payment_id, ${checkAt} as check_at from payment_statuses
    where ${due} ${ofMerchant(db, 'merchant_id', merchantId)}
    order by ${order} limit ${most}`
  return await claimAcross(
    db,
    limit,
    found,
    (tx, most, merchantId) => tx<OpenPayment[]>`
    with due as materialized (
      ${found(most, merchantId)} for update skip locked
    )
    update payment_statuses s set next_check_at = d.check_at
    from due d
    where s.merchant_id = d.merchant_id and s.payment_id = d.payment_id ${ofMerchant(db, 's.merchant_id', merchantId)}
    returning s.merchant_id, s.payment_id`,
  )
}

/** Claims payments whose fee must be read after a refund. The wait grows with each failed reading. */
export async function claimFeesDue(db: Db, limit: number): Promise<Claims<OpenPayment>> {
  const due = (most: number, merchantId: string | null = null) => db`
    select merchant_id, refund_id, now() + greatest(interval '30 seconds', (now() - updated_at) / 2) as again_at
    from refunds
    where fee_due_at <= now() ${ofMerchant(db, 'merchant_id', merchantId)}
    order by fee_due_at limit ${most}`
  const claim = (tx: Queryable, most: number, merchantId: string | null) => tx<OpenPayment[]>`
    with due as (
      ${due(most, merchantId)} for update skip locked
    )
    update refunds r set fee_due_at = d.again_at
    from due d where r.merchant_id = d.merchant_id and r.refund_id = d.refund_id
      ${ofMerchant(db, 'r.merchant_id', merchantId)}
    returning r.merchant_id, r.payment_id`
  const { claimed, faults } = await claimAcross(db, limit, due, claim)
  // a payment may have many such refunds
  const payments = new Map(claimed.map(payment => [payment.paymentId, payment]))
  return { claimed: [...payments.values()], faults }
}
