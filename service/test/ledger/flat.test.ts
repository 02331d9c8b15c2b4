import { beforeAll, describe, expect, it } from 'vitest'
import { balancesOf, closeLedgerDays } from '../../src/ledger/days.sql.ts'
import { merchantStatement } from '../../src/ledger/statement.sql.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { seedPayments } from '../back-office/many-payments.ts'
import { openExplained, rowsRead, withAllBelow } from '../support/plans.ts'
import { useService } from '../support/service.ts'

const service = useService()
const merchantId = `mer_${'1'.padStart(26, '0')}`
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

beforeAll(async () => {
  await seedPayments(service.db, 20_000, { merchants: 1 })
})

/** The balance by definition: the sum of all entries. */
async function summed(before: Date) {
  return await service.db`
    select currency, sum(customer_cents)::float8 as customer_cents, sum(merchant_cents)::float8 as merchant_cents,
      sum(platform_fees_cents)::float8 as platform_fees_cents, sum(dispute_hold_cents)::float8 as dispute_hold_cents
    from ledger_entries where merchant_id = ${merchantId} and posted_at < ${before} group by 1 order by 1`
}

async function entriesRead(read: (db: typeof service.db) => Promise<unknown>): Promise<number> {
  const { db, plans } = await openExplained(service.config.databaseUrl)
  await read(db)
  const nodes = plans.flatMap(withAllBelow).filter(node => node['Relation Name'] === 'ledger_entries')
  return Math.max(0, ...nodes.map(rowsRead))
}

describe('a merchant with 19,000 entries', () => {
  const period = { merchantId, from: daysAgo(1), to: new Date() }

  it('has the same balances before, while and after its days are summed up', async () => {
    const moments = [0, 0.02, 1, 1.5, 30, 89.9, 91].map(daysAgo)
    const expected = await Promise.all(moments.map(summed))
    const before = await merchantStatement(service.db, period)
    expect(await Promise.all(moments.map(at => balancesOf(service.db, merchantId, at)))).toEqual(expected)
    await Promise.all([closeLedgerDays(service.db), closeLedgerDays(service.db)])
    expect(await Promise.all(moments.map(at => balancesOf(service.db, merchantId, at)))).toEqual(expected)
    await closeLedgerDays(service.db)
    expect(await Promise.all(moments.map(at => balancesOf(service.db, merchantId, at)))).toEqual(expected)
    expect(await merchantStatement(service.db, period)).toEqual(before)
    expect((await balancesOf(service.db, merchantId)).map(({ currency }) => currency)).toEqual([
      'eur',
      'jpy',
      'usd',
    ])
  })

  it('has balances and statements that read only newer entries, or those of the period', async () => {
    await closeLedgerDays(service.db)
    expect(await entriesRead(db => balancesOf(db, merchantId))).toBeLessThan(50)
    expect(await entriesRead(db => merchantStatement(db, period))).toBeLessThan(500)
    const page = { after: null, limit: 100 }
    const quarter = { merchantId, from: daysAgo(91), to: new Date(), page }
    expect(await entriesRead(db => merchantStatement(db, quarter))).toBeLessThan(500)
  })

  it('has the same statement in pages as in one piece', async () => {
    const path = `/ledger/statement?merchantId=${merchantId}&from=${daysAgo(20).toISOString()}&to=${daysAgo(10).toISOString()}`
    const { body: whole } = await service.admin('GET', path)
    expect(whole.nextCursor).toBeUndefined()
    const lines: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next = cursor && `&cursor=${encodeURIComponent(cursor)}`
      const { body } = await service.admin('GET', `${path}&limit=90${next}`)
      expect(body.totals).toEqual(whole.totals)
      lines.push(...body.lines)
      cursor = body.nextCursor
    }
    expect(lines.length).toBeGreaterThan(2000)
    expect(lines).toEqual(whole.lines)
  })

  it('counts entries loaded with past dates', async () => {
    await closeLedgerDays(service.db)
    const [payment] = await service.db`select payment_id from payments where status = 'succeeded' limit 1`
    await service.db`
      insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
        platform_fees_cents, posted_at)
      values (${merchantId}, ${payment?.paymentId}, 'refund:loaded', 'refund', 'test', 'usd', 7, -7, 0, ${daysAgo(40)})`
    expect(await balancesOf(service.db, merchantId)).toEqual(await summed(new Date()))
    await closeLedgerDays(service.db)
    expect(await balancesOf(service.db, merchantId)).toEqual(await summed(new Date()))
  })

  it('is verified: a day that differs from the sum of its entries is found', async () => {
    const found = async () =>
      (await verifyLedger(service.db)).differences.filter(({ what }) => what.startsWith('total of'))
    expect(await found()).toEqual([])
    const day = daysAgo(5).toISOString().slice(0, 10)
    const add = (cents: number) =>
      service.db`update ledger_days set merchant_cents = merchant_cents + ${cents} where day = ${day} and currency = 'eur'`
    await add(1)
    expect(await found()).toMatchObject([{ merchantId, currency: 'eur', what: `total of ${day}: merchant` }])
    await add(-1)
  })
})
