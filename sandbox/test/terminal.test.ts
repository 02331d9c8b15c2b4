import { expect, test } from 'vitest'
import { failure, type Harness, harness } from './support/harness.ts'

const address = { line1: '1 Main St', city: 'Springfield', state: 'IL', country: 'US', postal_code: '62701' }

async function counter({ stripe, merchant }: Harness) {
  const { options } = await merchant()
  const location = await stripe.terminal.locations.create({ display_name: 'Shop', address }, options)
  const reader = await stripe.terminal.readers.create(
    { registration_code: 'simulated-s700', label: 'Till', location: location.id },
    options,
  )
  const intent = await stripe.paymentIntents.create(
    {
      amount: 1500,
      currency: 'usd',
      allowed_payment_method_types: ['card_present'],
      application_fee_amount: 50,
    },
    options,
  )
  return { options, location, reader, intent }
}

test('a payment is made at a reader', async () => {
  const h = await harness()
  const { options, location, reader, intent } = await counter(h)
  expect(reader).toMatchObject({
    device_type: 'simulated_stripe_s700',
    status: 'online',
    location: location.id,
  })
  const token = await h.stripe.terminal.connectionTokens.create({ location: location.id }, options)
  expect(token.secret).toMatch(/^pst_test_/)
  const { readers } = h.stripe.terminal
  const busy = await readers.processPaymentIntent(reader.id, { payment_intent: intent.id }, options)
  expect(busy.action).toMatchObject({ type: 'process_payment_intent', status: 'in_progress' })
  const second = readers.processPaymentIntent(reader.id, { payment_intent: intent.id }, options)
  expect((await failure(second)).code).toBe('terminal_reader_busy')
  const done = await h.stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, {}, options)
  expect(done.action?.status).toBe('succeeded')
  const paid = await h.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }, options)
  expect(paid.status).toBe('succeeded')
  expect(paid.latest_charge).toMatchObject({
    payment_method_details: { type: 'card_present', card_present: { last4: '4242', reader: reader.id } },
  })
  expect((await h.eventTypes(options)).slice(1)).toEqual([
    'charge.succeeded',
    'payment_intent.succeeded',
    'terminal.reader.action_succeeded',
  ])
})

test('a declined card leaves the reader with the reason', async () => {
  const h = await harness()
  const { options, reader, intent } = await counter(h)
  await h.stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent: intent.id }, options)
  const declined = await h.stripe.testHelpers.terminal.readers.presentPaymentMethod(
    reader.id,
    { type: 'card_present', card_present: { number: '4000000000000002' } },
    options,
  )
  expect(declined.action).toMatchObject({ status: 'failed', failure_code: 'card_declined' })
  expect((await h.stripe.paymentIntents.retrieve(intent.id, undefined, options)).status).toBe(
    'requires_payment_method',
  )
})

test('canceling the action frees reader and payment', async () => {
  const h = await harness()
  const { options, reader, intent } = await counter(h)
  const { readers } = h.stripe.terminal
  await readers.processPaymentIntent(reader.id, { payment_intent: intent.id }, options)
  expect(await readers.cancelAction(reader.id, undefined, options)).toMatchObject({ action: null })
  const present = h.stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, {}, options)
  expect((await failure(present)).statusCode).toBe(400)
  expect((await h.stripe.paymentIntents.cancel(intent.id, undefined, options)).status).toBe('canceled')
})

test('canceling a payment ends the action of the reader that waits for its card, and of no other', async () => {
  const h = await harness()
  const { options, reader, intent } = await counter(h)
  const { readers } = h.stripe.terminal
  const { id: otherId } = await readers.create({ registration_code: 'simulated-wpe' }, options)
  const kept = await h.stripe.paymentIntents.create(
    { amount: 900, currency: 'usd', allowed_payment_method_types: ['card_present'] },
    options,
  )
  await readers.processPaymentIntent(reader.id, { payment_intent: intent.id }, options)
  await readers.processPaymentIntent(otherId, { payment_intent: kept.id }, options)
  await h.stripe.paymentIntents.cancel(intent.id, undefined, options)
  expect(await readers.retrieve(reader.id, undefined, options)).toMatchObject({
    action: {
      status: 'failed',
      failure_code: 'payment_intent_unexpected_state',
      process_payment_intent: { payment_intent: intent.id },
    },
  })
  expect((await h.eventTypes(options)).slice(-2)).toEqual([
    'payment_intent.canceled',
    'terminal.reader.action_failed',
  ])
  expect(await readers.retrieve(otherId, undefined, options)).toMatchObject({
    action: { status: 'in_progress' },
  })
  const present = h.stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, {}, options)
  expect((await failure(present)).statusCode).toBe(400)
  const free = await h.stripe.paymentIntents.create(
    { amount: 900, currency: 'usd', allowed_payment_method_types: ['card_present'] },
    options,
  )
  const next = await readers.processPaymentIntent(reader.id, { payment_intent: free.id }, options)
  expect(next.action?.status).toBe('in_progress')
})

test('an offline reader refuses payments, and readers are listed', async () => {
  const h = await harness()
  const { options, reader, intent, location } = await counter(h)
  const { readers, locations } = h.stripe.terminal
  await h.control('POST', `readers/${reader.id}`, { status: 'offline' })
  const process = readers.processPaymentIntent(reader.id, { payment_intent: intent.id }, options)
  expect(await failure(process)).toMatchObject({ statusCode: 400, code: 'terminal_reader_offline' })
  const any = await readers.create({ registration_code: 'puppies-plug-could' }, options)
  const online = await readers.list({ status: 'online' }, options)
  expect(online.data.map(item => item.id)).toEqual([any.id])
  expect((await readers.list({ location: location.id }, options)).data.map(item => item.id)).toEqual([
    reader.id,
  ])
  expect((await locations.list({}, options)).data.map(item => item.id)).toEqual([location.id])
  expect(await locations.retrieve(location.id, undefined, options)).toMatchObject({
    display_name: 'Shop',
    address,
  })
  expect((await failure(readers.retrieve(reader.id))).code).toBe('resource_missing')
})

test('a location is in a country that exists', async () => {
  const { stripe } = await harness()
  const nowhere = { display_name: 'Shop', address: { ...address, country: 'XX' } }
  const error = await failure(stripe.terminal.locations.create(nowhere))
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', param: 'address[country]' })
  expect(error.message).toContain("Country 'XX' is unknown.")
})

test('a shopper who cancels at the reader leaves the payment open', async () => {
  const h = await harness()
  const { options, reader, intent } = await counter(h)
  const cancel = () => h.control('POST', `readers/${reader.id}/cancel`)
  await expect(cancel()).rejects.toThrow('no action in progress')
  await h.stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent: intent.id }, options)
  await cancel()
  const after = await h.stripe.terminal.readers.retrieve(reader.id, undefined, options)
  expect(after).toMatchObject({ action: { status: 'failed', failure_code: 'customer_canceled' } })
  const open = await h.stripe.paymentIntents.retrieve(intent.id, undefined, options)
  expect(open.status).toBe('requires_payment_method')
  expect((await h.eventTypes(options)).at(-1)).toBe('terminal.reader.action_failed')
})
