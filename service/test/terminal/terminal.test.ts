import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { terminalOf } from '../../src/terminal/routes.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying({ webhooks: true })

const address = { line1: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62701' }
const onAccount = () => ({ stripeAccount: paying.merchant.accountId })
const addLocation = async (displayName = 'Main Street') =>
  (await paying.post('/terminal/locations', { displayName, ...address })).body
const addReader = async (locationId: string, registrationCode = 'simulated-wpe') =>
  (await paying.post('/terminal/readers', { registrationCode, locationId })).body

describe('a connection token', () => {
  it('is created on the merchant’s connected account', async () => {
    const { status, body } = await paying.post('/terminal/connection-token')
    expect(status).toBe(200)
    expect(body).toEqual({ secret: expect.stringMatching(/^pst_/) })
  })

  it('is a new one each time, despite an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newKey() }
    const [first, second] = [
      await paying.post('/terminal/connection-token', {}, headers),
      await paying.post('/terminal/connection-token', {}, headers),
    ]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.secret).not.toBe(first.body.secret)
    expect(second.headers.get('idempotent-replayed')).toBeNull()
  })

  it('needs a connected account', async () => {
    const { apiKey } = await paying.service.createMerchant()
    const answer = await paying.service.call('POST', '/v1/terminal/connection-token', { key: apiKey })
    expect([answer.status, answer.body.title]).toEqual([400, 'No connected account'])
  })
})

describe('a processor without card readers', () => {
  it('is reported as having none', () => {
    const ask = () => terminalOf({ name: 'other', terminal: null })
    expect(ask).toThrow(
      expect.objectContaining({
        code: 'processor_error',
        message: expect.stringContaining('has no card readers'),
      }),
    )
  })
})

describe('locations', () => {
  it('are created on the account with defaults, and listed', async () => {
    paying.merchant = await paying.addMerchant()
    const { status, body } = await paying.post('/terminal/locations', { displayName: 'Corner', ...address })
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.stringMatching(/^tml_/), displayName: 'Corner' })
    const stored = await paying.stripe.terminal.locations.retrieve(body.id, undefined, onAccount())
    expect(stored).toMatchObject({ address: { country: 'US', line1: '1 Main Street', line2: null } })
    expect((await paying.get('/terminal/locations')).body).toEqual([body])
  })

  it('are created once per Idempotency-Key', async () => {
    paying.merchant = await paying.addMerchant()
    const headers = { 'idempotency-key': newKey() }
    const create = () => paying.post('/terminal/locations', { displayName: 'Corner', ...address }, headers)
    const [first, again] = [await create(), await create()]
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await paying.get('/terminal/locations')).body).toHaveLength(1)
  })

  it.each([
    [{}, 'displayName'],
    [{ displayName: '' }, 'displayName'],
    [{ displayName: 'x', line1: 5 }, 'line1'],
    [{ displayName: 'x', ...address, country: 'USA' }, 'country'],
    [{ displayName: 'x', ...address, zip: '1' }, 'zip'],
  ])('%j is refused for %s', async (body, path) => {
    const answer = await paying.post('/terminal/locations', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path)
  })

  it('are complete even if the processor returns several pages, and can be paged with Link', async () => {
    paying.merchant = await paying.addMerchant()
    const names = Array.from({ length: 103 }, (_, i) => `Location ${i}`)
    for (const display_name of names) {
      await paying.stripe.terminal.locations.create(
        { display_name, address: { line1: 'x', city: 'x', state: 'IL', postal_code: '1', country: 'US' } },
        onAccount(),
      )
    }
    const all = await paying.get('/terminal/locations')
    expect(all.body.map((location: { displayName: string }) => location.displayName).sort()).toEqual(
      names.sort(),
    )
    expect(all.headers.get('link')).toBeNull()
    const seen: string[] = []
    let next: string | undefined = '/v1/terminal/locations?limit=50'
    while (next) {
      const page = await paying.service.call('GET', next, { key: paying.merchant.apiKey })
      seen.push(...page.body.map((location: { id: string }) => location.id))
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(all.body.map((location: { id: string }) => location.id))
  })
})

describe('readers', () => {
  it('are registered and listed with exactly the specified fields', async () => {
    paying.merchant = await paying.addMerchant()
    const location = await addLocation()
    const { status, body } = await paying.post('/terminal/readers', {
      registrationCode: 'simulated-wpe',
      locationId: location.id,
      label: 'Till 1',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^tmr_/),
      label: 'Till 1',
      deviceType: expect.any(String),
      status: 'online',
      locationId: location.id,
    })
    expect((await paying.get('/terminal/readers')).body).toEqual([body])
    const seen = await paying.service.admin('GET', `/merchants/${paying.merchant.merchantId}/readers`)
    expect(seen.body).toEqual({ data: [body], nextCursor: null })
  })

  it('can be listed again after the processor failed: nothing was changed', async () => {
    await paying.control('/faults', { operation: 'terminal.readers.list', kind: 'error', status: 500 })
    const { status, body } = await paying.get('/terminal/readers')
    expect([status, body.code]).toEqual([504, 'outcome_unknown'])
    expect(body.detail).toBe('The processor did not answer in time. Nothing was changed; try again.')
    expect((await paying.get('/terminal/readers')).status).toBe(200)
  })

  it('of an unknown location are refused with the processor’s reason', async () => {
    const answer = await paying.post('/terminal/readers', { registrationCode: 'x', locationId: 'tml_nope' })
    expect([answer.status, answer.body.title]).toEqual([400, 'Invalid request'])
    expect(answer.body.detail).toContain('tml_nope')
  })

  it('with a used registration code are refused with the processor’s reason', async () => {
    const location = await addLocation()
    const code = newKey()
    expect(await addReader(location.id, code)).toMatchObject({ status: 'online' })
    const again = await paying.post('/terminal/readers', { registrationCode: code, locationId: location.id })
    expect([again.status, again.body.title]).toEqual([400, 'Invalid request'])
    expect(again.body.detail).toContain('already been used')
  })

  it('of another merchant’s location are refused', async () => {
    const location = await addLocation()
    paying.merchant = await paying.addMerchant()
    const answer = await paying.post('/terminal/readers', { registrationCode: 'x', locationId: location.id })
    expect(answer.status).toBe(400)
  })

  it('are registered once per Idempotency-Key', async () => {
    paying.merchant = await paying.addMerchant()
    const location = await addLocation()
    const headers = { 'idempotency-key': newKey() }
    const body = { registrationCode: 'simulated-s700', locationId: location.id }
    const first = await paying.post('/terminal/readers', body, headers)
    const again = await paying.post('/terminal/readers', body, headers)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await paying.get('/terminal/readers')).body).toHaveLength(1)
    const conflict = await paying.post('/terminal/readers', { ...body, label: 'other' }, headers)
    expect([conflict.status, conflict.body.title]).toEqual([409, 'Idempotency conflict'])
  })
})

describe('a payment at a reader', () => {
  const statusOf = async (id: string) => (await paying.get(`/payments/${id}`)).body.status
  const atReader = async (captureMethod: string) => {
    const reader = await addReader((await addLocation()).id)
    const { body } = await paying.create({ paymentMethodTypes: ['card_present'], captureMethod })
    await paying.stripe.terminal.readers.processPaymentIntent(
      reader.id,
      { payment_intent: body.processorPaymentIntentId },
      onAccount(),
    )
    return { reader, payment: body }
  }

  it('succeeds when a card is presented', async () => {
    const { reader, payment } = await atReader('automatic')
    await paying.stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, {}, onAccount())
    await waitFor(async () => expect(await statusOf(payment.svcPaymentId)).toBe('succeeded'))
    const entries = await paying.service
      .db`select kind from ledger_entries where payment_id = ${payment.svcPaymentId}`
    expect(entries).toEqual([{ kind: 'capture' }])
  })

  it('is held for a manual capture, then captured', async () => {
    const { reader, payment } = await atReader('manual')
    await paying.stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, {}, onAccount())
    await waitFor(async () => expect(await statusOf(payment.svcPaymentId)).toBe('requires_capture'))
    const captured = await paying.post(`/payments/${payment.svcPaymentId}/capture`)
    expect(captured.body.status).toBe('succeeded')
  })

  it('stays open after a decline, and keeps the reason', async () => {
    const { reader, payment } = await atReader('automatic')
    await paying.control(`/readers/${reader.id}/present`, { number: '4000000000000002' })
    await waitFor(async () => {
      const [row] = await paying.service.db`
        select status, failure_code from payments where payment_id = ${payment.svcPaymentId}`
      expect(row).toMatchObject({
        status: 'requires_payment_method',
        failureCode: expect.stringContaining('decline'),
      })
    })
  })

  it('can be canceled at the reader, then permanently', async () => {
    const { reader, payment } = await atReader('automatic')
    await paying.stripe.terminal.readers.cancelAction(reader.id, {}, onAccount())
    expect((await paying.post(`/payments/${payment.svcPaymentId}/cancel`)).body.status).toBe('canceled')
  })

  it('cannot start at a reader that is offline, which the list shows', async () => {
    const reader = await addReader((await addLocation()).id)
    await paying.control(`/readers/${reader.id}`, { status: 'offline' })
    const listed = (await paying.get('/terminal/readers')).body
    expect(listed.find((one: { id: string }) => one.id === reader.id).status).toBe('offline')
    const { body } = await paying.create({ paymentMethodTypes: ['card_present'] })
    const refused = await paying.stripe.terminal.readers
      .processPaymentIntent(reader.id, { payment_intent: body.processorPaymentIntentId }, onAccount())
      .catch(error => error)
    expect(refused.code).toBe('terminal_reader_offline')
    expect(await statusOf(body.svcPaymentId)).toBe('requires_payment_method')
  })
})
