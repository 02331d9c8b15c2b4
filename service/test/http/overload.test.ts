import { expect, it } from 'vitest'
import { appForThisTest } from '../support/app.ts'
import { databaseForThisTest } from '../support/database.ts'
import { holdMerchant } from '../support/held-row.ts'
import { operatorToken } from '../support/service.ts'

const headers = { authorization: `Bearer ${operatorToken}` }

it('more requests in flight than allowed are refused, while probes and metrics still answer', async () => {
  const databaseUrl = await databaseForThisTest()
  const { app, readiness } = await appForThisTest(databaseUrl, {
    maxInFlight: 2,
    maxEventLoopDelayMs: 60_000,
  })
  readiness.markStarted()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const call = (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body ? JSON.stringify(body) : null,
    })
  const created = await call('POST', '/admin/v1/merchants', { name: 'Busy' })
  const { merchantId } = (await created.json()) as { merchantId: string }

  const row = await holdMerchant(databaseUrl, merchantId)
  const change = () => call('PATCH', `/admin/v1/merchants/${merchantId}`, { name: 'Busier' })
  const inFlight = [change(), change()]
  await row.waitedFor(2)

  const refused = await call('GET', '/admin/v1/merchants')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(await refused.json()).toMatchObject({ code: 'unavailable', title: 'Unavailable', status: 503 })

  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await call('GET', path)).status).toBe(200)

  await row.release()
  for (const answer of await Promise.all(inFlight)) expect(answer.status).toBe(200)
  await expect.poll(async () => (await call('GET', '/admin/v1/merchants')).status).toBe(200)
})
