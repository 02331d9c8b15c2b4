import postgres from 'postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { asDb } from '../../src/db/db.ts'
import type { NewestFilter } from '../../src/payments/newest.sql.ts'
import { listPayments } from '../../src/payments/payments.sql.ts'
import { usePaying } from '../support/paying.ts'

const paying = usePaying()

const many = 4000
const statuses = ['requires_payment_method', 'requires_action', 'requires_capture', 'canceled']

beforeAll(async () => {
  const other = await paying.addMerchant()
  for (const { merchantId, accountId } of [paying.merchant, other]) await fill(merchantId, accountId)
  await paying.service.db`analyze payments`
})

/** One payment a minute, and sometimes four at the same time, so that times alone do not order them. */
async function fill(merchantId: string, accountId: string) {
  await paying.service.db`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, order_ref, created_at, updated_at)
    select ${merchantId}, 'svcpay_' || lpad(i::text, 26, '0'), 'sandbox', ${accountId}, 'pi_' || i,
      (${statuses}::text[])[1 + i % ${statuses.length}], 'usd', 'manual', 5000, 50,
      case when i % 10 = 0 then null else 'order-' || i % 50 end,
      timestamptz '2026-01-01 00:00Z' + (i - case when i % 100 < 4 then i % 100 else 0 end) * interval '1 minute', now()
    from generate_series(1, ${many}) i`
}

interface Listed {
  svcPaymentId: string
  status: string
  orderRef: string | null
  createdAt: string
}

const query = (given: Record<string, string | number>) =>
  new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
const list = (given: Record<string, string | number> = {}) => paying.get(`/payments?${query(given)}`)

async function all(given: Record<string, string | number>): Promise<Listed[]> {
  const found: Listed[] = []
  let cursor: string | null = null
  do {
    const { status, body } = await list({ limit: 100, ...given, ...(cursor ? { cursor } : {}) })
    expect(status).toBe(200)
    found.push(...body.data)
    cursor = body.nextCursor
  } while (cursor !== null)
  return found
}

async function expected(matches: (payment: Listed) => boolean): Promise<string[]> {
  const rows = await paying.service.db<Listed[]>`
    select payment_id as svc_payment_id, status, order_ref, created_at from payments
    where merchant_id = ${paying.merchant.merchantId} order by created_at desc, payment_id desc`
  return rows
    .map(row => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
    .filter(matches)
    .map(row => row.svcPaymentId)
}

describe('a list of payments', () => {
  it('is newest first, twenty by default, with the fields of a payment and its time', async () => {
    const { body } = await list()
    expect(body.data).toHaveLength(20)
    expect(body.nextCursor).toEqual(expect.any(String))
    expect(body.data[0]).toMatchObject({
      svcPaymentId: `svcpay_${String(many).padStart(26, '0')}`,
      status: 'requires_payment_method',
      amountCents: 5000,
      applicationFeeCents: 50,
      currency: 'usd',
      orderRef: null,
      processorPaymentIntentId: `pi_${many}`,
      createdAt: '2026-01-03T18:40:00.000Z',
    })
  })

  it('has all payments of the merchant on its pages, each once, in order', async () => {
    const ids = (await all({})).map(payment => payment.svcPaymentId)
    expect(ids).toEqual(await expected(() => true))
    expect(new Set(ids).size).toBe(many)
  })

  const [from, to] = ['2026-01-01T20:00:00.000Z', '2026-01-02T20:00:00.000Z']
  const inPeriod = ({ createdAt }: Listed) => createdAt >= from && createdAt < to
  it.each<[Record<string, string>, (payment: Listed) => boolean]>([
    [{ orderRef: 'order-7' }, ({ orderRef }) => orderRef === 'order-7'],
    [{ status: 'requires_capture' }, ({ status }) => status === 'requires_capture'],
    [{ createdFrom: from }, ({ createdAt }) => createdAt >= from],
    [{ createdTo: to }, ({ createdAt }) => createdAt < to],
    [{ createdFrom: from, createdTo: to }, inPeriod],
    [
      { orderRef: 'order-7', status: 'canceled' },
      ({ orderRef, status }) => orderRef === 'order-7' && status === 'canceled',
    ],
    [
      { status: 'canceled', createdFrom: from, createdTo: to },
      payment => payment.status === 'canceled' && inPeriod(payment),
    ],
    [
      { orderRef: 'order-9', status: 'requires_action', createdFrom: from, createdTo: to },
      payment => payment.orderRef === 'order-9' && payment.status === 'requires_action' && inPeriod(payment),
    ],
    [{ orderRef: 'nothing' }, () => false],
    [{ createdFrom: to, createdTo: from }, () => false],
  ])('with %j has exactly what matches', async (filter, matches) => {
    const found = await all({ ...filter, limit: 37 })
    expect(found.map(payment => payment.svcPaymentId)).toEqual(await expected(matches))
  })

  it('reads times with any offset correctly', async () => {
    const offset = await list({ createdTo: '2026-01-01T02:00:01+02:00' })
    expect(offset.body.data.map((payment: Listed) => payment.createdAt)).toEqual(
      Array(3).fill('2026-01-01T00:00:00.000Z'),
    )
  })

  it('is empty where the cursor is another merchant’s', async () => {
    const mine = paying.merchant
    paying.merchant = await paying.addMerchant()
    const { body: created } = await paying.create()
    await paying.create()
    const { body } = await list({ limit: 1 })
    paying.merchant = mine
    expect(created.svcPaymentId).toBeTruthy()
    expect((await list({ cursor: body.nextCursor })).body).toEqual({ data: [], nextCursor: null })
  })

  it.each([
    ['limit=0'],
    ['limit=101'],
    ['limit=ten'],
    ['limit=1.5'],
    ['status=paid'],
    ['status='],
    ['createdFrom=yesterday'],
    ['createdFrom=2026-01-01'],
    ['createdFrom=2026-02-30T00:00:00Z'],
    ['createdFrom=2026-01-01T23:59:60Z'],
    ['createdFrom=2026-12-31T23:59:60Z'],
    ['createdFrom=2026-01-01T00:00:00%2B01'],
    ['createdTo=0000-01-01T00:00:00Z'],
    ['createdTo='],
    ['cursor=xyz'],
    ['cursor=c3ZjcGF5Xw'],
    [`orderRef=${'x'.repeat(501)}`],
    ['orderRef=a%00b'],
    ['order=1'],
    ['status=canceled&status=succeeded'],
  ])('refuses %s with 400', async bad => {
    const { status, body } = await paying.get(`/payments?${bad}`)
    expect([status, body.title]).toEqual([400, 'Invalid request'])
    expect(body.errors.length).toBeGreaterThan(0)
  })

  it.each(['%00', 'svcpay_%00', 'svcpay_%F0%9F%98%80', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(5000)])(
    'has no payment %s: 404',
    async id => {
      expect((await paying.get(`/payments/${id}`)).status).toBe(404)
      for (const act of ['capture', 'refund', 'cancel']) {
        expect((await paying.post(`/payments/${id}/${act}`)).status, act).toBe(404)
      }
    },
  )
})

describe('each form of the list', () => {
  const from = new Date('2026-01-01T20:00:00Z')
  const to = new Date('2026-01-02T20:00:00Z')
  const after = `svcpay_${String(many / 2).padStart(26, '0')}`
  it.each<[string, Partial<Omit<NewestFilter, 'after'>> & { after?: string }, string]>([
    ['plain', {}, 'payments_created_of_merchant'],
    ['after a cursor', { after }, 'payments_created_of_merchant'],
    ['of a period', { createdFrom: from, createdTo: to }, 'payments_created_of_merchant'],
    [
      'of a period, after a cursor',
      { createdFrom: from, createdTo: to, after },
      'payments_created_of_merchant',
    ],
    ['of an order', { orderRefs: ['order-7'] }, 'payments_of_order'],
    ['of an order, after a cursor', { orderRefs: ['order-7'], after }, 'payments_of_order'],
    ['of an order and a status', { orderRefs: ['order-7'], statuses: ['canceled'] }, 'payments_of_order'],
  ])('%s reads an index in its order, and little more than the page', async (_, given, index) => {
    const { merchantId } = paying.merchant
    const { after: paymentId, ...conditions } = given
    const filter = {
      merchantId,
      orderRefs: null,
      statuses: null,
      createdFrom: null,
      createdTo: null,
      after: paymentId === undefined ? null : { merchantId, paymentId },
      ...conditions,
    }
    const plan = await planOf(filter)
    expect(plan).toContain(`using ${index}`)
    // only payments with the same time are sorted
    expect(plan).not.toMatch(/(?<!Incremental )Sort {2}|Seq Scan|Bitmap/)
    const removed = /Rows Removed by Filter: (\d+)/.exec(plan)?.[1] ?? 0
    expect(Number(removed)).toBeLessThan(100)
  })
})

/** PostgreSQL's plan for exactly the statement that the list sends. */
async function planOf(filter: NewestFilter): Promise<string> {
  let sent = { text: '', parameters: [] as unknown[] }
  const watched = postgres(paying.databaseUrl, {
    max: 1,
    debug: (_, text, parameters) => {
      if (/from payments/.test(text)) sent = { text, parameters }
    },
  })
  await listPayments(asDb(watched), filter, 21)
  const rows = await watched.unsafe(
    `explain (analyze, costs off, timing off) ${sent.text}`,
    sent.parameters as never,
  )
  await watched.end()
  return rows.map(row => row['QUERY PLAN']).join('\n')
}
