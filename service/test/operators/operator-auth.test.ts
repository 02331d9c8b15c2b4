import { expect, it } from 'vitest'
import { documentedPaths } from '../support/documented.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { manualClock } from '../support/manual-clock.ts'
import { operatorToken, useService } from '../support/service.ts'

const clock = manualClock()
const service = useService({ clock })

async function operatorRoutes(): Promise<[string, string][]> {
  return Object.entries(await documentedPaths(service.url))
    .filter(([path]) => path.startsWith('/admin/') || path === '/metrics')
    .flatMap(([path, methods]) =>
      Object.keys(methods).map(method => [method.toUpperCase(), path] as [string, string]),
    )
}

it.each([
  ['no token', {}],
  ['an empty token', { authorization: 'Bearer ' }],
  ['a wrong token', { authorization: `Bearer ${operatorToken}x` }],
  ['a part of the token', { authorization: `Bearer ${operatorToken.slice(0, -1)}` }],
  ['another scheme', { authorization: `Basic ${operatorToken}` }],
  ['the token in another header', { 'x-api-key': operatorToken }],
])('%s opens no operator route', async (_what, headers) => {
  const routes = await operatorRoutes()
  expect(routes.length).toBeGreaterThanOrEqual(12)
  // More failures in a minute would be throttled.
  clock.advance(60)
  for (const [method, path] of routes) {
    const target = path.replaceAll(/\{\w+\}/g, 'x')
    const answer = await service.call(method, target, { headers })
    expectProblem(answer, 'unauthorized', { instance: target })
  }
})

it('the token opens every operator route', async () => {
  for (const [method, path] of await operatorRoutes()) {
    const { status } = await service.call(method, path.replaceAll(/\{\w+\}/g, 'x'), { operator: true })
    expect([200, 201, 204, 400, 404]).toContain(status)
  }
})

it('the name of the scheme is case-insensitive', async () => {
  const headers = { authorization: `bearer ${operatorToken}` }
  expect((await service.call('GET', '/admin/v1/merchants', { headers })).status).toBe(200)
})
