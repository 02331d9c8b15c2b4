import postgres from 'postgres'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { asDb } from '../../src/db/db.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { manualClock } from '../support/manual-clock.ts'
import { useService } from '../support/service.ts'

const clock = manualClock()
const service = useService({ clock })
const path = '/v1/onboarding/status'

/** Invalid credentials, by their fault. */
const presented: Record<string, Record<string, string>> = {}
let valid = ''

async function freshKey() {
  const { merchantId, apiKey } = await service.createMerchant()
  const [{ keyId }] = (await service.admin('GET', `/merchants/${merchantId}/keys`)).body.data
  return { apiKey, key: `/merchants/${merchantId}/keys/${keyId}` }
}

beforeAll(async () => {
  const good = await freshKey()
  const revoked = await freshKey()
  await service.admin('DELETE', revoked.key)
  const expired = await freshKey()
  await service.admin('POST', `${expired.key}/rotate`, { graceSeconds: 0 })
  valid = good.apiKey
  const [, , id = '', secret = ''] = valid.split('_')
  Object.assign(presented, {
    missing: {},
    empty: { 'x-api-key': '' },
    malformed: { 'x-api-key': 'nonsense' },
    huge: { 'x-api-key': 'x'.repeat(8000) },
    uppercased: { 'x-api-key': valid.toUpperCase() },
    'without its secret': { 'x-api-key': `svc_live_${id}_` },
    unknown: { 'x-api-key': `svc_live_${'0'.repeat(26)}_${secret}` },
    'with a wrong secret': { 'x-api-key': `svc_live_${id}_${'0'.repeat(48)}` },
    'with more behind it': { 'x-api-key': `${valid}0` },
    revoked: { 'x-api-key': revoked.apiKey },
    expired: { 'x-api-key': expired.apiKey },
    'of an operator': { 'x-api-key': service.config.operatorToken },
    'an unknown bearer': { authorization: 'Bearer nonsense' },
    'a bearer without a token': { authorization: 'Bearer' },
    'under another scheme': { authorization: `Basic ${valid}` },
    'without a scheme': { authorization: valid },
    twice: { 'x-api-key': `${valid}, ${valid}` },
    'in a cookie': { cookie: `x-api-key=${valid}` },
  })
})

describe('a key that is not valid', () => {
  it('gets the same answer, whatever is wrong with it', async () => {
    const bodies = new Set<string>()
    for (const [what, headers] of Object.entries(presented)) {
      const answer = await service.call('GET', path, { headers })
      expect(answer.status, what).toBe(401)
      expectProblem(answer, 'unauthorized', { instance: path })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="svcpay"')
      const names = [...answer.headers.keys()].filter(name => name !== 'date').sort()
      bodies.add(JSON.stringify([answer.text.replace(answer.body.traceId, ''), names]))
    }
    expect([...bodies]).toHaveLength(1)
  })

  it('in the query is ignored', async () => {
    expectProblem(await service.call('GET', `${path}?apiKey=${valid}`), 'unauthorized')
  })

  it('does not authorize the operator API either', async () => {
    const answer = await service.call('GET', '/admin/v1/merchants', {
      headers: { authorization: `Bearer ${valid}` },
    })
    expectProblem(answer, 'unauthorized')
  })
})

it('each refusal queries the database once, so that timing reveals nothing', async () => {
  const { createAuthenticator } = await import('../../src/merchants/authenticate.ts')
  let statements = 0
  const db = asDb(postgres(service.config.databaseUrl, { max: 1, debug: () => ++statements }))
  onTestFinished(() => db.end())
  // The driver asks for the database's types once.
  await db`select array[1]`
  for (const headers of Object.values(presented)) {
    statements = 0
    await createAuthenticator({
      db,
      clock,
      defaultFees: { bps: 0, fixedCents: 0 },
      processors: new Map(),
      defaultProcessor: 'stripe',
    }).authenticate(headers['x-api-key'])
    expect(statements).toBe(1)
  }
})
