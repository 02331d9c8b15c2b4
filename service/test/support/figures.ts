import type { Queryable } from '../../src/db/db.ts'

export async function addPayments(
  db: Queryable,
  merchantId: string,
  first: number,
  count: number,
  secondsAgo: number,
): Promise<void> {
  await db`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, created_at, updated_at)
    select ${merchantId}, 'svcpay_' || lpad(n::text, 26, '0'), 'stripe', 'acct_x', 'pi_' || n, 'canceled', 'usd',
      'automatic', 1000, 10, at, at
    from generate_series(${first}::int, ${first + count - 1}::int) n,
      (select now() - ${secondsAgo} * interval '1 second' as at) moment`
}

export async function figuresOf(db: Queryable, merchantId: string) {
  const [row] = await db`
    select sum(created)::int as created, sum(volume_cents)::int as volume from payment_figures
    where merchant_id = ${merchantId}`
  return row
}
