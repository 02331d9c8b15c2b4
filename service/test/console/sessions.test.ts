import { describe, expect, it } from 'vitest'
import { failuresPerWindow } from '../../src/auth/failed-attempts.ts'
import { createSignInLink } from '../../src/console/sign-in-codes.ts'
import { neededInBodies, neededRoles } from '../../src/operators/roles.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { manualClock } from '../support/manual-clock.ts'
import { operatorToken, startService, useService } from '../support/service.ts'
import { addOperator, callsWith, cookieIn, signIn } from './browser.ts'

const clock = manualClock()
const service = useService({ clock })

const signInWith = (body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/console/session', { body, headers })

describe('signing in with a token', () => {
  it('answers with the session and sets a cookie that no script can read', async () => {
    const { operatorId, token } = await addOperator(service, 'support', 'Ana Lima')
    const answer = await signInWith({ token })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      kind: 'operator',
      brand: { name: 'svcpay', logo: null },
      operator: { operatorId, name: 'Ana Lima', role: 'support' },
      merchant: null,
      may: expect.arrayContaining(['refundForMerchant', 'redeliver']),
      expiresAt: new Date(clock.now().getTime() + 12 * 3_600_000).toISOString(),
      sandboxes: [],
      processors: ['stripe'],
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^svc_console=svc_ses_[0-9a-z]{26}_[0-9a-f]{48}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.text).not.toContain(token)
  })

  it.each([
    ['viewer', () => false],
    ['support', (needed: string) => needed === 'support'],
    ['admin', () => true],
  ] as const)('lists the permissions of a %s, so that no button is refused', async (role, isAllowed) => {
    const { token } = await addOperator(service, role)
    const { body } = await signInWith({ token })
    const restricted = Object.entries({ ...neededRoles, ...neededInBodies })
    expect(body.may).toEqual(restricted.filter(([, needed]) => isAllowed(needed)).map(([action]) => action))
  })

  it.each([{ 'x-forwarded-proto': 'https' }, { 'x-forwarded-proto': 'https, http' }])(
    'behind TLS (%j) the cookie never travels in the clear',
    async headers => {
      const answer = await signInWith({ token: operatorToken }, headers)
      expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/)
    },
  )

  it('stores and logs neither the token nor the cookie', async () => {
    const { token } = await addOperator(service, 'viewer')
    const { cookie, call } = await signIn(service, { token })
    await call('GET', '/admin/v1/merchants')
    const [row] =
      await service.db`select s::text as all from console_sessions s order by session_id desc limit 1`
    const secrets = [token, cookie].map(text => text.split('_').at(-1) ?? '')
    for (const secret of secrets) {
      expect(row?.all).not.toContain(secret)
      expect(service.logged.join('')).not.toContain(secret)
    }
  })

  it.each([
    [{ token: 'nobody' }, 'unauthorized'],
    [{ token: `${operatorToken}x` }, 'unauthorized'],
    [{ code: 'nobody' }, 'unauthorized'],
    [{}, 'invalid_request'],
    [{ token: '' }, 'invalid_request'],
    [{ token: operatorToken, code: 'x' }, 'invalid_request'],
    [{ password: 'x' }, 'invalid_request'],
  ] as const)('%j opens no session', async (body, code) => {
    const answer = await signInWith(body)
    expectProblem(answer, code)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'from another site (%j) is refused',
    async headers => expectProblem(await signInWith({ token: operatorToken }, headers), 'forbidden'),
  )

  it('is written to the audit log', async () => {
    const { token } = await addOperator(service, 'admin', 'Bo')
    await signIn(service, { token })
    const { body } = await service.admin('GET', '/audit?limit=1')
    expect(body.data[0]).toMatchObject({ actor: 'Bo', action: 'console.sign_in', address: '127.0.0.1' })
  })
})

describe('a session', () => {
  it('opens the operator API with its operator’s role, under its operator’s name', async () => {
    const { operatorId, token } = await addOperator(service, 'admin', 'Cy')
    const { call } = await signIn(service, { token })
    const created = await call('POST', '/admin/v1/merchants', { body: { name: 'x' } })
    expect(created.status).toBe(201)
    const { body } = await service.admin('GET', `/audit?merchantId=${created.body.merchantId}`)
    expect(body.data[0]).toMatchObject({ actor: 'Cy', operatorId, action: 'merchant.create' })
    const viewer = await signIn(
      service,
      await addOperator(service, 'viewer').then(({ token }) => ({ token })),
    )
    expect((await viewer.call('GET', '/admin/v1/merchants')).status).toBe(200)
    expectProblem(await viewer.call('POST', '/admin/v1/merchants', { body: { name: 'x' } }), 'forbidden', {
      detail: expect.stringContaining('admin'),
    })
  })

  it('is shown to its pages', async () => {
    const { session, call } = await signIn(service)
    expect((await call('GET', '/console/session')).body).toEqual(session)
    expect(session.operator).toEqual({ operatorId: null, name: 'owner', role: 'admin' })
  })

  it.each([
    ['without the header', { 'svc-console': '' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from no origin at all', { origin: 'null' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another origin of the same site', { 'sec-fetch-site': 'same-site' }],
  ])('changes nothing %s', async (_how, headers) => {
    const { call } = await signIn(service)
    const body = { name: 'x' }
    expectProblem(await call('POST', '/admin/v1/merchants', { body, headers }), 'forbidden')
    expectProblem(await call('DELETE', '/console/session', { headers }), 'forbidden')
    expectProblem(await call('DELETE', '/console/session?everywhere=true', { headers }), 'forbidden')
    expect((await call('GET', '/admin/v1/merchants', { headers })).status).toBe(200)
  })

  it('changes things from its own pages', async () => {
    const { call } = await signIn(service)
    const headers = { origin: service.url, 'sec-fetch-site': 'same-origin' }
    expect((await call('POST', '/admin/v1/merchants', { body: { name: 'x' }, headers })).status).toBe(201)
  })

  it('does not authorize the merchants’ API or the metrics', async () => {
    const { call } = await signIn(service)
    expectProblem(await call('GET', '/v1/payments'), 'unauthorized')
    expectProblem(await call('GET', '/metrics'), 'unauthorized')
  })

  it.each(['', 'x', 'svc_ses_', `svc_ses_${'0'.repeat(26)}_${'0'.repeat(48)}`])(
    'made up as %j is not accepted',
    async cookie => {
      const call = callsWith(service, cookie)
      expectProblem(await call('GET', '/console/session'), 'unauthorized')
      expectProblem(await call('GET', '/admin/v1/merchants'), 'unauthorized')
    },
  )

  it('ends after twelve hours', async () => {
    const { call } = await signIn(service)
    clock.advance(12 * 3600 - 1)
    expect((await call('GET', '/console/session')).status).toBe(200)
    clock.advance(1)
    expectProblem(await call('GET', '/console/session'), 'unauthorized')
    await signIn(service)
    const [row] =
      await service.db`select count(*)::int from console_sessions where expires_at < ${clock.now()}`
    expect(row?.count).toBe(0)
  })

  it('ends only where it is signed out', async () => {
    const [here, there] = [await signIn(service), await signIn(service)]
    const answer = await here.call('DELETE', '/console/session')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('set-cookie')).toMatch(/^svc_console=; Max-Age=0; /)
    expectProblem(await here.call('GET', '/admin/v1/merchants'), 'unauthorized')
    expect((await there.call('GET', '/admin/v1/merchants')).status).toBe(200)
    const { body } = await service.admin('GET', '/audit?limit=1')
    expect(body.data[0]).toMatchObject({ actor: 'owner', action: 'console.sign_out' })
  })

  it('ends everywhere for one operator, on every instance within a second', async () => {
    const other = await startService(service.config.databaseUrl, { clock })
    try {
      const { token } = await addOperator(service, 'viewer')
      const [here, there] = [await signIn(service, { token }), await signIn(service, { token })]
      const somebodyElse = await signIn(service)
      const elsewhere = callsWith(other, there.cookie)
      expect((await elsewhere('GET', '/console/session')).status).toBe(200)
      expect((await here.call('DELETE', '/console/session?everywhere=true')).status).toBe(204)
      for (const { call } of [here, there]) {
        expectProblem(await call('GET', '/admin/v1/merchants'), 'unauthorized')
      }
      expect((await somebodyElse.call('GET', '/console/session')).status).toBe(200)
      clock.advance(1)
      expectProblem(await elsewhere('GET', '/console/session'), 'unauthorized')
    } finally {
      await other.stop()
    }
  })

  it('ends when its operator is removed', async () => {
    const { operatorId, token } = await addOperator(service, 'admin')
    const { call } = await signIn(service, { token })
    expect((await call('GET', '/admin/v1/merchants')).status).toBe(200)
    await service.admin('DELETE', `/operators/${operatorId}`)
    expectProblem(await call('GET', '/admin/v1/merchants'), 'unauthorized')
  })

  it('of the owner ends when the token in the settings changes', async () => {
    const { cookie } = await signIn(service)
    const env = { SVC_OPERATOR_TOKEN: 'another-operator-token-5f0c9a7e41d2b836' }
    const renewed = await startService(service.config.databaseUrl, { clock, env })
    try {
      expectProblem(await callsWith(renewed, cookie)('GET', '/console/session'), 'unauthorized')
    } finally {
      await renewed.stop()
    }
  })
})

describe('a sign-in link', () => {
  const codeIn = (link: string) => ({ code: link.split('#code=')[1] ?? '' })

  it('signs the owner in, once', async () => {
    const link = await createSignInLink({ db: service.db, clock }, service.url)
    expect(link).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/console\/sign-in#code=svc_code_[0-9a-z]{26}_[0-9a-f]{48}$/,
    )
    const { session } = await signIn(service, codeIn(link))
    expect(session).toMatchObject({ kind: 'operator', operator: { name: 'owner', role: 'admin' } })
    expectProblem(await signInWith(codeIn(link)), 'unauthorized')
  })

  it('works once when it is used twice at the same time', async () => {
    const code = codeIn(await createSignInLink({ db: service.db, clock }, service.url))
    const answers = await Promise.all([1, 2, 3, 4].map(() => signInWith(code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  it('ends when a newer one is made, and after twelve hours', async () => {
    const first = await createSignInLink({ db: service.db, clock }, service.url)
    const second = await createSignInLink({ db: service.db, clock }, service.url)
    expectProblem(await signInWith(codeIn(first)), 'unauthorized')
    clock.advance(12 * 3600)
    expectProblem(await signInWith(codeIn(second)), 'unauthorized')
  })
})

it('guesses are throttled, while the right token still signs in', async () => {
  const statuses = []
  for (let guess = 0; guess <= failuresPerWindow; guess += 1) {
    statuses.push((await signInWith({ token: `guess-${guess}` })).status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect(cookieIn(await signInWith({ token: operatorToken }))).toMatch(/^svc_ses_/)
})
