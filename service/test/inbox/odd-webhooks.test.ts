import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { readWebhook } from '../../src/processors/stripe/events.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { runs } from '../support/runs.ts'
import { testSeals } from '../support/secrets.ts'
import { storedEvents } from '../support/stored-events.ts'
import { storiesOf } from './stories.ts'
import { eventOf, newEventId, postWebhook, pushedEvent, pushedEvents } from './webhooks.ts'

const paying = usePaying()
const unread = { received: true, forwarded: false }
let merchant: PayingMerchant
// biome-ignore lint/suspicious/noExplicitAny: events are mutated in every way
let events: any[]

beforeAll(async () => {
  merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
  const stories = storiesOf(paying, merchant)
  await Promise.all([
    stories.card(),
    stories.capturedInPart(),
    stories.declinedThenPaid(),
    stories.refundedInParts(),
    stories.refundFailed(),
    stories.disputeLost(),
    stories.bankDebit(),
  ])
  const payment = await stories.card()
  await postWebhook(paying.service, (await pushedEvent(paying, merchant, 'payment_intent.succeeded')).body)
  await stories.post(`/payments/${payment.id}/refund`, { amountCents: 1000 })
  await stories.accountUpdated()
  const { data: fees } = await paying.stripe.events.list({ types: ['application_fee.refunded'] })
  expect(fees.length).toBeGreaterThan(0)
  const pushed = await pushedEvents(paying, merchant)
  events = [...pushed.map(({ body }) => JSON.parse(body.toString())), ...fees]
})

const post = (event: unknown) => postWebhook(paying.service, JSON.stringify(event))
const kept = async (body: string | Buffer) => {
  const all = await storedEvents(paying.service.db)
  return all
    .filter(event => event.body.equals(Buffer.from(body)))
    .map(({ merchantId, eventId, type, outcome }) => ({ merchantId, eventId, type, outcome }))
}
const eventOfType = (type: string) => {
  const event = structuredClone(events.find(candidate => candidate.type === type))
  return { ...event, id: newEventId() }
}

describe('a signed event with impossible content', () => {
  const head = () => eventOf('payment_intent.succeeded', {}, { account: merchant.accountId })
  it.each([
    ['its date out of range', () => ({ ...head(), created: 8.7e15 })],
    ['its date before all time', () => ({ ...head(), created: -1e15 })],
    ['its date in a year of six digits', () => ({ ...head(), created: '+275760-09-13T00:00:00Z' })],
    ['text for a date', () => ({ ...head(), created: 'yesterday' })],
    ['NUL in its id', () => ({ ...head(), id: 'evt_\u0000' })],
    ['NUL in its type', () => ({ ...head(), type: 'payment_intent.\u0000' })],
    ['NUL in its account', () => ({ ...head(), account: 'acct_\u0000' })],
    ['an id of absurd length', () => ({ ...head(), id: `evt_${'x'.repeat(100_000)}` })],
    ['a type of absurd length', () => ({ ...head(), type: 'x'.repeat(100_000) })],
    ['no id', () => ({ ...head(), id: undefined })],
    ['no type', () => ({ ...head(), type: null })],
    ['nothing at all', () => ({})],
  ])('is recorded as unread, byte for byte, once: %s', async (_what, make) => {
    const body = JSON.stringify({ ...make(), nonce: newEventId() })
    for (let i = 0; i < 2; i++) {
      const answer = await postWebhook(paying.service, body)
      expect([answer.status, answer.body]).toEqual([200, unread])
    }
    expect(await kept(body)).toMatchObject([{ outcome: 'unread' }])
  })

  it.each([
    ['NUL in a message', 'payment_intent.payment_failed', 'last_payment_error.message', 'no\u0000'],
    ['half a surrogate pair', 'payment_intent.payment_failed', 'last_payment_error.message', '\ud800'],
    ['NUL in a code', 'payment_intent.payment_failed', 'last_payment_error.decline_code', '\u0000'],
    ['NUL in the payment’s id', 'payment_intent.succeeded', 'id', 'pi_\u0000'],
    ['an absurd payment id', 'payment_intent.succeeded', 'id', 'p'.repeat(100_000)],
    ['a fractional amount', 'payment_intent.succeeded', 'amount_received', 4199.5],
    ['a huge amount', 'payment_intent.succeeded', 'amount_received', 1e12],
    ['an amount that is not a number', 'payment_intent.succeeded', 'amount_received', '4200'],
    ['more received than requested', 'payment_intent.succeeded', 'amount_received', 2_000_000_000],
    ['nothing received', 'payment_intent.succeeded', 'amount_received', 0],
    ['no status', 'payment_intent.processing', 'status', undefined],
    ['junk for a status', 'payment_intent.processing', 'status', { a: [1] }],
    ['no metadata', 'payment_intent.succeeded', 'metadata', null],
    ['a fractional refund', 'refund.created', 'amount', 0.5],
    ['a refund of nothing', 'refund.created', 'amount', 0],
    ['a negative refund', 'refund.created', 'amount', -5],
    ['an empty refund id', 'refund.created', 'id', ''],
    ['junk for a refund’s status', 'refund.created', 'status', 7],
    ['a huge total', 'charge.refunded', 'amount_refunded', 2 ** 40],
    ['no captured amount', 'charge.refunded', 'amount_captured', undefined],
    ['a fractional fee', 'application_fee.refunded', 'amount_refunded', 0.5],
    ['NUL in a fee’s charge', 'application_fee.refunded', 'charge', 'ch_\u0000'],
    ['more fee than amount', 'payment_intent.succeeded', 'application_fee_amount', 1_000_000],
    ['no application fee field', 'payment_intent.succeeded', 'application_fee_amount', undefined],
    ['no currency', 'payment_intent.succeeded', 'currency', undefined],
    ['junk for a currency', 'payment_intent.succeeded', 'currency', 'us$'],
    ['no capture method', 'payment_intent.succeeded', 'capture_method', null],
    ['a fractional dispute', 'charge.dispute.created', 'amount', 1.25],
    ['NUL in a dispute’s reason', 'charge.dispute.created', 'reason', '\u0000'],
    ['no dispute status', 'charge.dispute.created', 'status', null],
  ])('is recorded as unread, and changes nothing: %s', async (_what, type, path, value) => {
    const event = eventOfType(type)
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    const place = steps.reduce((at, step) => at[step], event.data.object)
    place[last] = value
    const body = JSON.stringify(event)
    const answer = await postWebhook(paying.service, body)
    expect([answer.status, answer.body]).toEqual([200, unread])
    expect(await kept(body)).toMatchObject([
      { merchantId: merchant.merchantId, eventId: event.id, type, outcome: 'unread' },
    ])
  })

  it.each([1e300, -1, 'soon', null])('is applied without an invalid deadline: %s', async due_by => {
    const event = eventOfType('charge.dispute.created')
    event.data.object.evidence_details = { due_by }
    const answer = await postWebhook(paying.service, JSON.stringify(event))
    expect([answer.status, answer.body.received]).toEqual([200, true])
    expect(await kept(JSON.stringify(event))).toMatchObject([{ eventId: event.id }])
  })

  it('is counted', async () => {
    const count = async () => {
      const { text } = await paying.service.call('GET', '/metrics', { operator: true })
      return Number(/^svcpay_webhook_events_total\{outcome="unread"\} (\d+)$/m.exec(text)?.[1] ?? 0)
    }
    const before = await count()
    await post({ id: 5 })
    expect(await count()).toBe(before + 1)
  })

  it('is refused only if it is not a JSON object', async () => {
    const broken = Buffer.from([...Buffer.from('{"id":"'), 0xff, ...Buffer.from('"}')])
    for (const body of ['', '{', '[]', '5', 'null', broken]) {
      expectProblem(await postWebhook(paying.service, body), 'invalid_request')
    }
  })
})

/** Every place in a value that can be changed. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || path.length > 20) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))]
}

// biome-ignore lint/suspicious/noExplicitAny: whatever is there
const holderAt = (event: any, path: string[]) => path.slice(0, -1).reduce((at, key) => at?.[key], event)

const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`)
/** By name, because a value that deep cannot be printed when the test fails. */
const veryDeep = 'very deep'
const anything = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    -1,
    0,
    0.5,
    2 ** 31,
    2 ** 53,
    1e300,
    true,
    'a\u0000',
    '\ud800',
    'x'.repeat(70_000),
    [],
    {},
    [null],
    veryDeep,
    { toString: 'x', constructor: null },
    'pi_other',
    'succeeded',
    'failed',
    'canceled',
  ),
  fc.jsonValue(),
)

describe('any single changed value in a real event', () => {
  it('leaves it readable: an odd text, null, or an object without text, at any place', () => {
    const oneOfEachType = new Map(events.map(event => [event.type, event])).values()
    for (const event of oneOfEachType) {
      for (const path of placesOf(event).slice(1)) {
        for (const value of ['\u0000', null, { toString: 'x', constructor: null }]) {
          const changed = structuredClone(event)
          holderAt(changed, path)[path.at(-1) ?? ''] = value
          const read = readWebhook(testSeals, Buffer.from(JSON.stringify(changed)))
          expect(read, path.join('.')).toMatchObject({ createdAt: expect.any(Date) })
        }
      }
    }
  })

  it('is never answered with a server error, and leaves the ledger intact', async () => {
    const aChange = fc.record({ place: fc.nat(), value: anything, fromOther: fc.option(fc.nat()) })
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(aChange, { minLength: 1, maxLength: 3 }), async (pick, changes) => {
        const event = { ...structuredClone(events[pick % events.length]), id: newEventId() }
        for (const { place, value, fromOther } of changes) {
          const places = placesOf(event).slice(1)
          const path = places[place % places.length] ?? ['id']
          const last = path.at(-1) ?? ''
          const other = fromOther === null ? null : holderAt(events[fromOther % events.length], path)
          holderAt(event, path)[last] = structuredClone(
            other && Object.hasOwn(other, last) ? other[last] : value === veryDeep ? deep(1000) : value,
          )
        }
        const answer = await post(event)
        expect([answer.status, answer.body]).toEqual([
          200,
          { received: true, forwarded: expect.any(Boolean) },
        ])
      }),
      { numRuns: runs(60) },
    )
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })
})
