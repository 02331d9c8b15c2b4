import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { run } from '../cli/in-process.ts'
import { expectRefusal, launchForThisTest } from '../support/cli.ts'
import { createDatabase, databaseForThisTest } from '../support/database.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { openSocket } from '../support/raw-request.ts'
import { operatorToken, send, startService, testEnv, useService } from '../support/service.ts'

const service = useService({ env: { SVC_ADMIN_PORT: '0' } })

const operator = { operator: true }
const admin = (method: string, path: string, body?: unknown) =>
  send(`${service.adminUrl}${path}`, method, { ...operator, body })

async function merchantKey(): Promise<string> {
  return (await admin('POST', '/admin/v1/merchants', { name: 'x' })).body.apiKey
}

const forOperators = [
  '/admin/v1/merchants',
  '/admin/v1/nope',
  '/metrics',
  '/openapi.json',
  '/admin/openapi.json',
  '/docs',
  '/docs/admin',
  '/docs/site.css',
]
const written = ['/%61dmin/v1/merchants', '/admin/v1/%6derchants', '/metric%73', '/openapi%2ejson', '/%64ocs']

describe('with a port for operators', () => {
  it('operators have all their pages and calls there', async () => {
    expect((await admin('GET', '/admin/v1/merchants')).status).toBe(200)
    expect((await admin('GET', '/metrics')).text).toContain('svcpay_http_request_seconds')
    expect((await admin('GET', '/openapi.json')).body.paths).toHaveProperty('/v1/payments')
    expect((await admin('GET', '/admin/openapi.json')).body.paths).toHaveProperty('/admin/v1/merchants')
    expect((await admin('GET', '/docs')).status).toBe(200)
    expectProblem(await send(`${service.adminUrl}/metrics`, 'GET', {}), 'unauthorized')
  })

  it.each([...forOperators, ...written])('%s does not exist on the other port', async path => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expectProblem(await service.call(method, path, operator), 'not_found')
    }
  })

  it('merchants and the processor are not served there', async () => {
    const key = await merchantKey()
    expect((await service.call('GET', '/v1/payments', { key })).status).toBe(200)
    expectProblem(await send(`${service.adminUrl}/v1/payments`, 'GET', { key }), 'not_found')
    expectProblem(await send(`${service.adminUrl}/webhooks/processor`, 'POST', { body: {} }), 'not_found')
    expectProblem(await service.call('POST', '/webhooks/processor', { raw: '{}' }), 'unauthorized')
  })

  it('both ports serve probes and problem pages', async () => {
    for (const url of [service.url, service.adminUrl]) {
      for (const path of ['/healthz', '/readyz', '/problems', '/problems/not_found']) {
        expect((await send(`${url}${path}`, 'GET', {})).status, path).toBe(200)
      }
    }
  })

  it('pages link to the references only on the port that has them', async () => {
    const atMerchants = await service.call('GET', '/problems')
    expect(atMerchants.text).not.toContain('href="/docs')
    expect((await send(`${service.adminUrl}/problems`, 'GET', {})).text).toContain('href="/docs"')
    expect((await service.call('GET', '/')).headers.get('location')).toBe('/problems')
  })

  it('metrics count the requests of both ports', async () => {
    const key = await merchantKey()
    await service.call('GET', '/v1/events', { key })
    const { text } = await admin('GET', '/metrics')
    expect(text).toContain('route="/v1/events",status="200"} 1')
    expect(text).toMatch(/route="\/admin\/v1\/merchants",status="201"} [1-9]/)
  })

  it('the command line finds it by the same settings', async () => {
    const env = {
      PORT: new URL(service.url).port,
      SVC_ADMIN_PORT: new URL(service.adminUrl ?? '').port,
      SVC_OPERATOR_TOKEN: operatorToken,
    }
    expect((await run(['merchants', 'list'], env)).code).toBe(0)
  })
})

it('a stop ends both ports, even with an idle connection', async () => {
  const database = await createDatabase()
  onTestFinished(database.drop)
  const stopping = await startService(database.url, { role: 'all', env: { SVC_ADMIN_PORT: '0' } })
  const { hostname, port } = new URL(stopping.adminUrl ?? '')
  const idle = await openSocket(stopping.adminUrl ?? '')
  await stopping.stop()
  const late = connect(Number(port), hostname)
  const [error] = await once(late, 'error')
  expect(error.code).toBe('ECONNREFUSED')
  idle.destroy()
})

it('serve prints the operators’ address, and names the wrong setting if the port is taken', async () => {
  const env = { ...testEnv(await databaseForThisTest()), SVC_ADMIN_PORT: '0' }
  const said = await launchForThisTest(['serve', '--role', 'worker'], env).says(/"adminUrl":"(http\S+?)"/)
  const headers = { authorization: `Bearer ${operatorToken}` }
  expect((await fetch(`${said}/metrics`, { headers })).status).toBe(200)

  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  expectRefusal(await run(['serve'], { ...env, SVC_ADMIN_PORT: `${port}` }), /in use: set SVC_ADMIN_PORT/)
})
