import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { StopTimedOut } from '../../src/ops/stop-in-time.ts'
import { databaseForThisTest } from '../support/database.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { freezableForThisTest } from '../support/freezable.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startService } from '../support/service.ts'

const paying = usePaying()
const stopQuickly = { SVC_STOP_TIMEOUT_MS: '300' }

it('metrics leave out figures from the database', async () => {
  const database = await freezableForThisTest(await databaseForThisTest())
  const service = await startService(database.url, { env: stopQuickly })
  onTestFinished(() => service.stop().catch(() => {}))
  const scrape = async () => (await service.call('GET', '/metrics', { operator: true })).text
  const before = await scrape()
  expect(before).toContain('svcpay_scrape_database_ok 1')
  expect(before).toContain('svcpay_log_lines_dropped_total 0')
  expect(before).toContain('svcpay_callbacks_waiting 0')
  database.freeze()
  const [during, ready] = await Promise.all([scrape(), service.call('GET', '/readyz')])
  expect(during).toContain('svcpay_scrape_database_ok 0')
  expect(during).toContain('svcpay_http_request_seconds_count')
  expect(during).not.toMatch(/^svcpay_callbacks_waiting /m)
  expectProblem(ready, 'unavailable', { detail: 'The database is unreachable.' })
})

it('a stop ends in time and logs its unfinished work, which the next start finishes', async () => {
  const database = await freezableForThisTest(paying.databaseUrl)
  const env = { ...paying.sandboxEnv, ...stopQuickly }
  const service = await startService(database.url, { env, role: 'all' })
  const key = newKey()
  const create = (to: typeof service) =>
    to.call('POST', '/v1/payments/intents', {
      key: paying.merchant.apiKey,
      body: { amountCents: 1234 },
      headers: { 'idempotency-key': key },
    })
  await paying.hold('payment_intents.create', { after: true })
  const cut = create(service).catch(() => null)
  const operation = async () => {
    const [row] = await paying.service.db<{ operationId: string; state: string }[]>`
      select operation_id, state from operations where idempotency_key = ${key}`
    return row
  }
  await expect.poll(async () => (await operation())?.state).toBe('started')
  database.freeze()
  // a timer in this process is delayed as much as the stop's own
  const fault = await Promise.race([service.stop().catch(error => error), pause(5000, 'still stopping')])
  expect(fault).toBeInstanceOf(StopTimedOut)
  expect(fault.message).toContain(`operation ${(await operation())?.operationId}`)
  expect(service.logged.join()).toContain('stopping took too long')
  await cut
  await paying.clearFaults()

  await paying.startAnother({ role: 'all' })
  await expect.poll(async () => (await operation())?.state).toBe('done')
  const { status, headers } = await create(paying.service)
  expect([status, headers.get('idempotent-replayed')]).toEqual([200, 'true'])
})

it('a call without a key whose caller has left does not act when the database is back', async () => {
  const database = await freezableForThisTest(paying.databaseUrl)
  const service = await startService(database.url, { env: { ...paying.sandboxEnv, ...stopQuickly } })
  onTestFinished(() => service.stop().catch(() => {}))
  const { id, intentId } = await paying.pay()
  const path = `/v1/payments/${id}/refund`
  const refund = (url: string, signal?: AbortSignal) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'x-api-key': paying.merchant.apiKey, 'content-type': 'application/json' },
      body: '{"amountCents":700}',
      signal: signal ?? null,
    })
  // Opens enough connections first, because none can be opened while the database is frozen.
  await Promise.all(Array.from({ length: 6 }, () => service.db`select pg_sleep(0.1)`))
  database.freeze()
  const gone = new AbortController()
  const lost = refund(service.url, gone.signal).catch(error => error.name)
  await expect.poll(() => database.held()).toMatch(/"keyId"/)
  gone.abort()
  expect(await lost).toBe('AbortError')
  expect((await refund(paying.service.url)).status).toBe(200)
  database.thaw()
  await expect.poll(() => service.logged.join()).toContain('could not begin in time')
  const { data } = await paying.stripe.refunds.list(
    { payment_intent: intentId },
    { stripeAccount: paying.merchant.accountId },
  )
  expect(data.map(({ amount }) => amount)).toEqual([700])
})
