import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { harness } from './support/harness.ts'

interface Line {
  readonly text: string
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

/** The curl lines of the README. */
function curlLines(): Line[] {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  return [...readme.matchAll(/^curl (?:-X (\w+) )?"?\$S\/([^\s"]*)"?(?: -d '([^']*)')?/gm)].map(match => {
    const [text, method, path = '', body] = match
    return { text, method: method ?? (body ? 'POST' : 'GET'), path, body }
  })
}

test('every curl line of the README works, and every control has one', async () => {
  const { stripe, sandbox, control } = await harness()
  const account = await stripe.accounts.create({ type: 'standard' })
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    return_url: 'https://shop.test/',
    refresh_url: 'https://shop.test/',
  })
  const reader = await stripe.terminal.readers.create({ registration_code: 'simulated-wpe' })
  const atReader = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card_present'],
  })
  const offer = () => stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent: atReader.id })
  await offer()
  const intent = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: 'pm_card_threeDSecure2Required',
    return_url: 'https://shop.test/',
  })
  const setup = await stripe.setupIntents.create({
    confirm: true,
    payment_method: 'pm_card_threeDSecure2Required',
    return_url: 'https://shop.test/',
  })
  await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: 'pm_card_createDispute',
  })
  const [dispute] = (await stripe.disputes.list()).data
  const session = await stripe.checkout.sessions.create({
    success_url: 'https://shop.test/',
    // The README advances the clock by a week.
    expires_at: Math.floor(Date.now() / 1000) + 30 * 24 * 60 * 60,
    line_items: [{ price_data: { currency: 'usd', unit_amount: 1000, product_data: { name: 'Book' } } }],
  })
  const [event] = (await stripe.events.list()).data
  const fill = (text: string) =>
    text
      .replace('pi_…_secret_…', intent.client_secret ?? '')
      .replace('pi_…', intent.id)
      .replace('seti_…', setup.id)
      .replace('acct_…', account.id)
      .replace('tmr_…', reader.id)
      .replace('cs_…', session.id)
      .replace('du_…', dispute?.id ?? '')
      .replace('evt_…', event?.id ?? '')
      .replace('TOKEN', link.url.split('/').at(-1) ?? '')

  const { controls } = await control<{ controls: string[] }>('GET', '')
  const missing = new Set(controls)
  for (const line of curlLines()) {
    if (line.path.endsWith('/cancel')) await offer()
    const response = await fetch(`${sandbox.url}/_sandbox/${fill(line.path)}`, {
      method: line.method,
      ...(line.body ? { body: fill(line.body) } : {}),
    })
    expect([line.text, response.status]).toEqual([line.text, 200])
    if (line.body?.includes('offline')) await control('POST', `readers/${reader.id}`, { status: 'online' })
    const path = line.path.replace(/\?.*/, '').replace(/(seti|pi|acct|tmr|du|cs|evt)_…|TOKEN/, ':id')
    missing.delete(`${line.method} /_sandbox/${path}`)
  }
  expect([...missing]).toEqual([])
})
