import { expect, it, onTestFinished } from 'vitest'
import { keepFigures } from '../../src/back-office/keep-figures.ts'
import { systemClock } from '../../src/clock.ts'
import { openDb, type Queryable } from '../../src/db/db.ts'
import { useService } from '../support/service.ts'

const service = useService()

async function addPayments(
  merchantId: string,
  first: number,
  count: number,
  secondsAgo: number,
  db: Queryable = service.db,
) {
  await db`
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

const figuresOf = async (merchantId: string) => {
  const [row] = await service.db`
    select sum(created)::int as created, sum(volume_cents)::int as volume from payment_figures
    where merchant_id = ${merchantId}`
  return row
}

it.each(['origin', 'replica'])(
  'payments loaded with their history are counted, by a session of role %s',
  async role => {
    const { merchantId } = await service.createMerchant()
    const { merchantId: other } = await service.createMerchant()
    const keep = () => keepFigures({ db: service.db, clock: systemClock, waits: true })
    await addPayments(other, 1, 1, 0)
    while (await keep());
    await service.db.begin(async tx => {
      await tx`select set_config('session_replication_role', ${role}, true)`
      await addPayments(merchantId, 100, 20, 40 * 86_400, tx)
    })
    while (await keep());
    expect(await figuresOf(merchantId)).toEqual({ created: 20, volume: 0 })
    // their entries come later
    await service.db`
    insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
      platform_fees_cents, posted_at)
    select merchant_id, payment_id, 'capture', 'capture', 'op_x', currency, -1000, 990, 10, created_at
    from payments where merchant_id = ${merchantId}`
    while (await keep());
    expect(await figuresOf(merchantId)).toEqual({ created: 20, volume: 20_000 })
  },
)

it('figures go on when the clock was put back', async () => {
  const { merchantId } = await service.createMerchant()
  while (await keepFigures({ db: service.db, clock: systemClock, waits: true }));
  const back = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) }
  await service.db`alter table payments disable trigger payments_loaded`
  await addPayments(merchantId, 200, 3, 3_600)
  await service.db`alter table payments enable always trigger payments_loaded`
  while (await keepFigures({ db: service.db, clock: back, waits: true }));
  expect((await figuresOf(merchantId))?.created).toBe(3)
})

it('payments loaded at one time are counted in statements of bounded size, and not by a request', async () => {
  const { merchantId } = await service.createMerchant()
  while (await keepFigures({ db: service.db, clock: systemClock }));
  await addPayments(merchantId, 300_001, 6000, 0)
  await service.db`
    update payments set created_at = created_at - right(payment_id, 4)::int * interval '15 minutes'
    where merchant_id = ${merchantId}`
  const db = openDb(service.config.databaseUrl, { maxConnections: 1 })
  onTestFinished(() => db.end())
  const sizes: number[] = []
  db.options.debug = (_connection, text, parameters) => {
    if (/insert into payment_figures/.test(text)) sizes.push(JSON.stringify(parameters[0] ?? '').length)
  }
  expect(await keepFigures({ db, clock: systemClock, waits: true })).toBe(true)
  expect(sizes).toEqual([])
  expect(await keepFigures({ db, clock: systemClock })).toBe(false)
  expect(Math.max(...sizes)).toBeLessThan(500_000)
  expect((await figuresOf(merchantId))?.created).toBe(6000)
})
