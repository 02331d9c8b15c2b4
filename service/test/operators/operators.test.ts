import { randomBytes } from 'node:crypto'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { createOperatorAuthenticator } from '../../src/operators/authenticate-operator.ts'
import { addOperatorAuth } from '../../src/operators/operator-auth.ts'
import { neededRoles, roles } from '../../src/operators/roles.ts'
import { problems } from '../../src/problems.ts'
import { documentedPaths } from '../support/documented.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { lastAllowedMs } from '../support/last-allowed.ts'
import { operatorToken, startService, useService } from '../support/service.ts'

const service = useService()

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const as = (token: string, method: string, path: string, body?: unknown) =>
  service.call(method, `/admin/v1${path}`, { ...bearer(token), body })

async function add(role: string, name = 'Ana') {
  const answer = await service.admin('POST', '/operators', { name, role })
  expect(answer.status).toBe(201)
  return answer.body as { operatorId: string; token: string }
}

describe('an operator', () => {
  it('is added with a token of its own, shown once and stored as a salted hash', async () => {
    const { status, body } = await service.admin('POST', '/operators', { name: 'Ana Lima', role: 'support' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Ana Lima', role: 'support' })
    expect(body.operatorId).toMatch(/^opr_[0-9a-z]{26}$/)
    expect(body.token).toMatch(/^svc_op_[0-9a-z]{26}_[0-9a-f]{48}$/)
    const secret = body.token.split('_').at(-1)
    const [stored] = await service.db`
      select row_to_json(operators)::text as row from operators where operator_id = ${body.operatorId}`
    expect(stored?.row).not.toContain(secret)
    expect(service.logged.join()).not.toContain(secret)
    const { text } = await service.admin('GET', '/operators?limit=100')
    expect(text).toContain(body.operatorId)
    expect(text).not.toContain(secret)
    expect((await as(body.token, 'GET', '/merchants')).status).toBe(200)
  })

  it('is listed page by page until it is removed, with the time its token was last used', async () => {
    const added = [await add('viewer'), await add('support'), await add('admin')]
    const seen: { operatorId: string; lastUsedAt: string | null }[] = []
    let cursor = ''
    do {
      const { body } = await service.admin('GET', `/operators?limit=1${cursor && `&cursor=${cursor}`}`)
      expect(body.data).toHaveLength(1)
      seen.push(...body.data)
      cursor = body.nextCursor
    } while (cursor)
    const newest = added.map(({ operatorId }) => operatorId).reverse()
    expect(seen.slice(0, 3).map(({ operatorId }) => operatorId)).toEqual(newest)
    const { operatorId = '', token = '' } = added[0] ?? {}
    await as(token, 'GET', '/stats')
    const find = async () =>
      (await service.admin('GET', '/operators?limit=100')).body.data.find(
        (one: { operatorId: string }) => one.operatorId === operatorId,
      )
    await expect.poll(async () => (await find()).lastUsedAt).toEqual(expect.any(String))
    expect((await service.admin('DELETE', `/operators/${operatorId}`)).status).toBe(204)
    expect(await find()).toBeUndefined()
  })

  it('is refused at once after removal, and within a second by every other instance', async () => {
    const other = await startService(service.config.databaseUrl)
    try {
      const { operatorId, token } = await add('admin')
      const elsewhere = () => other.call('GET', '/admin/v1/merchants', bearer(token))
      expect((await elsewhere()).status).toBe(200)
      expect((await as(token, 'GET', '/merchants')).status).toBe(200)
      expect((await service.admin('DELETE', `/operators/${operatorId}`)).status).toBe(204)
      expectProblem(await as(token, 'GET', '/merchants'), 'unauthorized')
      expect(await lastAllowedMs(elsewhere, 401)).toBeLessThan(1000)
      expect((await service.admin('DELETE', `/operators/${operatorId}`)).status).toBe(204)
    } finally {
      await other.stop()
    }
  })

  it('cannot be removed if it does not exist', async () => {
    expectProblem(await service.admin('DELETE', '/operators/opr_nope'), 'not_found')
  })

  it.each([
    [{ name: '', role: 'viewer' }, 'name'],
    [{ name: 'x'.repeat(101), role: 'viewer' }, 'name'],
    [{ name: 'a\nb', role: 'viewer' }, 'name'],
    [{ name: 'owner', role: 'viewer' }, 'name'],
    [{ name: ' Owner', role: 'viewer' }, 'name'],
    [{ name: 'svcpay up', role: 'viewer' }, 'name'],
    [{ name: 'Ana', role: 'owner' }, 'role'],
    [{ name: 'Ana' }, 'role'],
    [{ name: 'Ana', role: 'viewer', token: 'mine' }, 'token'],
  ])('is not added from %j', async (body, path) => {
    const answer = await service.admin('POST', '/operators', body)
    expectProblem(answer, 'invalid_request', { errors: [{ path, message: expect.any(String) }] })
  })

  it('is not authenticated by another kind of token or a part of the right one', async () => {
    const { token } = await add('admin')
    const { apiKey } = await service.createMerchant()
    for (const wrong of [token.slice(0, -1), `${token}0`, token.toUpperCase(), apiKey, 'svc_op_', 'x']) {
      expectProblem(await as(wrong, 'GET', '/merchants'), 'unauthorized')
    }
    expectProblem(await service.call('GET', '/v1/onboarding/status', { key: token }), 'unauthorized')
  })
})

describe('a role', () => {
  const routes = async () => {
    return Object.entries(await documentedPaths<{ operationId: string; responses: object }>(service.url))
      .filter(([path]) => path.startsWith('/admin/') || path === '/metrics')
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId, responses }]) => ({
          method: method.toUpperCase(),
          path: path.replaceAll(/\{\w+\}/g, 'x'),
          operationId,
          statuses: Object.keys(responses),
        })),
      )
  }

  it('is declared for every operator route that changes something, and for nothing else', async () => {
    const changing = (await routes()).filter(({ method }) => method !== 'GET')
    expect(changing.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(neededRoles).sort())
  })

  it('is required: the service does not start with a route that declares none', () => {
    const app = fastify()
    const operators = createOperatorAuthenticator({ db: service.db, clock: systemClock, operatorToken })
    addOperatorAuth(app, { operators, failures: { refuse: () => problems.unauthorized() } })
    const schema = { operationId: 'somethingNew' }
    expect(() => app.post('/new', { schema }, async () => 'x')).toThrow(/no role for somethingNew/)
    expect(() => app.delete('/newer', async () => 'x')).toThrow(/no role/)
  })

  it.each(roles)('%s allows exactly its own calls, before anything else is checked', async role => {
    const { token } = await add(role)
    for (const { method, path, operationId } of await routes()) {
      if (operationId === 'addOperator' && role === 'admin') continue
      const answer = await service.call(method, path, bearer(token))
      const needed = method === 'GET' ? 'viewer' : (neededRoles[operationId] ?? 'admin')
      if (roles.indexOf(role) >= roles.indexOf(needed)) {
        expect([200, 201, 204, 400, 404], `${role} ${method} ${path}`).toContain(answer.status)
      } else {
        expectProblem(answer, 'forbidden', { detail: expect.stringContaining(needed) })
      }
    }
  })

  it('support may compare with the processor, but only an admin may update the ledger', async () => {
    const [support, admin] = [await add('support'), await add('admin')]
    const start = ({ token }: { token: string }, body: object) => as(token, 'POST', '/reconciliations', body)
    for (const body of [{}, { fix: false }]) expect((await start(support, body)).status).toBe(201)
    const before = await service.db`select reconciliation_id from reconciliations`
    const detail = 'This call needs the role admin; yours is support.'
    expectProblem(await start(support, { fix: true }), 'forbidden', { detail })
    expect(await service.db`select reconciliation_id from reconciliations`).toEqual(before)
    expect((await start(admin, { fix: true })).status).toBe(201)
  })

  it('is recorded in the audit log if it does not allow a call', async () => {
    const { token, operatorId } = await add('support', 'Curious')
    const { merchantId } = await service.createMerchant()
    await as(token, 'POST', `/merchants/${merchantId}/suspend?x=1`)
    await as(token, 'POST', '/reconciliations', { fix: true })
    await as(token, 'POST', `/merchants/${randomBytes(4000).toString('hex')}/keys`)
    const { body } = await service.admin('GET', '/audit?actor=Curious')
    const tried = {
      operatorId,
      action: 'operator.forbidden',
      outcome: 'forbidden',
      outcomeDetail: 'This call needs the role admin; yours is support.',
    }
    expect(body.data).toMatchObject([
      { ...tried, target: expect.stringMatching(/^POST \/admin\/v1\/merchants\/[0-9a-f]+$/) },
      { ...tried, target: 'POST /admin/v1/reconciliations' },
      { ...tried, target: `POST /admin/v1/merchants/${merchantId}/suspend` },
    ])
  })

  it('is admin for the token in the settings', async () => {
    expect((await as(operatorToken, 'POST', '/merchants', { name: 'x' })).status).toBe(201)
  })

  it('is documented as 403 for every call with an operator token', async () => {
    for (const { method, path, statuses } of await routes()) {
      expect(statuses, `${method} ${path}`).toEqual(expect.arrayContaining(['401', '403', '429']))
    }
  })
})

describe('the audit log', () => {
  it('names the operator whose token was used and its address; Svc-Actor is only a note', async () => {
    const { token, operatorId } = await add('admin', 'Bo')
    const { body } = await service.call('POST', '/admin/v1/merchants', {
      headers: { authorization: `Bearer ${token}`, 'svc-actor': 'somebody.else' },
      body: { name: 'x' },
    })
    const { body: log } = await service.admin('GET', `/audit?merchantId=${body.merchantId}`)
    expect(log.data[0]).toMatchObject({
      actor: 'Bo',
      operatorId,
      note: 'somebody.else',
      address: '127.0.0.1',
      action: 'merchant.create',
    })
  })

  it('has an entry for each operator added or removed, and never a token', async () => {
    const { operatorId, token } = await add('viewer', 'Cy')
    await service.admin('DELETE', `/operators/${operatorId}`)
    await service.admin('DELETE', `/operators/${operatorId}`)
    const { body, text } = await service.admin('GET', '/audit?limit=2')
    expect(body.data).toMatchObject([
      {
        action: 'operator.remove',
        target: operatorId,
        actor: 'owner',
        operatorId: null,
        detail: { name: 'Cy' },
      },
      { action: 'operator.add', target: operatorId, actor: 'owner', detail: { name: 'Cy', role: 'viewer' } },
    ])
    expect(text).not.toContain(token.split('_').at(-1))
  })
})
