const card = {
  amount: 2000,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  payment_method: 'pm_card_bypassPending',
}

/**
 * Objects for examples that take them for granted, by the prefix of their id. Related objects match:
 * an account's person is a person of the same account.
 */
export function createSeeds(stripe, { url }) {
  const made = new Map()
  const seed = (prefix, operation) => {
    if (!makers[prefix]) return undefined
    if (!made.has(prefix)) made.set(prefix, makers[prefix](operation))
    return made.get(prefix)
  }
  const paid = params => stripe.paymentIntents.create({ ...card, confirm: true, ...params })
  const held = async operation => {
    const state = { capture: { capture_method: 'manual', confirm: true }, confirm: {} }[
      operation.split('.').pop()
    ]
    if (state) return (await stripe.paymentIntents.create({ ...card, ...state })).id
    if (operation.startsWith('terminal.')) {
      const atReader = { allowed_payment_method_types: ['card_present'] }
      return (await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', ...atReader })).id
    }
    const { payment_method: _, ...open } = card
    if (operation.startsWith('refunds.')) return (await paid()).id
    return (await stripe.paymentIntents.create(open)).id
  }
  const disputed = async () => {
    await paid({ payment_method: 'pm_card_createDispute' })
    return (await stripe.disputes.list()).data[0].id
  }
  const ofAccount = async () => ({ id: await seed('acct', '') })

  const makers = {
    acct: async () => (await stripe.accounts.create({ type: 'express' })).id,
    person: async () => (await stripe.accounts.createPerson((await ofAccount()).id, {})).id,
    ba: async () => {
      const bank = { external_account: 'btok_us_verified' }
      return (await stripe.accounts.createExternalAccount((await ofAccount()).id, bank)).id
    },
    cus: async () => (await stripe.customers.create({})).id,
    pm: async operation => {
      const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
      if (operation === 'paymentMethods.attach') return id
      const customer = await seed('cus', '')
      return (await stripe.paymentMethods.attach(id, { customer })).id
    },
    pi: held,
    seti: async operation => {
      const isConfirmed = operation.endsWith('confirm') ? { payment_method: 'pm_card_visa' } : {}
      return (await stripe.setupIntents.create(isConfirmed)).id
    },
    ch: async () => (await paid()).latest_charge,
    re: async () => (await stripe.refunds.create({ payment_intent: (await paid()).id, amount: 100 })).id,
    dp: disputed,
    fee: async () => {
      const { id } = await stripe.accounts.create({ type: 'standard' })
      const params = { ...card, confirm: true, application_fee_amount: 500 }
      await stripe.paymentIntents.create(params, { stripeAccount: id })
      return (await stripe.applicationFees.list()).data[0].id
    },
    fr: async () => (await stripe.applicationFees.createRefund(await seed('fee', ''), { amount: 100 })).id,
    txn: async () => {
      await paid()
      return (await stripe.balanceTransactions.list()).data[0].id
    },
    po: async operation => {
      await paid()
      const { id } = await stripe.payouts.create({ amount: 1000, currency: 'usd' })
      if (operation.endsWith('reverse')) {
        await fetch(`${url}/_sandbox/clock`, { method: 'POST', body: '{"advance_seconds": 60}' })
      }
      return id
    },
    cs: async () => {
      const price_data = { currency: 'usd', unit_amount: 1000, product_data: { name: 'Book' } }
      const session = { success_url: 'https://shop.test/', line_items: [{ price_data }] }
      return (await stripe.checkout.sessions.create(session)).id
    },
    sess: async () => seed('cs', ''),
    tml: async () => {
      const address = {
        line1: '1 Main St',
        city: 'Springfield',
        country: 'US',
        postal_code: '62701',
        state: 'IL',
      }
      return (await stripe.terminal.locations.create({ display_name: 'Shop', address })).id
    },
    tmr: async operation => {
      const { id } = await stripe.terminal.readers.create({ registration_code: 'simulated-wpe' })
      if (/cancelAction|present/.test(operation)) {
        const params = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card_present'] }
        const payment = await stripe.paymentIntents.create(params)
        await stripe.terminal.readers.processPaymentIntent(id, { payment_intent: payment.id })
      }
      return id
    },
    tok: async operation => {
      if (operation.endsWith('ExternalAccount')) return 'btok_us_verified'
      const details = { number: '4242424242424242', exp_month: 12, exp_year: 2034 }
      return (await stripe.tokens.create({ card: details })).id
    },
    evt: async () => {
      await stripe.customers.create({})
      return (await stripe.events.list()).data[0].id
    },
    we: async () =>
      (await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/', enabled_events: ['*'] })).id,
  }
  return seed
}
