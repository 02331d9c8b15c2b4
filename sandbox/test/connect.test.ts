import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] }

describe('accounts', () => {
  test('onboarding advances an account and reports what changed', async () => {
    const { stripe, control } = await harness()
    const account = await stripe.accounts.create({
      type: 'standard',
      country: 'GB',
      metadata: { merchant: 'm1' },
    })
    expect(account).toMatchObject({
      charges_enabled: false,
      details_submitted: false,
      default_currency: 'gbp',
    })
    expect(account.requirements?.currently_due).toContain('external_account')
    const link = await stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: 'https://shop.test/again',
      return_url: 'https://shop.test/done',
    })
    const token = link.url.split('/').at(-1) ?? ''
    expect(link.url).toContain(`/_sandbox/pages/onboarding/${account.id}/`)
    const seen = await control<{ return_url: string }>('GET', `account_links/${token}`)
    expect(seen.return_url).toBe('https://shop.test/done')
    const path = `accounts/${account.id}/onboarding`
    await control('POST', path, { outcome: 'incomplete' })
    expect((await stripe.accounts.retrieve(account.id)).details_submitted).toBe(false)
    const done = await control<{ return_url: string }>('POST', path, { outcome: 'complete', link: token })
    expect(done.return_url).toBe('https://shop.test/done')
    const ready = await stripe.accounts.retrieve(account.id)
    expect(ready).toMatchObject({ charges_enabled: true, payouts_enabled: true, details_submitted: true })
    const [event] = (await stripe.events.list({ type: 'account.updated' }, { stripeAccount: account.id }))
      .data
    expect(event?.account).toBe(account.id)
    expect(event?.data.previous_attributes).toMatchObject({
      charges_enabled: false,
      capabilities: { card_payments: null },
    })
  })

  test('a link submits one outcome, in time, for its own account', async () => {
    const { stripe, control, merchant } = await harness()
    const { id } = await merchant()
    const other = await merchant()
    const tokenOf = async () => {
      const url = 'https://shop.test/'
      const link = { account: id, type: 'account_onboarding', refresh_url: url, return_url: url } as const
      return (await stripe.accountLinks.create(link)).url.split('/').at(-1)
    }
    const finish = (account: string, link: string | undefined) =>
      control('POST', `accounts/${account}/onboarding`, { outcome: 'complete', link })
    const [used, late] = [await tokenOf(), await tokenOf()]
    await expect(finish(other.id, used)).rejects.toThrow('404')
    await finish(id, used)
    await expect(finish(id, used)).rejects.toThrow('410')
    await control('POST', 'clock', { advance_seconds: 300 })
    await expect(finish(id, late)).rejects.toThrow('410')
  })

  test('an account whose charges are switched off takes no payments until they are on again', async () => {
    const { stripe, merchant, control } = await harness()
    const { id, options } = await merchant()
    const payment = { amount: 1000, currency: 'usd', allowed_payment_method_types: ['card'] }
    const open = await stripe.paymentIntents.create(payment, options)
    const refused = { statusCode: 400, code: 'account_invalid' }
    for (const onboarded of [false, true]) {
      if (onboarded) await control('POST', `accounts/${id}/onboarding`, { outcome: 'complete' })
      await control('POST', `accounts/${id}`, { charges_enabled: false })
      expect((await stripe.accounts.retrieve(id)).capabilities?.card_payments).toBe('inactive')
      expect(await failure(stripe.paymentIntents.create(payment, options))).toMatchObject(refused)
      const confirm = { payment_method: 'pm_card_visa' }
      expect(await failure(stripe.paymentIntents.confirm(open.id, confirm, options))).toMatchObject(refused)
      await control('POST', `accounts/${id}`, { charges_enabled: true })
      expect((await stripe.paymentIntents.create(payment, options)).status).toBe('requires_payment_method')
    }
  })

  test('an account in the middle of onboarding takes test payments, a rejected one does not', async () => {
    const { stripe, control, merchant } = await harness()
    const { id, options } = await merchant()
    const intent = await stripe.paymentIntents.create(card, options)
    await control('POST', `accounts/${id}/onboarding`, { outcome: 'reject' })
    expect((await stripe.accounts.retrieve(id)).requirements?.disabled_reason).toBe('rejected.fraud')
    const error = await failure(stripe.paymentIntents.create(card, options))
    expect(error).toMatchObject({ statusCode: 400, code: 'account_invalid' })
    const confirm = stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }, options)
    expect((await failure(confirm)).code).toBe('account_invalid')
  })

  test('its state can be set field by field', async () => {
    const { stripe, control, merchant } = await harness()
    const { id } = await merchant()
    await control('POST', `accounts/${id}`, {
      charges_enabled: true,
      details_submitted: true,
      currently_due: ['individual.verification.document'],
      disabled_reason: 'under_review',
    })
    const account = await stripe.accounts.retrieve(id)
    expect(account).toMatchObject({ charges_enabled: true, payouts_enabled: false })
    expect(account.requirements).toMatchObject({
      currently_due: ['individual.verification.document'],
      disabled_reason: 'under_review',
    })
    await expect(control('POST', `accounts/${id}`, { disabled_reason: 'mood' })).rejects.toThrow(
      'must be one of',
    )
  })

  test.each([null, ''])('%j clears the reason why an account is disabled', async none => {
    const { stripe, control, merchant } = await harness()
    const { id } = await merchant()
    const reason = async () => (await stripe.accounts.retrieve(id)).requirements?.disabled_reason
    await control('POST', `accounts/${id}`, { disabled_reason: 'under_review' })
    await control('POST', `accounts/${id}`, { charges_enabled: true })
    expect(await reason()).toBe('under_review')
    await control('POST', `accounts/${id}`, { disabled_reason: none })
    expect(await reason()).toBeNull()
  })

  test.each(['XX', 'ZZ', 'QO', 'EU', 'UK', 'SU', 'XK', 'USA', 'U1', 'toString'])(
    'the country %s is unknown',
    async country => {
      const { stripe } = await harness()
      const error = await failure(stripe.accounts.create({ type: 'standard', country }))
      expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param: 'country' })
      expect(error.message).toContain(`Country '${country}' is unknown.`)
      expect((await stripe.accounts.list()).data).toEqual([])
    },
  )

  test('a country’s code is accepted in any case', async () => {
    const { stripe } = await harness()
    expect((await stripe.accounts.create({ type: 'standard', country: 'nz' })).country).toBe('NZ')
  })

  test('update, list and the current account', async () => {
    const { stripe, merchant } = await harness()
    const { id, options } = await merchant()
    const updated = await stripe.accounts.update(id, {
      business_profile: { name: 'Tea' },
      metadata: { a: '1' },
    })
    expect(updated.business_profile?.name).toBe('Tea')
    expect((await stripe.accounts.list()).data.map(account => account.id)).toEqual([id])
    expect((await stripe.accounts.retrieveCurrent({}, options)).id).toBe(id)
  })
})

describe('scoping', () => {
  test('an object of another account is missing', async () => {
    const { stripe, merchant } = await harness()
    const mine = await merchant()
    const theirs = await merchant()
    const intent = await stripe.paymentIntents.create(card, mine.options)
    for (const options of [undefined, theirs.options]) {
      const error = await failure(stripe.paymentIntents.retrieve(intent.id, undefined, options))
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
      expect(error.message).toBe(`No such payment_intent: '${intent.id}'`)
      const capture = stripe.paymentIntents.cancel(intent.id, undefined, options)
      expect((await failure(capture)).code).toBe('resource_missing')
      expect((await stripe.paymentIntents.list({}, options)).data).toEqual([])
    }
    const method = await stripe.paymentMethods.create(
      { type: 'card', card: { token: 'tok_visa' } },
      theirs.options,
    )
    const confirm = stripe.paymentIntents.confirm(intent.id, { payment_method: method.id }, mine.options)
    expect((await failure(confirm)).code).toBe('resource_missing')
  })

  test("a merchant's own payments are reported, but are not the application's", async () => {
    const { stripe, client, sandbox, merchant } = await harness()
    const { id, options } = await merchant()
    const own = client(`${sandbox.secretKey}_${id}`)
    const intent = await own.paymentIntents.create({ ...card, confirm: true, payment_method: 'pm_card_visa' })
    expect(intent.application).toBeNull()
    const events = await stripe.events.list({ type: 'payment_intent.succeeded' }, options)
    expect(events.data.map(event => event.account)).toEqual([id])
    const fee = await failure(own.paymentIntents.create({ ...card, application_fee_amount: 1 }))
    expect(fee.param).toBe('application_fee_amount')
    expect((await stripe.paymentIntents.create(card, options)).application).toMatch(/^ca_/)
  })

  test('an account that does not exist is refused', async () => {
    const { stripe } = await harness()
    const error = await failure(stripe.paymentIntents.list({}, { stripeAccount: 'acct_nobody' }))
    expect(error).toMatchObject({ type: 'StripePermissionError', statusCode: 403, code: 'account_invalid' })
  })
})
