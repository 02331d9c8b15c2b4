import type { Db } from '../db/db.ts'
import type { MerchantId, PaymentId } from '../ids.ts'

export interface OpenPayment {
  merchantId: MerchantId
  paymentId: PaymentId
}

/**
 * Payments on their way, each for one instance: again after half the time since they last changed, for those that
 * wait for the processor or the merchant at most an hour, for those that wait for the customer without a limit.
 */
export async function claimOpenPayments(db: Db, limit: number): Promise<OpenPayment[]> {
  return await db<OpenPayment[]>`
    with due as materialized (
      select merchant_id, payment_id from payments
      where status in ('requires_action', 'processing', 'requires_capture') and next_check_at <= now()
      order by next_check_at limit ${limit} for update skip locked
    )
    update payments p
    set next_check_at = now() + greatest(interval '30 seconds', case status
      when 'requires_action' then (now() - updated_at) / 2
      else least((now() - updated_at) / 2, interval '1 hour') end)
    from due d where p.merchant_id = d.merchant_id and p.payment_id = d.payment_id
    returning p.merchant_id, p.payment_id`
}

/**
 * Payments nobody has paid, most of them abandoned: after 1, 4, 16, 64 … minutes, and not any more after a day. The
 * ones due last come first: where there are more than can be read, the oldest go without.
 */
export async function claimAbandonedPayments(db: Db, limit: number): Promise<OpenPayment[]> {
  await db`
    with missed as materialized (
      select merchant_id, payment_id from payments
      where status in ('requires_payment_method', 'requires_confirmation')
        and next_check_at < now() - interval '1 day'
      order by next_check_at limit 100 for update skip locked
    )
    update payments p set next_check_at = null
    from missed m where p.merchant_id = m.merchant_id and p.payment_id = m.payment_id`
  return await db<OpenPayment[]>`
    with due as materialized (
      select merchant_id, payment_id from payments
      where status in ('requires_payment_method', 'requires_confirmation') and next_check_at <= now()
      order by next_check_at desc limit ${limit} for update skip locked
    )
    update payments p
    set next_check_at = now() + case
      when now() - updated_at < interval '6 hours' then greatest(interval '1 minute', (now() - updated_at) * 3) end
    from due d where p.merchant_id = d.merchant_id and p.payment_id = d.payment_id
    returning p.merchant_id, p.payment_id`
}
