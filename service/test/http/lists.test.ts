import { describe, expect, it } from 'vitest'
import { documentedPaths } from '../support/documented.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { usePaying } from '../support/paying.ts'
import type { TestService } from '../support/service.ts'
import { useTwoProcessors } from '../support/two-processors.ts'

const paying = usePaying()
const two = useTwoProcessors()

interface Documented {
  operationId: string
  parameters?: { name: string; schema: object }[]
  responses: Record<string, { content?: Record<string, { schema: { properties?: object } }> }>
}

/** Plain arrays by the specification, and the sandbox's own lists of faults and readers. */
const arrays = ['listLocations', 'listReaders', 'listFaults', 'listSandboxReaders']

it('every list has pages with an opaque cursor, of 1 to 100 items and 20 by default', async () => {
  const paths = await documentedPaths<Documented>(paying.service.url)
  const lists = Object.values(paths)
    .flatMap(({ get }) => get ?? [])
    .filter(({ operationId }) => operationId.startsWith('list') && !arrays.includes(operationId))
  expect(lists.length).toBeGreaterThan(14)
  for (const { operationId, parameters = [], responses } of lists) {
    const limit = { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }
    const cursor = { name: 'cursor', schema: { type: 'string', maxLength: 200 } }
    expect(parameters, operationId).toEqual(
      expect.arrayContaining([limit, cursor].map(one => expect.objectContaining(one))),
    )
    const { properties = {} } = responses['200']?.content?.['application/json']?.schema ?? {}
    expect(Object.keys(properties), operationId).toEqual(expect.arrayContaining(['data', 'nextCursor']))
  }
})

type Admin = TestService['admin']

/** All items of a list, read one by one. */
async function oneByOne(admin: Admin, path: string): Promise<unknown[]> {
  const seen: unknown[] = []
  const separator = path.includes('?') ? '&' : '?'
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await admin('GET', `${path}${separator}limit=1${cursor && `&cursor=${cursor}`}`)
    expect(page.status).toBe(200)
    seen.push(...page.body.data)
    expect(page.body.data.length).toBeLessThanOrEqual(1)
    cursor = page.body.nextCursor
  }
  return seen
}

describe('read one by one, it is the same list:', () => {
  const whole = async (admin: Admin, path: string) => {
    const { body } = await admin('GET', path)
    expect(body.nextCursor).toBe(null)
    expect(await oneByOne(admin, path)).toEqual(body.data)
    return body.data
  }

  it('processors', async () => {
    const listed = await whole(two.service.admin, '/processors')
    expect(listed).toMatchObject([{ isDefault: true }, { isDefault: false }])
  })

  it('balances', async () => {
    for (const currency of ['usd', 'eur', 'gbp']) await paying.pay({ currency })
    const { merchantId } = paying.merchant
    for (const id of (await paying.service.db`select payment_id from payments`).map(row => row.paymentId)) {
      await paying.post(`/payments/${id}/refund`, { amountCents: 100 })
    }
    const listed = await whole(paying.service.admin, `/ledger/balances?merchantId=${merchantId}`)
    expect(listed).toMatchObject([{ currency: 'eur' }, { currency: 'gbp' }, { currency: 'usd' }])
  })

  it('a merchant’s locations and readers', async () => {
    const { merchantId } = paying.merchant
    const address = { line1: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62701' }
    for (const displayName of ['Main Street', 'Harbor', 'Airport']) {
      const { body } = await paying.post('/terminal/locations', { displayName, ...address })
      await paying.post('/terminal/readers', { registrationCode: 'simulated-wpe', locationId: body.id })
    }
    for (const kind of ['locations', 'readers']) {
      expect(await whole(paying.service.admin, `/merchants/${merchantId}/${kind}`)).toHaveLength(3)
    }
  })

  it('failing merchants, accounts first, then by how many are affected', async () => {
    const { db, admin } = paying.service
    const merchants = []
    for (let i = 0; i < 4; i += 1) {
      merchants.push(await paying.addMerchant({ callbackUrl: 'https://a.example/' }))
    }
    const ids = merchants.map(({ merchantId }) => merchantId)
    await db`
      update processor_accounts set charges_enabled = false, disabled_reason = 'rejected.fraud'
      where merchant_id = any(${ids.slice(0, 2)})`
    await db`update callback_endpoints set failures_in_a_row = 3 where merchant_id = any(${ids.slice(1)})`
    await db`
      insert into payment_figures (merchant_id, at, currency, created, succeeded, failed, volume_cents, fees_cents,
        refunded_cents, disputed_cents)
      select merchant_id, now(), 'usd', 9, 0, failed, 0, 0, 0, 0
      from unnest(${ids}::text[], ${[5, 9, 7, 7]}::int[]) as figures(merchant_id, failed)`
    const listed: { problem: string; count: number | null }[] = await whole(admin, '/failing')
    expect(listed.map(({ problem, count }) => [problem, count])).toEqual([
      ['account', null],
      ['account', null],
      ...[0, 0, 0].map(count => ['callbacks', count]),
      ...[9, 7, 7, 5].map(count => ['payments', count]),
    ])
  })
})

it.each(['/processors', '/failing', '/ledger/balances', '/merchants', '/operations'])(
  '%s refuses cursors of other lists',
  async path => {
    const { merchantId } = paying.merchant
    const of = path.startsWith('/ledger') ? `&merchantId=${merchantId}` : ''
    for (const cursor of ['nope', 'bm9wZQ', '%00']) {
      expectProblem(await paying.service.admin('GET', `${path}?cursor=${cursor}${of}`), 'invalid_request')
    }
    expectProblem(await paying.service.admin('GET', `${path}?limit=0${of}`), 'invalid_request')
    expectProblem(await paying.service.admin('GET', `${path}?limit=101${of}`), 'invalid_request')
  },
)
