import { expect, it, onTestFinished } from 'vitest'
import { areFiguresUpToDate } from '../../src/back-office/figures/figures.sql.ts'
import { keepFigures } from '../../src/back-office/figures/keep-figures.ts'
import { systemClock } from '../../src/clock.ts'
import { openDb } from '../../src/db/db.ts'
import { addPayments, figuresOf } from '../support/figures.ts'
import { useService } from '../support/service.ts'

const service = useService()

it('figures include a change committed after later ones, even after very many', async () => {
  const { merchantId } = await service.createMerchant()
  const keep = async () => {
    while (await keepFigures({ db: service.db, clock: systemClock }));
  }
  await addPayments(service.db, merchantId, 1, 3000, 5)
  await keep()
  await addPayments(service.db, merchantId, 3001, 1, 10)
  await keep()
  const [row] = await service.db`
    select sum(created)::int as created from payment_figures where merchant_id = ${merchantId}`
  expect(row?.created).toBe(3001)
})

it.each([5, 120])(
  'changes of %i seconds ago are counted once in a run, however many there are',
  async secondsAgo => {
    const { merchantId } = await service.createMerchant()
    await addPayments(service.db, merchantId, 10_001, 5000, secondsAgo)
    const db = openDb(service.config.databaseUrl, { maxConnections: 1 })
    onTestFinished(() => db.end())
    const written: string[] = []
    db.options.debug = (_connection, text) => {
      if (/insert into "payment_figures/.test(text)) written.push(text)
    }
    expect(await keepFigures({ db, clock: systemClock, waits: true })).toBe(false)
    expect(written).toEqual([...new Set(written)])
    expect(written).not.toEqual([])
  },
)

it('a payment whose currency was changed at the processor counts once, in the new currency', async () => {
  const { merchantId } = await service.createMerchant()
  const keep = () => keepFigures({ db: service.db, clock: systemClock, waits: true })
  await addPayments(service.db, merchantId, 30_001, 1, 5)
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

it('figures continue after the clock was set back', async () => {
  const { merchantId } = await service.createMerchant()
  while (await keepFigures({ db: service.db, clock: systemClock, waits: true }));
  const back = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) }
  await service.db`drop trigger if exists payments_loaded on payments`
  await addPayments(service.db, merchantId, 200, 3, 3_600)
  while (await keepFigures({ db: service.db, clock: back, waits: true }));
  expect((await figuresOf(service.db, merchantId))?.created).toBe(3)
})

it('payments loaded at one time are counted in statements of bounded size, and not by a request', async () => {
  const { merchantId } = await service.createMerchant()
  while (await keepFigures({ db: service.db, clock: systemClock }));
  await addPayments(service.db, merchantId, 300_001, 2500, 0)
  // in an update, a shard computes only times without a time zone
  await service.db`
    update payments
    set created_at = (created_at at time zone 'utc' - right(payment_id, 4)::int * interval '15 minutes') at time zone 'utc'
    where merchant_id = ${merchantId}`
  const db = openDb(service.config.databaseUrl, { maxConnections: 1 })
  onTestFinished(() => db.end())
  const sizes: number[] = []
  db.options.debug = (_connection, text, parameters) => {
    if (/insert into "payment_figures/.test(text)) sizes.push(JSON.stringify(parameters[0] ?? '').length)
  }
  expect(await keepFigures({ db, clock: systemClock, waits: true })).toBe(true)
  expect(sizes).toEqual([])
  while (await keepFigures({ db, clock: systemClock }));
  expect(sizes).not.toEqual([])
  expect(Math.max(...sizes)).toBeLessThan(500_000)
  expect((await figuresOf(service.db, merchantId))?.created).toBe(2500)
})

it.each([
  ['up to date: the job rests while nothing changes', 100, true],
  ['late', 200, false],
])('figures are %s, if they were read until %i seconds ago', async (_, secondsAgo, isUpToDate) => {
  const now = new Date()
  while (await keepFigures({ db: service.db, clock: systemClock }));
  await service.db`update figure_cursors set read_from = ${new Date(now.getTime() - secondsAgo * 1000)}`
  expect(await areFiguresUpToDate(service.db, now)).toBe(isUpToDate)
})
