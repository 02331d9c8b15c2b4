import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

describe('settings', () => {
  test('keep the values that an update does not name', async () => {
    const { stripe } = await harness()
    const { id } = await stripe.accounts.create({
      type: 'custom',
      settings: {
        payouts: {
          schedule: { interval: 'weekly', weekly_anchor: 'monday' },
          statement_descriptor: 'SHOP PAYS',
        },
        card_payments: { statement_descriptor_prefix: 'SHOP', decline_on: { cvc_failure: true } },
      },
    })
    const updated = await stripe.accounts.update(id, {
      settings: {
        branding: { primary_color: '#123456' },
        payments: { statement_descriptor: 'SHOP.EXAMPLE' },
        card_payments: { decline_on: { avs_failure: true } },
      },
    })
    expect(updated.settings).toMatchObject({
      branding: { primary_color: '#123456', icon: null },
      card_payments: {
        statement_descriptor_prefix: 'SHOP',
        decline_on: { avs_failure: true, cvc_failure: true },
      },
      payments: { statement_descriptor: 'SHOP.EXAMPLE' },
      payouts: {
        schedule: { interval: 'weekly', weekly_anchor: 'monday', delay_days: 2 },
        statement_descriptor: 'SHOP PAYS',
      },
    })
  })
})

describe('the business', () => {
  test('a company keeps its details, and hides its numbers', async () => {
    const { stripe } = await harness()
    const account = await stripe.accounts.create({
      type: 'custom',
      business_type: 'company',
      company: { name: 'Shop Ltd', tax_id: '000000000', address: { city: 'Bern', country: 'CH' } },
    })
    expect(account.company).toMatchObject({
      name: 'Shop Ltd',
      tax_id_provided: true,
      address: { city: 'Bern', country: 'CH', line1: null },
    })
    expect(JSON.stringify(account)).not.toContain('000000000')
  })

  test('an individual is a person, with events', async () => {
    const { stripe, eventTypes } = await harness()
    const { id, individual } = await stripe.accounts.create({
      type: 'custom',
      business_type: 'individual',
      individual: { first_name: 'Jenny', last_name: 'Rosen', dob: { day: 1, month: 1, year: 1901 } },
    })
    expect(individual).toMatchObject({ first_name: 'Jenny', dob: { year: 1901 }, account: id })
    const updated = await stripe.accounts.update(id, { individual: { ssn_last_4: '0000' } })
    expect(updated.individual).toMatchObject({
      id: individual?.id,
      first_name: 'Jenny',
      ssn_last_4_provided: true,
    })
    const person = await stripe.accounts.retrievePerson(id, String(individual?.id))
    expect(person.ssn_last_4_provided).toBe(true)
    expect(await eventTypes({ stripeAccount: id })).toEqual([
      'person.created',
      'person.updated',
      'account.updated',
    ])
  })

  test('persons can be created, listed by relationship, updated and deleted', async () => {
    const { stripe, eventTypes } = await harness()
    const { id } = await stripe.accounts.create({ type: 'custom', business_type: 'company' })
    const owner = await stripe.accounts.createPerson(id, {
      first_name: 'Ada',
      relationship: { owner: true, percent_ownership: 62.5 },
    })
    const director = await stripe.accounts.createPerson(id, { relationship: { director: true } })
    const owners = await stripe.accounts.listPersons(id, { relationship: { owner: true } })
    expect(owners.data.map(person => person.id)).toEqual([owner.id])
    expect(owner.relationship).toMatchObject({ percent_ownership: 62.5, director: false })
    const updated = await stripe.accounts.updatePerson(id, owner.id, { email: 'ada@example.com' })
    expect(updated).toMatchObject({ first_name: 'Ada', email: 'ada@example.com' })
    expect(await stripe.accounts.deletePerson(id, director.id)).toMatchObject({ deleted: true })
    expect((await stripe.accounts.listPersons(id)).data).toHaveLength(1)
    expect((await failure(stripe.accounts.retrievePerson(id, director.id))).statusCode).toBe(404)
    expect(await eventTypes({ stripeAccount: id })).toEqual([
      'person.created',
      'person.created',
      'person.updated',
      'person.deleted',
    ])
  })
})

describe('external accounts', () => {
  test('may be debit cards', async () => {
    const { stripe } = await harness()
    const { id } = await stripe.accounts.create({ type: 'custom', external_account: 'btok_us_verified' })
    const card = await stripe.accounts.createExternalAccount(id, { external_account: 'tok_visa_debit' })
    expect(card).toMatchObject({
      object: 'card',
      account: id,
      available_payout_methods: ['instant', 'standard'],
      brand: 'Visa',
      currency: 'usd',
      default_for_currency: false,
      funding: 'debit',
      last4: '5556',
    })
    const changed = await stripe.accounts.updateExternalAccount(id, card.id, {
      exp_year: '2040',
      name: 'Ada',
    })
    expect(changed).toMatchObject({ exp_year: 2040, name: 'Ada' })
    const cards = await stripe.accounts.listExternalAccounts(id, { object: 'card' })
    expect(cards.data.map(item => item.id)).toEqual([card.id])
    const banks = await stripe.accounts.listExternalAccounts(id, { object: 'bank_account' })
    expect(banks.data.map(item => item.id)).toEqual([expect.stringMatching(/^ba_/)])
    const deleted = await stripe.accounts.deleteExternalAccount(id, card.id)
    expect(deleted).toEqual({ id: card.id, object: 'card', deleted: true })
  })

  test('of cards take instant payouts if the card supports them', async () => {
    const { stripe, control } = await harness({ settleAfterMs: 3_600_000 })
    const { id } = await stripe.accounts.create({ type: 'custom', external_account: 'btok_us_verified' })
    const options = { stripeAccount: id }
    const add = (external_account: string) => stripe.accounts.createExternalAccount(id, { external_account })
    const fails = await add('tok_visa_debit_us_transferFail')
    const slow = await add('tok_visa_debit_us_instantPayoutUnsupported')
    await stripe.paymentIntents.create(
      {
        amount: 5000,
        currency: 'usd',
        confirm: true,
        payment_method: 'pm_card_bypassPending',
        allowed_payment_method_types: ['card'],
      },
      options,
    )
    const instant = { amount: 1000, currency: 'usd', method: 'instant' as const }
    const error = await failure(stripe.payouts.create({ ...instant, destination: slow.id }, options))
    expect(error).toMatchObject({ code: 'instant_payouts_unsupported', param: 'method' })
    expect((await failure(stripe.payouts.create(instant, options))).code).toBe('instant_payouts_unsupported')
    const payout = await stripe.payouts.create({ ...instant, destination: fails.id }, options)
    expect(payout).toMatchObject({ type: 'card', method: 'instant', destination: fails.id })
    await control('POST', 'clock', { advance_seconds: 3600 })
    const failed = await stripe.payouts.retrieve(payout.id, undefined, options)
    expect([failed.status, failed.failure_code]).toEqual(['failed', 'could_not_process'])
  })

  const bank = {
    object: 'bank_account',
    country: 'US',
    currency: 'usd',
    account_number: '000123456789',
    routing_number: '110000000',
  } as const

  test('are added with the account or later, and one per currency is the default', async () => {
    const { stripe, eventTypes } = await harness()
    const account = await stripe.accounts.create({ type: 'custom', external_account: bank })
    expect(account.requirements?.currently_due).not.toContain('external_account')
    const [first] = account.external_accounts?.data ?? []
    expect(first).toMatchObject({ object: 'bank_account', last4: '6789', default_for_currency: true })
    const second = await stripe.accounts.createExternalAccount(account.id, {
      external_account: 'btok_us_verified_noAccount',
    })
    expect(second.default_for_currency).toBe(false)
    await stripe.accounts.updateExternalAccount(account.id, second.id, { default_for_currency: true })
    const listed = await stripe.accounts.listExternalAccounts(account.id)
    expect(listed.data.map(item => [item.id, item.default_for_currency])).toEqual([
      [second.id, true],
      [first?.id, false],
    ])
    expect((await failure(stripe.accounts.deleteExternalAccount(account.id, second.id))).message).toContain(
      'default external account',
    )
    await stripe.accounts.deleteExternalAccount(account.id, String(first?.id))
    const left = await stripe.accounts.retrieve(account.id)
    expect(left.external_accounts?.data.map(item => item.id)).toEqual([second.id])
    expect(await eventTypes({ stripeAccount: account.id })).toEqual([
      'account.external_account.created',
      'account.external_account.created',
      'account.external_account.updated',
      'account.external_account.deleted',
    ])
  })

  test('an unknown token is refused', async () => {
    const { stripe, merchant } = await harness()
    const { id } = await merchant()
    const error = await failure(stripe.accounts.createExternalAccount(id, { external_account: 'btok_x' }))
    expect(error).toMatchObject({ code: 'resource_missing', param: 'external_account' })
  })
})

describe('a customer', () => {
  test('keeps its invoice prefix and sequence', async () => {
    const { stripe } = await harness()
    const { id, ...created } = await stripe.customers.create({ invoice_prefix: 'ABC123' })
    expect(created).toMatchObject({ invoice_prefix: 'ABC123', next_invoice_sequence: 1 })
    const updated = await stripe.customers.update(id, { next_invoice_sequence: 7 })
    expect(updated).toMatchObject({ invoice_prefix: 'ABC123', next_invoice_sequence: 7 })
    expect((await failure(stripe.customers.update(id, { invoice_prefix: 'a!' }))).param).toBe(
      'invoice_prefix',
    )
  })
})
