import { beforeAll, describe, expect, it } from 'vitest'
import { keepFigures } from '../../src/back-office/figures/keep-figures.ts'
import { systemClock } from '../../src/clock.ts'
import { useService } from '../support/service.ts'
import { countStats } from './counted-stats.ts'
import { addBusiness, numbersFrom } from './random-business.ts'

const service = useService()
const next = numbersFrom(7)
const merchantIds: string[] = []
const firstAt = new Date('2026-03-01T00:00:00Z')
const lastAt = new Date('2026-03-07T00:00:00Z')

const addMore = (count: number, changedAt = new Date()) =>
  addBusiness(service.db, next, { merchantIds, count, from: firstAt, to: lastAt, changedAt })

beforeAll(async () => {
  for (let i = 0; i < 3; i += 1) merchantIds.push((await service.createMerchant()).merchantId)
  await addMore(1500, lastAt)
  await service.db`update figure_cursors set read_from = ${firstAt} where source <> 'ledger'`
  expect(await keepFigures({ db: service.db, clock: systemClock })).toBe(false)
})

const at = (text: string) => new Date(`2026-03-${text}Z`)
const periods: Record<string, [Date, Date]> = {
  'whole days': [at('01T00:00:00'), at('07T00:00:00')],
  'a period beyond all payments': [new Date('2020-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')],
  'whole quarters': [at('01T10:15:00'), at('05T22:45:00')],
  'neither end at a quarter': [at('01T10:17:31.123'), at('05T22:58:00.001')],
  'only the start at a quarter': [at('02T12:30:00'), at('04T00:00:00.001')],
  'only the end at a quarter': [at('02T23:59:59.999'), at('04T12:15:00')],
  'a part of one quarter': [at('03T12:01:00'), at('03T12:14:00')],
  'parts of two quarters': [at('03T12:01:00'), at('03T12:16:00')],
  'a few quarters of a day': [at('03T06:01:00'), at('03T18:20:00')],
  'across midnight': [at('03T23:50:00'), at('04T00:10:00')],
  nothing: [new Date('2025-01-01T00:00:00Z'), new Date('2025-02-01T00:00:00.5Z')],
}

async function expectAsCounted([from, to]: [Date, Date], merchantId: string | null = null): Promise<void> {
  const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  if (merchantId !== null) query.set('merchantId', merchantId)
  const { status, body } = await service.admin('GET', `/stats?${query}`)
  expect(status).toBe(200)
  expect(body).toEqual(await countStats(service.db, { from, to, merchantId }))
}

describe('stats', () => {
  it.each(Object.entries(periods))('of %s match the rows', async (_name, period) => {
    await expectAsCounted(period)
    for (const merchantId of merchantIds) await expectAsCounted(period, merchantId)
  })

  it.each(['', 'mer_nobody'])('of a merchant %j that does not exist are empty', async merchantId => {
    await expectAsCounted([firstAt, lastAt], merchantId)
  })

  it('of random periods match the rows', async () => {
    const anyTime = () => firstAt.getTime() + Math.floor(next() * (lastAt.getTime() - firstAt.getTime()))
    for (let i = 0; i < 30; i += 1) {
      const [one, other] = [anyTime(), anyTime()]
      const period: [Date, Date] = [new Date(Math.min(one, other)), new Date(Math.max(one, other) + 1)]
      await expectAsCounted(period, i % 2 ? (merchantIds[i % 3] ?? null) : null)
    }
  })

  it('include a change committed just before', async () => {
    for (let i = 0; i < 10; i += 1) {
      await addMore(2)
      await service.db`
        update payments set status = 'canceled', failure_code = null, updated_at = now() where payment_id in (
          select payment_id from payments where status = 'requires_payment_method' order by payment_id limit 1)`
      await expectAsCounted([firstAt, lastAt])
    }
  })

  it('include it even in many simultaneous requests', async () => {
    const asked = Array.from({ length: 8 }, async () => {
      await addMore(1)
      const { from, to } = { from: firstAt, to: lastAt }
      const before = await countStats(service.db, { from, to })
      const { body } = await service.admin('GET', `/stats?from=${from.toISOString()}&to=${to.toISOString()}`)
      expect(body.payments.created).toBeGreaterThanOrEqual(before.payments.created)
    })
    await Promise.all(asked)
    await expectAsCounted([firstAt, lastAt])
  })

  it('are correct while another instance updates the figures', async () => {
    const busy = await service.db.reserve()
    try {
      await busy`begin`
      await busy`select from figure_cursors where source <> 'ledger' for update`
      await addMore(3)
      await expectAsCounted([firstAt, lastAt])
    } finally {
      await busy`rollback`
      busy.release()
    }
  })
})
