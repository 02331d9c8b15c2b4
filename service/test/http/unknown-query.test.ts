import { expect, it } from 'vitest'
import { stripeSignature } from '../inbox/webhooks.ts'
import { appForThisTest } from '../support/app.ts'
import { documentedPaths } from '../support/documented.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { type Call, send } from '../support/service.ts'

const paying = usePaying()

/** Paths for browsers: other sites append parameters to links, and the console keeps its filters in the query. */
const isPage = (path: string) => /^\/($|docs|problems|console(?!\/sessions?$))/.test(path)

interface Route {
  method: string
  path: string
}

/** Every route of the app, from the router's listing, which is an indented tree. */
async function allRoutes(): Promise<Route[]> {
  const { app } = await appForThisTest(paying.databaseUrl)
  await app.ready()
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
      if (part === '') return []
      const depth = indent.length / 4
      const path = (parents[depth - 1] ?? '') + part
      parents.splice(depth, parents.length, path)
      return (methods ?? '').split(', ').map(method => ({ method, path }))
    })
}

interface Documented {
  requestBody?: { content: Record<string, { example?: unknown }> }
}

const signedBody = Buffer.from('{}')

it('is refused on every route but pages, and named', async () => {
  const routes = await allRoutes()
  expect(routes.length).toBeGreaterThan(90)
  const documented = await documentedPaths<Documented>(paying.service.url)
  const [secret = ''] = paying.service.config.processors[0].webhookSecrets
  for (const { method, path } of routes) {
    const operation = documented[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const body = operation?.requestBody?.content['application/json']?.example
    const isWebhook = path.startsWith('/webhooks/')
    const credentials: Call = path.startsWith('/v1/') ? { key: paying.merchant.apiKey } : { operator: true }
    const url = path.replace(':name', 'sandbox').replaceAll(/:\w+/g, 'nothing').replace('*', '/nothing')
    const answer = await send(`${paying.service.url}${url}?nope=1`, method, {
      ...credentials,
      ...(isWebhook ? { raw: signedBody } : { body }),
      headers: {
        'idempotency-key': newKey(),
        ...(isWebhook ? { 'stripe-signature': stripeSignature(signedBody, secret) } : {}),
      },
    })
    const what = `${method} ${path}`
    if (isPage(path)) expect([what, answer.body?.code]).not.toEqual([what, 'invalid_request'])
    else if (method === 'HEAD') expect([what, answer.status]).toEqual([what, 400])
    else {
      expect(answer.body, what).toMatchObject({
        status: 400,
        errors: expect.arrayContaining([{ path: 'nope', message: 'is not a known parameter' }]),
      })
    }
  }
})

it('never turns a partial refund into a full one', async () => {
  const { id } = await paying.pay()
  const answer = await paying.post(`/payments/${id}/refund?amountCents=100`)
  expectProblem(answer, 'invalid_request', {
    errors: [{ path: 'amountCents', message: 'is not a known parameter' }],
  })
  expect((await paying.get(`/payments/${id}`)).body.refundedCents).toBe(0)
})

it('is checked after the credentials and the required headers', async () => {
  expectProblem(await paying.service.call('GET', '/v1/payments?nope=1'), 'unauthorized')
  expectProblem(await paying.service.call('GET', '/admin/v1/payments?nope=1'), 'unauthorized')
  expectProblem(
    await paying.service.call('POST', '/webhooks/processor?nope=1', { raw: '{}' }),
    'unauthorized',
  )
  expectProblem(await paying.post('/payments/intents?nope=1', { amountCents: 5000 }), 'missing_header')
})
