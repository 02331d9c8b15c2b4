import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { run } from '../cli/in-process.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { accept, refuse, startReceiver } from '../support/receiver.ts'
import { operatorToken } from '../support/service.ts'
import { deliveryFields } from './delivery-fields.ts'
import { enqueue } from './queue.ts'

const paying = usePaying({ role: 'all', env: { SVC_CALLBACK_RETRY_DELAYS_MS: '2,2,2,2,2,2,2,2' } })
const admin = (method: string, path: string, body?: unknown) => paying.service.admin(method, path, body)
const asMerchant = (method: string, path: string, { apiKey }: PayingMerchant, body?: unknown) =>
  paying.service.call(method, `/v1${path}`, { key: apiKey, body })

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Item = any
const deliveriesOf = async ({ merchantId }: PayingMerchant, more = ''): Promise<Item[]> =>
  (await admin('GET', `/deliveries?merchantId=${merchantId}${more}`)).body.data

async function ended(merchant: PayingMerchant, state: string, count = 1): Promise<Item[]> {
  await waitFor(async () => {
    expect(await deliveriesOf(merchant, `&state=${state}&limit=100`)).toHaveLength(count)
  })
  return await deliveriesOf(merchant, `&state=${state}&limit=100`)
}

async function withDead(count = 1) {
  const receiver = await startReceiver(refuse(500))
  const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
  await enqueue(paying.service.db, merchant.merchantId, { count })
  const dead = await ended(merchant, 'dead', count)
  return { receiver, merchant, dead }
}

const attemptsOf = (receiver: { received: { headers: Record<string, unknown> }[] }) =>
  receiver.received.map(({ headers }) => Number(headers['svc-delivery-attempt']))
const oneToNine = Array.from({ length: 9 }, (_, i) => i + 1)

describe('a dead letter', () => {
  it('is listed and shown with its whole log', async () => {
    const { receiver, merchant, dead } = await withDead()
    expect(Object.keys(dead[0]).sort()).toEqual(deliveryFields)
    expect(dead[0]).toMatchObject({
      merchantId: merchant.merchantId,
      state: 'dead',
      attempts: 9,
      nextAttemptAt: null,
      lastStatus: 500,
      lastError: 'HTTP 500',
    })
    const { body } = await admin('GET', `/deliveries/${dead[0].deliveryId}`)
    expect(Object.keys(body).sort()).toEqual([...deliveryFields, 'attemptLog', 'request'].sort())
    expect(body.attemptLog.map(({ attempt }: Item) => attempt)).toEqual(oneToNine)
    for (const attempt of body.attemptLog) {
      expect(Object.keys(attempt).sort()).toEqual([
        'answer',
        'attempt',
        'durationMs',
        'error',
        'startedAt',
        'status',
        'url',
      ])
    }
    expect(attemptsOf(receiver)).toEqual(oneToNine)
  })

  it('is redelivered by an operator: same event id, a fresh cycle of nine, in the audit log', async () => {
    const { receiver, merchant, dead } = await withDead()
    const { deliveryId, eventId } = dead[0]
    const answer = await admin('POST', `/deliveries/${deliveryId}/redeliver`, {})
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([200, deliveryFields])
    expect(answer.body).toMatchObject({ deliveryId, eventId, state: 'pending', attempts: 9 })
    expect(answer.body.nextAttemptAt).not.toBe(null)
    await ended(merchant, 'dead')
    expect(receiver.received).toHaveLength(18)
    expect(attemptsOf(receiver)).toEqual([...oneToNine, ...oneToNine])
    expect(new Set(receiver.received.map(({ headers }) => headers['svc-event-id']))).toEqual(
      new Set([eventId]),
    )
    const { body } = await admin('GET', `/deliveries/${deliveryId}`)
    expect(body.attempts).toBe(18)
    expect(body.attemptLog.map(({ attempt }: Item) => attempt)).toEqual([...oneToNine, ...oneToNine])
    const { body: audit } = await admin('GET', `/audit?merchantId=${merchant.merchantId}`)
    expect(audit.data[0]).toMatchObject({
      action: 'delivery.redeliver',
      target: deliveryId,
      merchantId: merchant.merchantId,
      actor: 'owner',
    })
  })

  it('shows the URL of every attempt, with its query masked', async () => {
    const { receiver, merchant, dead } = await withDead()
    const elsewhere = await startReceiver(accept)
    const { deliveryId } = dead[0]
    const url = `${elsewhere.url}/new?token=s3cret`
    await admin('PUT', `/merchants/${merchant.merchantId}/callback`, { url })
    await admin('POST', `/deliveries/${deliveryId}/redeliver`)
    await ended(merchant, 'delivered')
    const { body } = await admin('GET', `/deliveries/${deliveryId}`)
    const urls = body.attemptLog.map((attempt: Item) => attempt.url)
    expect(urls).toEqual([...oneToNine.map(() => new URL(receiver.url).href), `${elsewhere.url}/new?…`])
    const stored = await paying.service.db`
      select url from delivery_attempts where delivery_id = ${deliveryId} and url like '%s3cret%'`
    expect(stored).toHaveLength(0)
  })

  it('shows no URL for attempts from before URLs were recorded', async () => {
    const { dead } = await withDead()
    const { deliveryId } = dead[0]
    await paying.service.db`update delivery_attempts set url = null where delivery_id = ${deliveryId}`
    const { body } = await admin('GET', `/deliveries/${deliveryId}`)
    expect(body.attemptLog[0]).not.toHaveProperty('url')
  })

  it('arrives once its receiver works again', async () => {
    const { receiver, merchant, dead } = await withDead()
    receiver.behave(accept)
    await admin('POST', `/deliveries/${dead[0].deliveryId}/redeliver`)
    const [delivery] = await ended(merchant, 'delivered')
    expect(delivery).toMatchObject({ attempts: 10, lastStatus: 200, lastError: null, nextAttemptAt: null })
  })
})

describe('a delivered callback', () => {
  it('is redelivered only with force', async () => {
    const receiver = await startReceiver()
    const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    await enqueue(paying.service.db, merchant.merchantId)
    const [{ deliveryId, eventId }] = (await ended(merchant, 'delivered')) as [Item]
    const refused = { currentStatus: 'delivered', allowedFrom: ['pending', 'dead'] }
    for (const body of [{}, { force: false }, undefined]) {
      expectProblem(
        await admin('POST', `/deliveries/${deliveryId}/redeliver`, body),
        'invalid_state',
        refused,
      )
      const own = await asMerchant('POST', `/events/${eventId}/redeliver`, merchant, body)
      expectProblem(own, 'invalid_state', refused)
    }
    expect(receiver.received).toHaveLength(1)
    await admin('POST', `/deliveries/${deliveryId}/redeliver`, { force: true })
    await waitFor(() => expect(receiver.received).toHaveLength(2))
    await ended(merchant, 'delivered')
    await asMerchant('POST', `/events/${eventId}/redeliver`, merchant, { force: true })
    await waitFor(() => expect(receiver.received).toHaveLength(3))
    expect(new Set(receiver.received.map(({ headers }) => headers['svc-event-id']))).toEqual(
      new Set([eventId]),
    )
  })
})

describe('a redelivery that is not possible', () => {
  it('is answered with not found or invalid', async () => {
    const { merchant, dead } = await withDead()
    const other = await paying.addMerchant()
    const { deliveryId, eventId } = dead[0]
    expectProblem(await asMerchant('POST', `/events/${eventId}/redeliver`, other, {}), 'not_found')
    expectProblem(await asMerchant('POST', '/events/evt_none/redeliver', merchant, {}), 'not_found', {
      detail: 'No such forwarded event.',
    })
    expectProblem(await admin('POST', '/deliveries/dlv_none/redeliver', {}), 'not_found')
    expectProblem(await admin('GET', '/deliveries/dlv_none'), 'not_found')
    expectProblem(
      await admin('POST', `/deliveries/${deliveryId}/redeliver`, { Force: true }),
      'invalid_request',
    )
    expectProblem(
      await admin('POST', `/deliveries/${deliveryId}/redeliver`, { force: 'yes' }),
      'invalid_request',
    )
    expectProblem(await admin('POST', '/deliveries/redeliver', {}), 'invalid_request')
    expectProblem(await admin('POST', '/deliveries/redeliver', { state: 'lost' }), 'invalid_request')
    expectProblem(
      await admin('POST', '/deliveries/redeliver', { state: 'dead', from: 'x' }),
      'invalid_request',
    )
    expectProblem(await admin('GET', '/deliveries?state=lost'), 'invalid_request')
    expect((await deliveriesOf(merchant))[0]).toMatchObject({ state: 'dead', attempts: 9 })
  })

  it('needs the right key', async () => {
    expectProblem(
      await paying.service.call('POST', '/admin/v1/deliveries/redeliver', { body: {} }),
      'unauthorized',
    )
    expectProblem(await paying.service.call('GET', '/v1/events'), 'unauthorized')
  })
})

describe('many at once', () => {
  it('are counted first, then redelivered, by common properties', async () => {
    const { receiver, merchant, dead } = await withDead(4)
    const { merchantId } = merchant
    const other = await withDead(2)
    const times = dead.map(({ createdAt }: Item) => Date.parse(createdAt))
    const [from, to] = [Math.min(...times), Math.max(...times)].map(time => new Date(time))
    const count = async (body: object) =>
      (await admin('POST', '/deliveries/redeliver', { state: 'dead', dryRun: true, ...body })).body
    expect(await count({ merchantId })).toEqual({ count: 4 })
    expect((await count({})).count).toBeGreaterThanOrEqual(6)
    expect(await count({ merchantId, state: 'delivered' })).toEqual({ count: 0 })
    expect(await count({ merchantId, type: 'payment_intent.succeeded' })).toEqual({ count: 4 })
    expect(await count({ merchantId, type: 'charge.refunded' })).toEqual({ count: 0 })
    expect(await count({ merchantId, from: from?.toISOString() })).toEqual({ count: 4 })
    expect(await count({ merchantId, to: from?.toISOString() })).toEqual({ count: 0 })
    const after = new Date((to?.getTime() ?? 0) + 1).toISOString()
    expect(await count({ merchantId, from: from?.toISOString(), to: after })).toEqual({ count: 4 })
    expect(await deliveriesOf(merchant, '&state=dead')).toHaveLength(4)

    receiver.behave(accept)
    const answer = await admin('POST', '/deliveries/redeliver', { merchantId, state: 'dead' })
    expect([answer.status, answer.body]).toEqual([200, { count: 4 }])
    await ended(merchant, 'delivered', 4)
    expect(await deliveriesOf(other.merchant, '&state=dead')).toHaveLength(2)
    const { body: audit } = await admin('GET', `/audit?merchantId=${merchantId}`)
    expect(audit.data.filter(({ action }: Item) => action === 'delivery.redeliver-all')).toEqual([
      expect.objectContaining({ target: '4 dead deliveries' }),
    ])
  })
})

it('dead letters and waiting callbacks are redelivered together, each once', async () => {
  const { receiver, merchant } = await withDead(2)
  const { merchantId } = merchant
  await enqueue(paying.service.db, merchantId, { dueAt: new Date(Date.now() + 3_600_000) })
  const undelivered = { merchantId, state: 'undelivered' }
  const counted = await admin('POST', '/deliveries/redeliver', { ...undelivered, dryRun: true })
  expect(counted.body).toEqual({ count: 3 })
  receiver.behave(accept)
  expect((await admin('POST', '/deliveries/redeliver', undelivered)).body).toEqual({ count: 3 })
  await ended(merchant, 'delivered', 3)
  // each dead letter had nine attempts before
  expect(receiver.received).toHaveLength(2 * 9 + 3)
  const { body: audit } = await admin('GET', `/audit?merchantId=${merchantId}`)
  expect(audit.data[0]).toMatchObject({ detail: { count: 3, state: 'undelivered' } })
})

describe('a paused endpoint', () => {
  const byOne = (deliveryId: string) => admin('POST', `/deliveries/${deliveryId}/redeliver`)
  const byAll = (_: string, { merchantId }: PayingMerchant) =>
    admin('POST', '/deliveries/redeliver', { merchantId, state: 'dead' })
  const byMerchant = (_: string, merchant: PayingMerchant, eventId: string) =>
    asMerchant('POST', `/events/${eventId}/redeliver`, merchant)
  it.each([
    ['an operator', byOne],
    ['an operator, with all others', byAll],
    ['the merchant', byMerchant],
  ])('is tried at once when %s asks for a delivery again', async (_, redeliver) => {
    const { receiver, merchant, dead } = await withDead()
    await paying.service.db`
      update callback_endpoints set failures_in_a_row = 20, probes = 9, paused_until = now() + interval '1 hour'
      where merchant_id = ${merchant.merchantId}`
    receiver.behave(accept)
    const { deliveryId, eventId } = dead[0]
    expect((await redeliver(deliveryId, merchant, eventId)).status).toBe(200)
    const state = async () => (await admin('GET', `/deliveries/${deliveryId}`)).body.state
    await waitFor(async () => expect(await state()).toBe('delivered'))
  })

  it('stays paused if none of its deliveries is requested', async () => {
    const other = await withDead()
    const { merchant } = await withDead()
    await paying.service.db`
      update callback_endpoints set failures_in_a_row = 20, paused_until = now() + interval '1 hour'
      where merchant_id = any(${[other.merchant.merchantId, merchant.merchantId]})`
    const { from, to } = { from: new Date(0), to: new Date(1) }
    await admin('POST', '/deliveries/redeliver', { state: 'dead', from, to })
    await admin('POST', `/deliveries/${other.dead[0].deliveryId}/redeliver`)
    const [row] = await paying.service.db`
      select paused_until > now() as paused from callback_endpoints where merchant_id = ${merchant.merchantId}`
    expect(row).toEqual({ paused: true })
  })
})

describe('an event that arrived before the merchant had a callback URL', () => {
  async function unsent(type: string, outcome: string) {
    const merchant = await paying.addMerchant()
    const eventId = `evt_${merchant.merchantId}`
    const body = Buffer.from(JSON.stringify({ id: eventId, type }))
    await paying.service.db`
      insert into events (merchant_id, processor, event_id, type, account_id, sealed_body, outcome, created_at, received_at)
      values (${merchant.merchantId}, 'sandbox', ${eventId}, ${type}, ${merchant.accountId}, ${body}, ${outcome},
        now(), now())`
    const receiver = await startReceiver(accept)
    await admin('PUT', `/merchants/${merchant.merchantId}/callback`, { url: receiver.url })
    return { merchant, eventId, body, receiver }
  }

  it('is sent at the merchant’s request, once even for many simultaneous requests', async () => {
    const { merchant, eventId, body, receiver } = await unsent('payment_intent.succeeded', 'applied')
    const asked = await Promise.all(
      Array.from({ length: 4 }, () => asMerchant('POST', `/events/${eventId}/redeliver`, merchant)),
    )
    for (const { status } of asked) expect([200, 409]).toContain(status)
    expect(asked.map(({ status }) => status)).toContain(200)
    await ended(merchant, 'delivered')
    expect(receiver.received[0]?.body.equals(body)).toBe(true)
    expect(await deliveriesOf(merchant)).toHaveLength(1)
  })

  it.each([
    ['customer.created', 'ignored'],
    ['payment_intent.succeeded', 'ignored'],
    ['payment_intent.succeeded', 'waiting'],
  ])('is not sent if its type is not forwarded: %s, %s', async (type, outcome) => {
    const { merchant, eventId } = await unsent(type, outcome)
    expect((await asMerchant('POST', `/events/${eventId}/redeliver`, merchant)).status).toBe(404)
    await paying.service.db`update events set outcome = 'ignored' where event_id = ${eventId}`
  })
})

describe('very many at once', () => {
  it('are redelivered in batches, each once, including those that still match', async () => {
    // without an address nothing is sent
    const { merchantId } = await paying.addMerchant()
    const { db } = paying.service
    await enqueue(db, merchantId, { count: 4500, attempt: 5, dueAt: new Date(Date.now() + 3_600_000) })
    const { body } = await admin('POST', '/deliveries/redeliver', { merchantId, state: 'pending' })
    expect(body).toEqual({ count: 4500 })
    const [row] = await db`
      select count(*)::int as count, max(attempt)::int as attempt, max(due_at) <= now() as due from delivery_queue
      where merchant_id = ${merchantId}`
    expect(row).toEqual({ count: 4500, attempt: 1, due: true })
    await db`delete from delivery_queue where merchant_id = ${merchantId}`
  })
})

describe('svcpay deliveries', () => {
  it('lists and redelivers', async () => {
    const { receiver, merchant, dead } = await withDead(2)
    const { merchantId } = merchant
    const env = { PORT: new URL(paying.service.url).port, SVC_OPERATOR_TOKEN: operatorToken }
    const svcpay = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(['deliveries', ...args], env)
      expect([code, stderr]).toEqual([0, ''])
      return stdout
    }
    const [first, second] = dead.map(({ deliveryId }: Item) => deliveryId)
    expect(await svcpay('list', '--merchant', merchantId, '--state', 'dead')).toMatch(
      new RegExp(`DELIVERY +TYPE +STATE[\\s\\S]*${first} +payment_intent.succeeded +dead +500 +9`),
    )
    const listed = JSON.parse(await svcpay('list', '--merchant', merchantId, '--limit', '1', '--json'))
    expect(listed).toEqual({ data: [dead[0]], nextCursor: expect.any(String) })

    receiver.behave(accept)
    const bulk = ['redeliver', '--merchant', merchantId, '--state', 'dead']
    expect(await svcpay(...bulk, '--dry-run')).toBe('2 callbacks would be redelivered.\n')
    expect(await svcpay('redeliver', first)).toContain(first)
    await ended(merchant, 'delivered')
    const again = await run(['deliveries', 'redeliver', first], env)
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/^svcpay: Invalid state/)])
    expect(JSON.parse(await svcpay('redeliver', first, '--force', '--json'))).toMatchObject({
      deliveryId: first,
    })
    expect(await svcpay(...bulk)).toBe('Redelivering 1 callback.\n')
    await ended(merchant, 'delivered', 2)
    expect(receiver.received.at(-1)?.headers['svc-event-id']).toBe(
      dead.find(({ deliveryId }: Item) => deliveryId === second)?.eventId,
    )
  })
})
