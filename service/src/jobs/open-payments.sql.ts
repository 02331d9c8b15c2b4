import type { Db } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'
import type { MerchantId, PaymentId } from '../ids.ts'

export interface OpenPayment {
  merchantId: MerchantId
  paymentId: PaymentId
}

/**
 * Payments on their way, each for one instance: again after half the time since they last changed, for those that
 * wait for the processor or the merchant at most an hour, for those that wait for the customer without a limit.
 */
export async function claimOpenPayments(db: Db, limit: number): Promise<Claims<OpenPayment>> {
  const due = (most: number, merchantId: string | null = null) => db`
    select merchant_id, payment_id, now() + greatest(interval '30 seconds', case
        when status = 'requires_action' then (now() - updated_at) / 2
        else least((now() - updated_at) / 2, interval '1 hour') end) as check_at
    from payments
    where status in ('requires_action', 'processing', 'requires_capture') and next_check_at <= now()
      ${ofMerchant(db, 'merchant_id', merchantId)}
    order by next_check_at limit ${most}`
  return await claimAcross(
    db,
    limit,
    due,
    (tx, most, merchantId) => tx<OpenPayment[]>`
    with due as materialized (
      ${due(most, merchantId)} for update skip locked
    )
    update payments p set next_check_at = d.check_at
    from due d
    where p.merchant_id = d.merchant_id and p.payment_id = d.payment_id ${ofMerchant(db, 'p.merchant_id', merchantId)}
    returning p.merchant_id, p.payment_id`,
  )
}

/**
 * Payments nobody has paid, most of them abandoned: after 1, 4, 16, 64 … minutes, and not any more after a day. The
 * ones due last come first: where there are more than can be read, the oldest go without.
 */
export async function claimAbandonedPayments(db: Db, limit: number): Promise<Claims<OpenPayment>> {
  const missed = await giveUpMissed(db)
  const due = (most: number, merchantId: string | null = null) => db`
    select merchant_id, payment_id, now() + case
        when now() - updated_at < interval '6 hours' then greatest(interval '1 minute', (now() - updated_at) * 3) end
        as check_at
    from payments
    where status in ('requires_payment_method', 'requires_confirmation') and next_check_at <= now()
      ${ofMerchant(db, 'merchant_id', merchantId)}
    order by next_check_at desc limit ${most}`
  const { claimed, faults } = await claimAcross(
    db,
    limit,
    due,
    (tx, most, merchantId) => tx<OpenPayment[]>`
    with due as materialized (
      ${due(most, merchantId)} for update skip locked
    )
    update payments p set next_check_at = d.check_at
    from due d
    where p.merchant_id = d.merchant_id and p.payment_id = d.payment_id ${ofMerchant(db, 'p.merchant_id', merchantId)}
    returning p.merchant_id, p.payment_id`,
  )
  return { claimed, faults: [...missed.faults, ...faults] }
}

async function giveUpMissed(db: Db): Promise<Claims<OpenPayment>> {
  const missed = (most: number, merchantId: string | null = null) => db`
    select merchant_id, payment_id from payments
    where status in ('requires_payment_method', 'requires_confirmation')
      and next_check_at < now() - interval '1 day' ${ofMerchant(db, 'merchant_id', merchantId)}
    order by next_check_at limit ${most}`
  return await claimAcross(
    db,
    100,
    missed,
    (tx, most, merchantId) => tx<OpenPayment[]>`
    with missed as materialized (
      ${missed(most, merchantId)} for update skip locked
    )
    update payments p set next_check_at = null
    from missed m
    where p.merchant_id = m.merchant_id and p.payment_id = m.payment_id ${ofMerchant(db, 'p.merchant_id', merchantId)}`,
  )
}
