import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { useService } from '../support/service.ts'

const service = useService()

describe('an unknown path', () => {
  it.each([
    '/nope',
    '/v1',
    '/v1/nope',
    '/v2/onboarding/status',
    '/admin/v1/nope',
    '/healthz/more',
    '/docs/nope',
    '/docs/ui/nope',
    '/problems/',
    '/V1/onboarding/status',
  ])('%s is not found', async path => {
    expectProblem(await service.call('GET', path), 'not_found', { instance: path })
  })

  it.each(['/healthz/', '/readyz/', '/v1/onboarding/status/', '/admin/v1/audit/'])(
    '%s is not the same path as without the slash',
    async path => {
      expectProblem(await service.call('GET', path, { operator: true }), 'not_found', { instance: path })
    },
  )

  it('is named without its query', async () => {
    const { body } = await service.call('GET', '/nope?apiKey=svc_live_secret')
    expect(body.instance).toBe('/nope')
  })
})

describe('a method that a path does not support', () => {
  it.each([
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/readyz', 'GET, HEAD'],
    ['PUT', '/metrics', 'GET, HEAD'],
    ['POST', '/v1/onboarding/status', 'GET, HEAD'],
    ['OPTIONS', '/v1/onboarding/status', 'GET, HEAD'],
    ['DELETE', '/admin/v1/merchants', 'GET, HEAD, POST'],
    ['PUT', '/admin/v1/merchants/mer_x', 'GET, HEAD, PATCH'],
    ['GET', '/admin/v1/merchants/mer_x/keys/key_x', 'DELETE'],
    ['GET', '/admin/v1/merchants/mer_x/keys/key_x/rotate', 'POST'],
    ['POST', '/admin/v1/merchants/mer_x/callback', 'PUT'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['POST', '/problems/not_found', 'GET, HEAD'],
  ])('%s %s is answered with the supported methods: %s', async (method, path, allow) => {
    const answer = await service.call(method, path, { operator: true })
    expectProblem(answer, 'method_not_allowed', { instance: path })
    expect(answer.headers.get('allow')).toBe(allow)
  })
})

describe('an odd path', () => {
  it.each(['/%zz', '/v1/%', '/admin/v1/merchants/%E0%A4%A', '/%c0%ae'])(
    '%s, which cannot be decoded, is an invalid request',
    async path => {
      expectProblem(await service.call('GET', path, { operator: true }), 'invalid_request', {
        instance: path,
      })
    },
  )

  it.each([
    '/admin/v1/merchants/%00',
    '/admin/v1/merchants/a%00b/keys',
    '/admin/v1/payments/%00',
    '/admin/v1/deliveries/%00',
  ])('%s, with a character no id has, is not found', async path => {
    expectProblem(await service.call('GET', path, { operator: true }), 'not_found')
  })

  it('a character no id has is refused in a query', async () => {
    const answer = await service.admin('GET', '/audit?merchantId=%00')
    expectProblem(answer, 'invalid_request')
  })

  it.each([65, 257, 5000])('an id of %s characters is not found', async length => {
    const id = 'm'.repeat(length)
    const answers = await Promise.all([
      service.admin('GET', `/merchants/${id}`),
      service.admin('GET', `/payments/${id}`),
      service.admin('DELETE', `/merchants/mer_x/keys/${id}`),
    ])
    for (const answer of answers) expectProblem(answer, 'not_found')
  })
})

describe('HEAD', () => {
  it.each([
    ['/healthz', 200],
    ['/nope', 404],
    ['/v1/onboarding/status', 401],
  ])('of %s has the status of GET and no body', async (path, status) => {
    const response = await fetch(service.url + path, { method: 'HEAD' })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-correlation-id')).toBeTruthy()
    expect(await response.text()).toBe('')
  })
})
