import { expect, it, onTestFinished } from 'vitest'
import { keepFigures } from '../../src/back-office/keep-figures.ts'
import { systemClock } from '../../src/clock.ts'
import { openDb } from '../../src/db/db.ts'
import { useService } from '../support/service.ts'

const service = useService()

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

it.each([5, 120])(
  'what changed %i seconds ago is counted once in a run, however much it is',
  async secondsAgo => {
    const { merchantId } = await service.createMerchant()
    await addPayments(merchantId, 10_001, 11_000, secondsAgo)
    const db = openDb(service.config.databaseUrl, { maxConnections: 1 })
    onTestFinished(() => db.end())
    const written: string[] = []
    db.options.debug = (_connection, text) => {
      if (/insert into payment_figures/.test(text)) written.push(text)
    }
    expect(await keepFigures({ db, clock: systemClock, waits: true })).toBe(false)
    expect(written).toEqual([...new Set(written)])
    expect(written).not.toEqual([])
  },
)

it('a payment whose currency was changed at the processor counts once, in the new one', async () => {
  const { merchantId } = await service.createMerchant()
  const keep = () => keepFigures({ db: service.db, clock: systemClock, waits: true })
  await addPayments(merchantId, 30_001, 1, 5)
  await keep()
  await service.db`update payments set currency = 'xof', updated_at = now() where merchant_id = ${merchantId}`
  await keep()
  for (const table of ['payment_figures', 'payment_figures_by_day']) {
    const rows = await service.db`
      select currency, sum(created)::int as created from ${service.db(table)}
      where merchant_id = ${merchantId} group by 1 having sum(created) > 0`
    expect([...rows]).toEqual([{ currency: 'xof', created: 1 }])
  }
  const { body } = await service.admin('GET', `/overview?merchantId=${merchantId}`)
  expect(body.currencies.map(({ currency }: { currency: string }) => currency)).toEqual(['xof'])
})
