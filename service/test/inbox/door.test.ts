import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { usePaying } from '../support/paying.ts'
import { storedEvents } from '../support/stored-events.ts'
import { storiesOf } from './stories.ts'
import { eventOf, postWebhook, pushedEvent, pushedEvents, stripeSignature } from './webhooks.ts'

const secrets = ['whsec_platform', 'whsec_connect', 'whsec_rotated']
const paying = usePaying({ env: { STRIPE_WEBHOOK_SECRET: secrets.join(',') } })
const receiverUrl = 'http://127.0.0.1:9/callbacks'

const recorded = (id: string) =>
  paying.service.db`select merchant_id, type, outcome, payment_id from events where event_id = ${id}`
const queued = (id: string) =>
  paying.service.db`
    select d.delivery_id from deliveries d join delivery_queue q using (merchant_id, delivery_id)
    where event_id = ${id}`
const event = () => JSON.stringify(eventOf('customer.created', { id: 'cus_1' }))

describe('the signature of a webhook', () => {
  it('covers the raw bytes: one flipped bit anywhere is refused', async () => {
    const body = Buffer.from(event())
    const header = stripeSignature(body, 'whsec_platform')
    for (const at of [0, Math.floor(body.length / 2), body.length - 1]) {
      const other = Buffer.from(body)
      other[at] = (other[at] ?? 0) ^ 1
      expectProblem(await postWebhook(paying.service, other, { header }), 'unauthorized')
    }
    expectProblem(await postWebhook(paying.service, `${body} `, { header }), 'unauthorized')
    expect(await recorded(JSON.parse(body.toString()).id)).toEqual([])
    expect((await postWebhook(paying.service, body, { header })).status).toBe(200)
  })

  it.each(secrets)('may be of any configured secret: %s', async secret => {
    const answer = await postWebhook(paying.service, event(), { secret })
    expect([answer.status, answer.text]).toEqual([200, '{"received":true,"forwarded":false}'])
  })

  it.each(['whsec_other', 'whsec_platfor', 'platform', ''])(
    'is refused with another secret: "%s"',
    async secret => {
      const header = stripeSignature(event(), secret)
      expectProblem(await postWebhook(paying.service, event(), { header }), 'unauthorized')
    },
  )

  it.each([
    ['290 s old', -290, 200],
    ['310 s old', -310, 401],
    ['290 s ahead', 290, 200],
    ['310 s ahead', 310, 401],
    ['a day old', -86_400, 401],
  ])('that is %s', async (_what, seconds, status) => {
    const answer = await postWebhook(paying.service, event(), { at: Date.now() + seconds * 1000 })
    expect(answer.status).toBe(status)
    if (status === 401) expectProblem(answer, 'unauthorized')
  })

  it.each(['', 't=1', 'v1=00', 't=x,v1=00', 'nonsense'])(
    'that is not a signature is refused: "%s"',
    async header => {
      expectProblem(await postWebhook(paying.service, event(), { header }), 'unauthorized')
    },
  )

  it('counts once: an old scheme beside it is ignored, a second v1 is enough', async () => {
    const body = event()
    const [t, v1] = stripeSignature(body, 'whsec_platform').split(',')
    const zeros = '0'.repeat(64)
    const good = await postWebhook(paying.service, body, { header: `${t},v0=${zeros},v1=${zeros},${v1}` })
    expect(good.status).toBe(200)
    const v0 = await postWebhook(paying.service, body, { header: `${t},v0=${v1?.slice(3)}` })
    expectProblem(v0, 'unauthorized')
  })

  it('cannot carry a second time after its own', async () => {
    const body = event()
    const old = stripeSignature(body, 'whsec_platform', Date.now() - 3_600_000)
    const header = `${old},t=${Math.floor(Date.now() / 1000)}`
    expectProblem(await postWebhook(paying.service, body, { header }), 'unauthorized')
  })

  it('cannot carry a second time before its own', async () => {
    const body = event()
    const old = stripeSignature(body, 'whsec_platform', Date.now() - 3_600_000)
    const header = `t=${Math.floor(Date.now() / 1000)},${old}`
    expectProblem(await postWebhook(paying.service, body, { header }), 'unauthorized')
  })

  it('that is empty is refused', async () => {
    const header = `t=${Math.floor(Date.now() / 1000)},v1=`
    expectProblem(await postWebhook(paying.service, event(), { header }), 'unauthorized')
  })

  it('is required', async () => {
    expectProblem(await paying.service.call('POST', '/webhooks/processor', { raw: event() }), 'unauthorized')
  })
})

describe('the body of a webhook', () => {
  const padded = (bytes: number) => {
    const made = eventOf('customer.created', { id: 'cus_1', note: '' })
    const room = bytes - Buffer.byteLength(JSON.stringify(made))
    return JSON.stringify({ ...made, data: { object: { id: 'cus_1', note: 'x'.repeat(room) } } })
  }

  it('may have 512 KiB and no more', async () => {
    const full = padded(512 * 1024)
    expect(Buffer.byteLength(full)).toBe(512 * 1024)
    expect((await postWebhook(paying.service, full)).status).toBe(200)
    expectProblem(await postWebhook(paying.service, padded(512 * 1024 + 1)), 'payload_too_large')
  })

  it('is read whatever its media type says', async () => {
    expect((await postWebhook(paying.service, event(), { contentType: 'text/plain' })).status).toBe(200)
  })
})

describe('an event', () => {
  it('of an unknown account is recorded, without a merchant', async () => {
    const made = eventOf(
      'payment_intent.succeeded',
      { id: 'pi_x', metadata: {} },
      { account: 'acct_unknown' },
    )
    const answer = await postWebhook(paying.service, JSON.stringify(made))
    expect(answer.body).toEqual({ received: true, forwarded: false })
    expect(await recorded(made.id)).toMatchObject([{ merchantId: '-', outcome: 'ignored' }])
  })

  it('of the platform itself is recorded, without a merchant', async () => {
    const made = eventOf('payment_intent.succeeded', { id: 'pi_x', metadata: {} })
    expect((await postWebhook(paying.service, JSON.stringify(made))).body.forwarded).toBe(false)
    expect(await recorded(made.id)).toMatchObject([{ merchantId: '-', outcome: 'ignored' }])
  })

  it('of an unknown type is recorded and not forwarded', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: receiverUrl })
    const made = eventOf('moon.landed', { id: 'moon_1' }, { account: merchant.accountId })
    expect((await postWebhook(paying.service, JSON.stringify(made))).body.forwarded).toBe(false)
    expect(await recorded(made.id)).toMatchObject([{ merchantId: merchant.merchantId, outcome: 'ignored' }])
    expect(await queued(made.id)).toEqual([])
  })

  it('of another API version is recorded and changes nothing', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: receiverUrl })
    const payment = await storiesOf(paying, merchant).card()
    const pushed = await pushedEvent(paying, merchant, 'payment_intent.succeeded')
    const body = JSON.stringify({ ...JSON.parse(pushed.body.toString()), api_version: '2019-01-01' })
    expect((await postWebhook(paying.service, body)).body).toEqual({ received: true, forwarded: false })
    expect(await recorded(pushed.id)).toMatchObject([{ outcome: 'unread' }])
    const path = `/v1/payments/${payment.id}`
    const { body: after } = await paying.service.call('GET', path, { key: merchant.apiKey })
    expect(after.status).toBe('requires_payment_method')
  })

  it('of another API version is replaced by the same event in ours, which is forwarded once', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: receiverUrl })
    await storiesOf(paying, merchant).card()
    const { id, body } = await pushedEvent(paying, merchant, 'payment_intent.succeeded')
    const old = JSON.stringify({ ...JSON.parse(body.toString()), api_version: '2019-01-01' })
    const answers: boolean[] = []
    for (const copy of [old, old, body, old, body]) {
      answers.push((await postWebhook(paying.service, copy)).body.forwarded)
    }
    expect(answers).toEqual([false, false, true, false, false])
    expect(await recorded(id)).toMatchObject([{ outcome: 'applied' }])
    const kept = (await storedEvents(paying.service.db)).find(({ eventId }) => eventId === id)
    expect(kept?.body.equals(body)).toBe(true)
    expect(await queued(id)).toHaveLength(1)
  })

  it.each([
    ['without an object', { data: null }],
    ['without its fields', { data: { object: {} } }],
    [
      'of the second generation',
      { object: 'v2.core.event', created: '2026-01-01T00:00:00Z', data: undefined },
    ],
  ])('%s is recorded and not forwarded', async (_, change) => {
    const merchant = await paying.addMerchant({ callbackUrl: receiverUrl })
    const made = { ...eventOf('payment_intent.succeeded', {}, { account: merchant.accountId }), ...change }
    const answer = await postWebhook(paying.service, JSON.stringify(made))
    expect([answer.status, answer.body]).toEqual([200, { received: true, forwarded: false }])
    expect(await recorded(made.id)).toMatchObject([{ merchantId: merchant.merchantId, outcome: 'unread' }])
  })

  it('of a payment made elsewhere on the same account is recorded and not forwarded', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: receiverUrl })
    await paying.stripe.paymentIntents.create(
      {
        amount: 700,
        currency: 'usd',
        confirm: true,
        payment_method: 'pm_card_visa',
        return_url: 'https://x.example',
      },
      { stripeAccount: merchant.accountId },
    )
    const pushed = await pushedEvent(paying, merchant, 'payment_intent.succeeded')
    expect((await postWebhook(paying.service, pushed.body)).body).toEqual({
      received: true,
      forwarded: false,
    })
    expect(await recorded(pushed.id)).toMatchObject([
      { merchantId: merchant.merchantId, outcome: 'ignored', paymentId: null },
    ])
    expect(await queued(pushed.id)).toEqual([])
  })

  it('that names another merchant’s payment changes nothing there', async () => {
    const [merchant, other] = [
      await paying.addMerchant({ callbackUrl: receiverUrl }),
      await paying.addMerchant(),
    ]
    const payment = await storiesOf(paying, merchant).card()
    const pushed = await pushedEvent(paying, merchant, 'payment_intent.succeeded')
    const body = JSON.stringify({ ...JSON.parse(pushed.body.toString()), account: other.accountId })
    expect((await postWebhook(paying.service, body)).body.forwarded).toBe(false)
    expect(await recorded(pushed.id)).toMatchObject([{ merchantId: other.merchantId, outcome: 'ignored' }])
    const path = `/v1/payments/${payment.id}`
    const { body: after } = await paying.service.call('GET', path, { key: merchant.apiKey })
    expect(after.status).toBe('requires_payment_method')
  })
})

const nine = [
  'account.updated',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.refunded',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.succeeded',
]

describe('the nine types', () => {
  async function happened(callbackUrl: string | undefined) {
    const merchant = await paying.addMerchant(callbackUrl ? { callbackUrl } : {})
    const stories = storiesOf(paying, merchant)
    await Promise.all([stories.bankDebit(), stories.disputeWon()])
    await stories.canceled()
    await stories.declinedThenPaid()
    await stories.refundedInParts()
    await stories.accountUpdated()
    const events = await pushedEvents(paying, merchant)
    const answers = new Map<string, string>()
    for (const { id, type, body } of events) {
      const { status, body: answer } = await postWebhook(paying.service, body)
      expect(status).toBe(200)
      expect(Object.keys(answer)).toEqual(['received', 'forwarded'])
      expect(answer.forwarded).toBe((await queued(id)).length === 1)
      if (answer.forwarded) answers.set(type, id)
      const stored = await storedEvents(paying.service.db)
      expect(stored.find(({ eventId }) => eventId === id)?.body.equals(body)).toBe(true)
    }
    return { types: [...answers.keys()].sort(), all: new Set(events.map(({ type }) => type)) }
  }

  it('are forwarded, no others, when a callback URL is set', async () => {
    const { types, all } = await happened(receiverUrl)
    expect(types).toEqual(nine)
    expect([...all]).toEqual(expect.arrayContaining(['payment_intent.created', 'refund.created']))
  })

  it('are recorded and not forwarded without one', async () => {
    const { types, all } = await happened(undefined)
    expect(types).toEqual([])
    expect([...all]).toEqual(expect.arrayContaining(nine))
  })
})

describe('a duplicate', () => {
  it('is answered as received and not forwarded, and does nothing', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: receiverUrl })
    const payment = await storiesOf(paying, merchant).card()
    const { id, body } = await pushedEvent(paying, merchant, 'payment_intent.succeeded')
    const answers = []
    for (let i = 0; i < 3; i++) answers.push((await postWebhook(paying.service, body)).body)
    expect(answers).toEqual([
      { received: true, forwarded: true },
      { received: true, forwarded: false },
      { received: true, forwarded: false },
    ])
    expect(await recorded(id)).toHaveLength(1)
    expect(await queued(id)).toHaveLength(1)
    expect(await paying.service.db`select fact from ledger_entries where payment_id = ${payment.id}`).toEqual(
      [{ fact: 'capture' }],
    )
  })

  it('is one event and one delivery when twenty come at once, on two instances', async () => {
    const env = { STRIPE_WEBHOOK_SECRET: secrets.join(',') }
    const another = await paying.startAnother({ env, role: 'api' })
    const merchant = await paying.addMerchant({ callbackUrl: receiverUrl })
    const stories = storiesOf(paying, merchant)
    const payment = await stories.card()
    await stories.accountUpdated()
    // the last event reports nothing new, because the cancel was made here
    await stories.post(`/payments/${(await stories.created()).id}/cancel`, {})
    for (const type of ['payment_intent.succeeded', 'account.updated', 'payment_intent.canceled']) {
      const { id, body } = await pushedEvent(paying, merchant, type)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => postWebhook(i % 2 ? another : paying.service, body)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(answers.filter(answer => answer.body.forwarded)).toHaveLength(1)
      expect(await recorded(id)).toHaveLength(1)
      expect(await queued(id)).toHaveLength(1)
    }
    expect(
      await paying.service.db`
        select p.version, count(l.fact)::int as entries from payments p join ledger_entries l using (merchant_id, payment_id)
        where p.payment_id = ${payment.id} group by p.version`,
    ).toEqual([{ version: 2, entries: 1 }])
  })
})

describe('a signed body that is not a JSON object', () => {
  it.each(['null', '[]', '5', '"text"', '{', 'nonsense', '{"id":"evt_1"'])(
    'is refused as such: %s',
    async body => {
      expectProblem(await postWebhook(paying.service, body), 'invalid_request')
    },
  )
})
