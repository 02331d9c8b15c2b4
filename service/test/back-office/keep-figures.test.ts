import { expect, it } from 'vitest'
import { keepFigures } from '../../src/back-office/keep-figures.ts'
import { systemClock } from '../../src/clock.ts'
import { useService } from '../support/service.ts'

const service = useService({ role: 'api' })

async function addPayments(merchantId: string, first: number, count: number, secondsAgo: number) {
  await service.db`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, created_at, updated_at)
    select ${merchantId}, 'svcpay_' || lpad(n::text, 26, '0'), 'stripe', 'acct_x', 'pi_' || n, 'canceled', 'usd',
      'automatic', 1000, 10, at, at
    from generate_series(${first}::int, ${first + count - 1}::int) n,
      (select now() - ${secondsAgo} * interval '1 second' as at) moment`
}

it('figures have a change that is committed after later ones, also when these were very many', async () => {
  const { merchantId } = await service.createMerchant()
  const keep = async () => {
    while (await keepFigures({ db: service.db, clock: systemClock }));
  }
  await addPayments(merchantId, 1, 6000, 5)
  await keep()
  await addPayments(merchantId, 6001, 1, 10)
  await keep()
  const [row] = await service.db`
    select sum(created)::int as created from payment_figures where merchant_id = ${merchantId}`
  expect(row?.created).toBe(6001)
})
