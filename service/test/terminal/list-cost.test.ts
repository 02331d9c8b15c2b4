import { beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { usePaying } from '../support/paying.ts'
import { send } from '../support/service.ts'

const paying = usePaying({ env: { SVC_RATE_LIMIT_PER_SECOND: '10' } })
const address = Object.entries({ line1: 'x', city: 'x', state: 'IL', postal_code: '1', country: 'US' })
  .map(([name, value]) => `address[${name}]=${value}`)
  .join('&')

async function addLocations(accountId: string, count: number): Promise<void> {
  const url = `${paying.sandbox.url}/v1/terminal/locations`
  const headers = {
    authorization: `Bearer ${paying.sandbox.secretKey}`,
    'stripe-account': accountId,
    'content-type': 'application/x-www-form-urlencoded',
  }
  // with the SDK, this would take longer than the rest of this file
  for (let i = 0; i < count; i++) {
    const { status } = await send(url, 'POST', { raw: `display_name=L+${i}&${address}`, headers })
    expect(status).toBe(200)
  }
}

const listCalls = async () => {
  const { data } = (await paying.control('/requests')) as { data: { method: string; path: string }[] }
  return data.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/terminal/locations'))
    .length
}

describe('a list that takes many calls to the processor', () => {
  let key = ''
  const list = (query = '') => paying.service.call('GET', `/v1/terminal/locations${query}`, { key })
  const served = (path: string) => paying.service.call('GET', path, { key })

  beforeAll(async () => {
    const { apiKey, accountId } = await paying.addMerchant()
    key = apiKey
    await addLocations(accountId, 2_050)
  })

  it('ends at a limit, links to the rest, and counts as several requests', async () => {
    const before = await listCalls()
    const first = await list()
    expect(first.status).toBe(200)
    expect(first.body).toHaveLength(2_000)
    expect((await listCalls()) - before).toBe(20)
    const refused = await served('/v1/onboarding/status')
    expectProblem(refused, 'too_many_requests')
    // Twenty calls at ten a second.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)

    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    await expect.poll(async () => (await served('/v1/payments')).status, { interval: 200 }).toBe(200)
    const rest = await served(next)
    expect(rest.body).toHaveLength(50)
    expect(rest.headers.get('link')).toBeNull()
    expect(new Set([...first.body, ...rest.body].map(({ id }: { id: string }) => id)).size).toBe(2_050)
  })

  it('counts as one request if it is one page', async () => {
    const { apiKey } = await paying.addMerchant()
    key = apiKey
    const answers = await Promise.all(Array.from({ length: 5 }, () => list('?limit=100')))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect((await served('/v1/onboarding/status')).status).toBe(200)
  })
})
