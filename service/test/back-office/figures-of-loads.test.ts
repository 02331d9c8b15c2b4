import { expect, it } from 'vitest'
import { figuresUpToDate, keepFigures } from '../../src/back-office/figures/keep-figures.ts'
import { systemClock } from '../../src/clock.ts'
import { keepFiguresUpToDate } from '../../src/jobs/upkeep.ts'
import { addPayments, figuresOf } from '../support/figures.ts'
import { useService } from '../support/service.ts'

const service = useService()

it.each(['origin', 'replica'])(
  'payments loaded with their history are counted, by a session of role %s',
  async role => {
    const { merchantId } = await service.createMerchant()
    const { merchantId: other } = await service.createMerchant()
    const keep = () => keepFigures({ db: service.db, clock: systemClock, waits: true })
    await addPayments(service.db, other, 1, 1, 0)
    while (await keep());
    await service.db.begin(async tx => {
      await tx`select set_config('session_replication_role', ${role}, true)`
      await addPayments(tx, merchantId, 100, 20, 40 * 86_400)
    })
    while (await keep());
    expect(await figuresOf(service.db, merchantId)).toEqual({ created: 20, volume: 0 })
    // their entries are loaded later
    await service.db`
    insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
      platform_fees_cents, posted_at)
    select merchant_id, payment_id, 'capture', 'capture', 'op_x', currency, -1000, 990, 10, created_at
    from payments where merchant_id = ${merchantId}`
    while (await keep());
    expect(await figuresOf(service.db, merchantId)).toEqual({ created: 20, volume: 20_000 })
  },
)

it('a stop waits for one batch of due figures, not for all of them', async () => {
  const { merchantId } = await service.createMerchant()
  await service.db`
    insert into figures_due (merchant_id, source, at)
    select ${merchantId}, 'payments', timestamptz '2020-01-01' + n * interval '15 minutes'
    from generate_series(1, 4500) n`
  const due = async () => (await service.db`select from figures_due where source = 'payments'`).length
  const stopped = new AbortController()
  const running = keepFiguresUpToDate({ db: service.db, clock: systemClock }).run(stopped.signal)
  stopped.abort()
  await running
  expect(await due()).toBe(2500)
})

it('a request does not treat figures as up to date while later quarters are due', async () => {
  const { merchantId } = await service.createMerchant()
  const deps = { db: service.db, clock: systemClock }
  while (await keepFigures(deps));
  // payments and their callbacks, in the same quarters
  await service.db`
    insert into figures_due (merchant_id, source, at)
    select ${merchantId}, source, timestamptz '2020-01-01' + n * interval '15 minutes'
    from generate_series(1, 2500) n, (values ('payments'), ('deliveries')) as sources (source)`
  expect(await figuresUpToDate(deps)()).toBe(false)
  while (await keepFigures(deps));
  expect(await figuresUpToDate(deps)()).toBe(true)
})
