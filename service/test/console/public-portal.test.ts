import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { createSignInLink } from '../../src/console/sign-in-codes.ts'
import { portalCalls } from '../../src/operators/roles.ts'
import { documentedPaths } from '../support/documented.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { type Answer, type Call, operatorToken, send, useService } from '../support/service.ts'
import { cookieIn } from './browser.ts'

const publicUrl = 'https://pay.example.com'
const service = useService({ env: { SVC_ADMIN_PORT: '0', SVC_PUBLIC_URL: publicUrl } })

const admin = (method: string, path: string, body?: unknown) =>
  send(`${service.adminUrl}${path}`, method, { operator: true, body })
const publicly = (method: string, path: string, call: Call = {}) =>
  send(`${service.url}${path}`, method, { ...call, headers: { 'svc-console': '1', ...call.headers } })
const withCookie = (cookie: string, call: Call = {}): Call => ({
  ...call,
  headers: { cookie: `svc_console=${cookie}` },
})

let merchantId: string
let portal: string
let operator: string

async function portalCode(): Promise<string> {
  const { body } = await admin('POST', `/admin/v1/merchants/${merchantId}/portal-link`)
  expect(body.url.startsWith(`${publicUrl}/console/portal#code=`)).toBe(true)
  return body.url.split('#code=')[1]
}

beforeAll(async () => {
  merchantId = (await admin('POST', '/admin/v1/merchants', { name: 'Bakery' })).body.merchantId
  const signedIn = await publicly('POST', '/console/session', { body: { code: await portalCode() } })
  expect(signedIn.body).toMatchObject({ kind: 'portal' })
  portal = cookieIn(signedIn)
  const body = { token: operatorToken }
  operator = cookieIn(await send(`${service.adminUrl}/console/session`, 'POST', { body }))
  expect(operator).not.toBe('')
})

interface Route {
  operationId: string
  method: string
  path: string
}

async function operatorRoutes(): Promise<Route[]> {
  const paths = await documentedPaths<{ operationId: string }>(service.adminUrl ?? '')
  return Object.entries(paths)
    .filter(([path]) => /^\/(admin|metrics)/.test(path))
    .flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        operationId,
        method: method.toUpperCase(),
        path: template.replace('{merchantId}', merchantId).replaceAll(/\{\w+\}/g, 'x'),
      })),
    )
}

const isNoPath = ({ status, body }: Answer) => status === 404 && /path/.test(body?.detail ?? '')

describe('with a port for operators, the public port', () => {
  it('has the portal’s pages, and sends everything else to its entrance', async () => {
    const entrance = await publicly('GET', '/console/portal')
    expect([entrance.status, entrance.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(entrance.text)?.[1] ?? ''
    expect((await publicly('GET', script)).status).toBe(200)
    const page = await publicly('GET', '/console/payments', withCookie(portal))
    expect([page.status, page.text.includes('name="session" content="portal"')]).toEqual([200, true])
    for (const call of [{}, withCookie(operator)]) {
      for (const path of ['/console', '/console/sign-in', '/console/payments', '/console/sandbox']) {
        const { status, headers } = await publicly('GET', path, call)
        expect([path, status, headers.get('location')]).toEqual([path, 302, '/console/portal'])
      }
    }
    expect((await publicly('GET', '/console/portal', withCookie(operator))).text).toContain(
      'name="session" content="none"',
    )
  })

  it('serves a portal’s session every call for portals, and no other', async () => {
    const routes = await operatorRoutes()
    expect(routes.filter(({ operationId }) => Object.hasOwn(portalCalls, operationId))).toHaveLength(
      Object.keys(portalCalls).length,
    )
    for (const { operationId, method, path } of routes) {
      const answer = await publicly(method, path, withCookie(portal))
      expect([operationId, isNoPath(answer)]).toEqual([operationId, !Object.hasOwn(portalCalls, operationId)])
    }
    const { status, body } = await publicly('GET', `/admin/v1/merchants/${merchantId}`, withCookie(portal))
    expect([status, body.name]).toEqual([200, 'Bakery'])
  })

  it('serves no call at all outside a portal', async () => {
    const callers: Call[] = [
      {},
      { operator: true },
      withCookie(operator),
      // a token takes precedence over a session
      { operator: true, ...withCookie(portal) },
    ]
    for (const { operationId, method, path } of await operatorRoutes()) {
      for (const caller of callers) {
        expect([operationId, isNoPath(await publicly(method, path, caller))]).toEqual([operationId, true])
      }
    }
  })

  it('opens only sessions of portals', async () => {
    const link = await createSignInLink({ db: service.db, clock: systemClock }, '')
    const ownersCode = link.split('#code=')[1] ?? ''
    for (const body of [{ token: operatorToken }, { code: ownersCode }]) {
      const answer = await publicly('POST', '/console/session', { body })
      expectProblem(answer, 'unauthorized')
      expect(cookieIn(answer)).toBe('')
    }
    // it was not used up
    const byOwner = await send(`${service.adminUrl}/console/session`, 'POST', { body: { code: ownersCode } })
    expect(byOwner.status).toBe(200)
    for (const [method, path] of [
      ['GET', '/console/session'],
      ['DELETE', '/console/session'],
      ['DELETE', '/console/session?everywhere=true'],
    ] as const) {
      expectProblem(await publicly(method, path, withCookie(operator)), 'unauthorized')
    }
    expect((await publicly('GET', '/console/session', withCookie(portal))).status).toBe(200)
  })

  it('is named in the reference’s examples', async () => {
    const { body } = await admin('GET', '/openapi.json')
    expect(body.servers).toEqual([{ url: publicUrl }])
    expect((await admin('GET', '/admin/openapi.json')).body.servers[0].url).toBe('/')
  })
})
