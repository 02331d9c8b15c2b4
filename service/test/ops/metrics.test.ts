import { expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { useService } from '../support/service.ts'

const service = useService({ role: 'all' })

it.each([
  ['no token', {}],
  ['a wrong token', { authorization: 'Bearer wrong-token-of-the-tests' }],
  ['another scheme', { authorization: 'Basic b3BlcmF0b3I6dG9rZW4=' }],
])('metrics are not for callers with %s', async (_what, headers) => {
  expectProblem(await service.call('GET', '/metrics', { headers }), 'unauthorized')
})

it('metrics are not for merchants', async () => {
  const { apiKey } = await service.createMerchant()
  expectProblem(await service.call('GET', '/metrics', { key: apiKey }), 'unauthorized')
  const asBearer = { authorization: `Bearer ${apiKey}` }
  expectProblem(await service.call('GET', '/metrics', { headers: asBearer }), 'unauthorized')
})

it('metrics contain the duration of requests by method, route and status', async () => {
  const { merchantId } = await service.createMerchant()
  await service.admin('GET', `/merchants/${merchantId}`)
  await service.call('GET', `/nope-${merchantId}`)
  const { status, headers, text } = await service.call('GET', '/metrics', { operator: true })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text).toContain('# TYPE svcpay_http_request_seconds histogram')
  const counted = (route: string, code: number) =>
    `svcpay_http_request_seconds_count{method="GET",route="${route}",status="${code}"} 1`
  expect(text).toContain(counted('/admin/v1/merchants/:merchantId', 200))
  expect(text).toContain(counted('unknown', 404))
  expect(text, 'ids would make a series each').not.toContain(merchantId)
})

it('metrics count waiting events by waiting time', async () => {
  const wait = (id: string, hours: number) => service.db`
    insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at, retry_at)
    values ('-', 'elsewhere', ${id}, 'x', '', 'waiting', now(), now() - ${hours} * interval '1 hour', now())`
  await wait('evt_new', 0)
  await wait('evt_old', 2)
  await wait('evt_older', 30)
  const { text } = await service.call('GET', '/metrics', { operator: true })
  expect(text).toContain('svcpay_events_waiting{since="up to an hour"} 1')
  expect(text).toContain('svcpay_events_waiting{since="longer"} 2')
})

it('metrics count waiting callbacks and dead letters', async () => {
  const { merchantId } = await service.createMerchant()
  await service.db`
    insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at)
    values (${merchantId}, 'stripe', 'evt_1', 'x', '', 'applied', now(), now())`
  await service.db`
    insert into deliveries (merchant_id, delivery_id, processor, event_id, type, state, created_at, updated_at)
    values (${merchantId}, ${`dlv_${'0'.repeat(26)}`}, 'stripe', 'evt_1', 'x', 'dead', now(), now())`
  const { text } = await service.call('GET', '/metrics', { operator: true })
  expect(text).toContain('svcpay_callbacks_dead 1')
  expect(text).toContain('svcpay_callbacks_waiting 0')
  expect(text).toContain('svcpay_callback_endpoints_paused 0')
})
