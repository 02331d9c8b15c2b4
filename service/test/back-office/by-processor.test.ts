import { beforeAll, describe, expect, it } from 'vitest'
import { keepFigures } from '../../src/back-office/figures/keep-figures.ts'
import { systemClock } from '../../src/clock.ts'
import { run } from '../cli/in-process.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { operatorToken, useService } from '../support/service.ts'
import { countStats } from './counted-stats.ts'
import { addBusiness, numbersFrom } from './random-business.ts'

const service = useService()
const next = numbersFrom(11)
const merchantIds: string[] = []
const names = ['stripe', 'stripe-eu']
const [from, to] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-07T00:00:00Z')]
const period = { from: from.toISOString(), to: to.toISOString() }

beforeAll(async () => {
  for (let i = 0; i < 2; i += 1) merchantIds.push((await service.createMerchant()).merchantId)
  for (const [i, processor] of names.entries())
    await addBusiness(service.db, next, { merchantIds, count: 200 + 100 * i, from, to, processor })
  await service.db`
    insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms, status)
    select merchant_id, delivery_id, 1, 1, created_at, 20, 200 from deliveries`
  expect(await keepFigures({ db: service.db, clock: systemClock })).toBe(false)
})

async function read(path: string, query: Record<string, string>) {
  const { status, body } = await service.admin('GET', `${path}?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}

/** All merchants together, and each one alone. */
const scopes = () => [{}, ...merchantIds.map(merchantId => ({ merchantId }))]

describe('figures of one processor', () => {
  it('match the rows: stats', async () => {
    const halfway = { from: '2026-03-02T10:17:31.123Z', to: '2026-03-05T22:58:00.001Z' }
    for (const scope of scopes())
      for (const span of [period, halfway])
        for (const processor of [...names, 'nowhere']) {
          const counted = { ...scope, processor, from: new Date(span.from), to: new Date(span.to) }
          const found = await read('/stats', { ...span, ...scope, processor })
          expect(found).toEqual(await countStats(service.db, counted))
        }
  })

  it('are not those of all merchants if the merchant is empty', async () => {
    const nobody = { ...period, merchantId: '', processor: 'stripe' }
    expect(await read('/stats', nobody)).toMatchObject({
      volume: [],
      payments: { created: 0 },
      deliveriesPerDay: [],
    })
    expectProblem(await service.admin('GET', `/overview?${new URLSearchParams(nobody)}`), 'not_found')
  })

  it('add up to the total: the overview', async () => {
    const spans = [period, { ...period, from: '2026-03-05T00:00:00.000Z' }]
    for (const scope of scopes())
      for (const span of spans) {
        const all = await read('/overview', { ...span, ...scope })
        const [one, other] = await Promise.all(
          names.map(processor => read('/overview', { ...span, ...scope, processor })),
        )
        for (const part of ['currencies', 'declines', 'callbacks'])
          expect(summed(one[part], other[part]), part).toEqual(withoutLatency(all[part]))
        expect(one.callbacks.p50Ms).toBe(all.callbacks.p50Ms)
        expect([one.attention, one.isUpToDate]).toEqual([all.attention, true])
      }
  })

  it('add up to the total: a statement', async () => {
    for (const merchantId of merchantIds) {
      const all = await read('/ledger/statement', { ...period, merchantId })
      const [one, other] = await Promise.all(
        names.map(processor => read('/ledger/statement', { ...period, merchantId, processor })),
      )
      expect(one.lines.length).toBeGreaterThan(0)
      expect(one.lines.length + other.lines.length).toBe(all.lines.length)
      expect(summed(one.totals, other.totals)).toEqual(all.totals)
      const later = { merchantId, processor: 'stripe', from: period.to, to: '2026-03-08T00:00:00Z' }
      const openings = (await read('/ledger/statement', later)).totals
      const opening = ({ openingCents }: { openingCents: number }) => openingCents
      const closing = ({ closingCents }: { closingCents: number }) => closingCents
      expect(openings.map(opening)).toEqual(one.totals.map(closing))
    }
  })

  it('link to the callbacks that they count', async () => {
    for (const state of ['delivered', 'pending', 'dead'] as const) {
      const counts = await Promise.all(
        [{}, ...names.map(processor => ({ processor }))].map(async scope => {
          const listed = await read('/deliveries', { state, ...scope, limit: '100' })
          const { count } = (
            await service.admin('POST', '/deliveries/redeliver', { state, ...scope, dryRun: true })
          ).body
          expect(listed.data.length).toBe(Math.min(count, 100))
          return count
        }),
      )
      const [all, one, other] = counts
      expect(one).toBeGreaterThan(0)
      expect(one + other).toBe(all)
    }
    const { data } = await read('/deliveries', { processor: 'stripe-eu', limit: '100' })
    const ids = data.map(({ deliveryId }: { deliveryId: string }) => deliveryId)
    const rows = await service.db`select distinct processor from deliveries where delivery_id = any(${ids})`
    expect(rows).toEqual([{ processor: 'stripe-eu' }])
  })

  it('cover a month at most', async () => {
    const long = `from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z`
    for (const path of ['/stats', '/overview']) {
      expectProblem(await service.admin('GET', `${path}?${long}&processor=stripe`), 'invalid_request')
      expect((await service.admin('GET', `${path}?${long}`)).status).toBe(200)
    }
  })

  it('are printed by commands', async () => {
    const there = ['--from', period.from, '--to', period.to, '--processor', 'stripe-eu', '--json']
    const command = async (...args: string[]) =>
      JSON.parse((await run([...args, ...there, '--url', service.url, '--token', operatorToken])).stdout)
    const { created } = (await command('stats')).payments
    expect(created).toBe(300)
    const { lines } = await command('ledger', 'statement', '--merchant', merchantIds[0] ?? '')
    const all = await read('/ledger/statement', { ...period, merchantId: merchantIds[0] ?? '' })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.length).toBeLessThan(all.lines.length)
  })
})

type Figures = { [name: string]: unknown }

/** Numbers are added up; rows with the same currency, code or time belong together. */
function summed(one: unknown, other: unknown): unknown {
  if (typeof one === 'number' && typeof other === 'number') return one + other
  if (Array.isArray(one) && Array.isArray(other)) {
    const keyOf = ({ currency, code, at }: Figures) => String(currency ?? code ?? at)
    const rest = new Map(other.map(row => [keyOf(row), row]))
    expect(one.map(keyOf)).toEqual([...rest.keys()])
    return one.map(row => summed(row, rest.get(keyOf(row))))
  }
  if (typeof one === 'object' && one !== null && typeof other === 'object') {
    const both = Object.entries(withoutLatency(one as Figures))
    return Object.fromEntries(both.map(([name, value]) => [name, summed(value, (other as Figures)[name])]))
  }
  return one
}

/** Percentiles do not add up. */
function withoutLatency(figures: Figures): Figures {
  if (Array.isArray(figures)) return figures
  const { p50Ms, p95Ms, ...rest } = figures
  return rest
}
