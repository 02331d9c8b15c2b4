import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

describe('payment methods cloned to a connected account', () => {
  test('a customer’s card of the platform pays on the account', async () => {
    const { stripe, merchant } = await harness()
    const { options } = await merchant()
    const customer = (await stripe.customers.create({})).id
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    const clone = await stripe.paymentMethods.create({ customer, payment_method: saved.id }, options)
    expect(clone).toMatchObject({ type: 'card', customer: null, card: { last4: '4242' } })
    expect(clone.id).not.toBe(saved.id)
    const paid = await stripe.paymentIntents.create(
      {
        amount: 1000,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        payment_method: clone.id,
        confirm: true,
      },
      options,
    )
    expect(paid.status).toBe('succeeded')
    expect((await stripe.paymentMethods.retrieve(saved.id)).customer).toBe(customer)
  })

  test('are refused for another customer, and without one', async () => {
    const { stripe, merchant } = await harness()
    const { options } = await merchant()
    const [customer, other] = [await stripe.customers.create({}), await stripe.customers.create({})]
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    for (const params of [{ customer: other.id, payment_method: saved.id }, { payment_method: saved.id }]) {
      expect((await failure(stripe.paymentMethods.create(params, options))).statusCode).toBe(400)
    }
    const missing = { customer: customer.id, payment_method: 'pm_nothing' }
    expect((await failure(stripe.paymentMethods.create(missing, options))).code).toBe('resource_missing')
  })
})

describe('capabilities', () => {
  test('none before onboarding, active after it, inactive when charges are switched off', async () => {
    const { stripe, merchant, control } = await harness()
    const { id } = await merchant()
    const shown = async () => (await stripe.accounts.retrieve(id)).capabilities
    expect(await shown()).toEqual({})
    await control('POST', `accounts/${id}/onboarding`, { outcome: 'complete' })
    expect(await shown()).toMatchObject({ card_payments: 'active', transfers: 'active' })
    const list = await stripe.accounts.listCapabilities(id)
    expect(list.data.map(capability => [capability.id, capability.status])).toContainEqual([
      'card_payments',
      'active',
    ])
    await control('POST', `accounts/${id}`, { charges_enabled: false })
    expect(await stripe.accounts.retrieveCapability(id, 'card_payments')).toMatchObject({
      account: id,
      requested: true,
      status: 'inactive',
    })
    expect((await failure(stripe.accounts.retrieveCapability(id, 'nonsense'))).statusCode).toBe(404)
  })
})

test('login links are for Express accounts', async () => {
  const { stripe, merchant } = await harness()
  const { id } = await merchant()
  expect((await failure(stripe.accounts.createLoginLink(id))).statusCode).toBe(400)
  const express = await stripe.accounts.create({ type: 'express' })
  expect(await stripe.accounts.createLoginLink(express.id)).toMatchObject({
    object: 'login_link',
    url: expect.stringContaining(express.id),
  })
})
