import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { failure, type Harness, harness } from './support/harness.ts'

const billing_details = { name: 'Robin Doe', email: 'robin@example.com' }

function pay({ stripe }: Harness, iban: string) {
  return stripe.paymentIntents.create({
    amount: 1000,
    currency: 'eur',
    allowed_payment_method_types: ['sepa_debit'],
    confirm: true,
    payment_method_data: { type: 'sepa_debit', sepa_debit: { iban }, billing_details },
    expand: ['latest_charge', 'payment_method'],
  })
}

function settled({ stripe }: Harness, id: string): Promise<Stripe.PaymentIntent> {
  return waitUntil(async () => {
    const intent = await stripe.paymentIntents.retrieve(id)
    return intent.status === 'processing' ? undefined : intent
  })
}

describe('a SEPA debit', () => {
  test('is processing, then paid, and can be refunded', async () => {
    const h = await harness({ settleAfterMs: 1 })
    const intent = await pay(h, 'AT61 1904 3002 3457 3201')
    expect(intent).toMatchObject({
      status: 'processing',
      payment_method: {
        type: 'sepa_debit',
        sepa_debit: { country: 'AT', last4: '3201', bank_code: '19043' },
      },
      latest_charge: { status: 'pending', payment_method_details: { sepa_debit: { last4: '3201' } } },
    })
    expect((await settled(h, intent.id)).status).toBe('succeeded')
    expect(await h.eventTypes()).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
    const refund = await h.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({ status: 'pending', destination_details: { type: 'eu_bank_transfer' } })
  })

  test('of some accounts fails, and of others is disputed', async () => {
    const h = await harness({ settleAfterMs: 1 })
    const failed = await settled(h, (await pay(h, 'AT861904300235473202')).id)
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_failed' },
    })
    const { id: payment_intent } = await settled(h, (await pay(h, 'AT591904300235473203')).id)
    expect((await h.stripe.disputes.list({ payment_intent })).data).toHaveLength(1)
  })

  test('needs a valid IBAN, its holder, and euros', async () => {
    const h = await harness()
    expect((await failure(pay(h, 'AT611904300234573202'))).code).toBe('invalid_bank_account_iban')
    const anonymous = { type: 'sepa_debit', sepa_debit: { iban: 'AT611904300234573201' } } as const
    expect((await failure(h.stripe.paymentMethods.create(anonymous))).param).toBe('billing_details[name]')
    const dollars = { amount: 1000, currency: 'usd', allowed_payment_method_types: ['sepa_debit'] as const }
    const call = h.stripe.paymentIntents.create({ ...dollars, allowed_payment_method_types: ['sepa_debit'] })
    expect((await failure(call)).message).toContain('No valid payment method types')
  })

  test('can be paid on the checkout page, and set up for later', async () => {
    const h = await harness({ settleAfterMs: 1 })
    const intent = await h.stripe.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      allowed_payment_method_types: ['sepa_debit'],
    })
    const url = `${h.sandbox.url}/_sandbox/pages/checkout?client_secret=${intent.client_secret}`
    const page = await (await fetch(url)).text()
    expect(page).toContain('name="iban"')
    expect(page).toContain('data-fill-iban="AT611904300234573201"')
    const { id: customer } = await h.stripe.customers.create({})
    const setup = await h.stripe.setupIntents.create({
      customer,
      confirm: true,
      allowed_payment_method_types: ['sepa_debit'],
      payment_method_data: {
        type: 'sepa_debit',
        sepa_debit: { iban: 'DE89370400440532013000' },
        billing_details,
      },
    })
    expect(setup.status).toBe('succeeded')
    const later = await h.stripe.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      customer,
      payment_method: String(setup.payment_method),
      allowed_payment_method_types: ['sepa_debit'],
      off_session: true,
      confirm: true,
    })
    expect(later.status).toBe('processing')
  })
})
