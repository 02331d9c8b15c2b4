import type { FrameLocator, Page } from 'playwright-core'
import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { useBrowser } from './support/browser.ts'
import { typeCard } from './support/paying.ts'
import { useSandbox } from './support/sandbox.ts'
import { useShop } from './support/shop.ts'

const sandbox = useSandbox()
const shop = useShop(() => `${sandbox.url}/v3/`)
const { newPage } = useBrowser()

interface Outcome {
  readonly paymentIntent?: { id: string; status: string; client_secret: string; metadata?: object }
  readonly error?: {
    type: string
    code?: string
    decline_code?: string
    message: string
    payment_intent?: { id: string; status: string; metadata?: object; application_fee_amount?: number }
  }
  readonly retrieved?: string
}

interface ScriptElements {
  create(kind: string): { mount(place: string): void }
  submit(): Promise<unknown>
}

interface ScriptObject {
  elements(options?: object): ScriptElements
  confirmPayment(options: object): Promise<unknown>
  createPaymentMethod(options: object): Promise<unknown>
  handleCardAction(secret: string | null): Promise<unknown>
}

/** A window with the script, and the objects that a test keeps there. */
interface Scripted {
  Stripe(key?: string): ScriptObject
  later: { stripe: ScriptObject; elements: ScriptElements }
}

interface Opened {
  readonly page: Page
  readonly fields: FrameLocator
  readonly intent: Stripe.PaymentIntent
  readonly status: () => Promise<string>
}

async function open(
  name: 'payment-element' | 'card-element',
  given: Record<string, string> = {},
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Opened> {
  const account = await sandbox.merchant()
  const options = { stripeAccount: account }
  const intent = await sandbox.stripe.paymentIntents.create(
    { amount: 4250, currency: 'usd', application_fee_amount: 100, metadata: { order: 'secret' }, ...params },
    options,
  )
  const query = new URLSearchParams({
    key: sandbox.publishableKey,
    account,
    secret: intent.client_secret ?? '',
    ...given,
  })
  const page = await newPage()
  await page.goto(`${shop.url}/${name}.html?${query}`)
  return {
    page,
    intent,
    fields: page.frameLocator(`#${name} iframe`),
    status: async () => (await sandbox.stripe.paymentIntents.retrieve(intent.id, undefined, options)).status,
  }
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay now' }).click()
}

async function outcomeOf(page: Page): Promise<Outcome> {
  const place = page.locator('#outcome:not(:empty)')
  await place.waitFor()
  return JSON.parse(await place.innerText())
}

function bank(page: Page): FrameLocator {
  return page.frameLocator('dialog iframe')
}

async function returned(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(`${shop.url}/thanks?**`)
  return new URL(page.url()).searchParams
}

describe('the payment element', () => {
  test('confirms a payment and goes to return_url', async () => {
    const { page, fields, intent, status } = await open('payment-element')
    await typeCard(fields, '4242424242424242')
    await submit(page)
    const query = await returned(page)
    expect(query.get('payment_intent')).toBe(intent.id)
    expect(query.get('payment_intent_client_secret')).toBe(intent.client_secret)
    expect(query.get('redirect_status')).toBe('succeeded')
    expect(await status()).toBe('succeeded')
  })

  test('stays on the page if possible, and emits ready and change', async () => {
    const { page, fields, intent } = await open('payment-element', { redirect: 'if_required' })
    await typeCard(fields, '4242424242424242')
    await submit(page)
    const { paymentIntent } = await outcomeOf(page)
    expect(paymentIntent).toMatchObject({ id: intent.id, status: 'succeeded' })
    expect(paymentIntent).not.toHaveProperty('metadata')
    const outcome = page.locator('#outcome')
    expect(await outcome.getAttribute('data-events')).toMatch(/^ready change/)
    expect(JSON.parse((await outcome.getAttribute('data-change')) ?? '')).toEqual({
      elementType: 'payment',
      complete: true,
      empty: false,
      collapsed: false,
      value: { type: 'card' },
    })
  })

  test('a decline is an error in the shape that pages expect, without the merchant’s own data', async () => {
    const { page, fields, status } = await open('payment-element')
    await typeCard(fields, '4000000000009995')
    await submit(page)
    const { error } = await outcomeOf(page)
    expect(error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      payment_intent: { status: 'requires_payment_method' },
    })
    expect(error?.payment_intent).not.toHaveProperty('metadata')
    expect(error?.payment_intent).not.toHaveProperty('application_fee_amount')
    expect(await page.getByRole('alert').innerText()).toBe('Your card has insufficient funds.')
    expect(await status()).toBe('requires_payment_method')
    await typeCard(fields, '4242424242424242')
    await submit(page)
    expect((await returned(page)).get('redirect_status')).toBe('succeeded')
  })

  test('3-D Secure opens over the page: completed', async () => {
    const { page, fields, status } = await open('payment-element', { redirect: 'if_required' })
    await typeCard(fields, '4000000000003220')
    await submit(page)
    await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
    expect((await outcomeOf(page)).paymentIntent?.status).toBe('succeeded')
    expect(await status()).toBe('succeeded')
    expect(await page.locator('dialog').count()).toBe(0)
  })

  /** The key goes to the frame in the dialog: it must have the focus, and its script must have run. */
  async function escapeDialog(page: Page) {
    const frame = await (await page.locator('dialog iframe').elementHandle())?.contentFrame()
    await frame?.waitForLoadState('load')
    await page.waitForFunction(() => document.activeElement?.closest('dialog'))
    await page.keyboard.press('Escape')
  }

  test.each(['Fail authentication', 'Escape'])('3-D Secure not passed: %s', async how => {
    const { page, fields, status } = await open('payment-element')
    await typeCard(fields, '4000000000003220')
    await submit(page)
    const fail = bank(page).getByRole('button', { name: 'Fail authentication' })
    await fail.waitFor()
    if (how === 'Escape') await escapeDialog(page)
    else await fail.click()
    const { error } = await outcomeOf(page)
    expect(error).toMatchObject({
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      payment_intent: { status: 'requires_payment_method' },
    })
    expect(await status()).toBe('requires_payment_method')
  })

  test('a redirect method leaves the page and comes back to return_url', async () => {
    const { page, fields, status } = await open('payment-element', { redirect: 'if_required' })
    await fields.getByLabel('Klarna').check()
    await submit(page)
    await page.getByRole('button', { name: 'Authorize the payment' }).click()
    expect((await returned(page)).get('redirect_status')).toBe('succeeded')
    expect(await status()).toBe('succeeded')
  })

  test('a bank debit stays processing', async () => {
    const { page, fields, status } = await open('payment-element', { redirect: 'if_required' })
    await fields.getByLabel('US bank account').check()
    await fields.getByLabel('Account holder').fill('Robin Doe')
    await fields.getByLabel('Routing number').fill('110000000')
    await fields.getByLabel('Account number').fill('000123456789')
    await submit(page)
    expect((await outcomeOf(page)).paymentIntent?.status).toBe('processing')
    expect(await status()).toBe('processing')
  })

  test('invalid fields are found by elements.submit(), with errors next to them', async () => {
    const { page, fields } = await open('payment-element')
    await fields.getByLabel('Card number').fill('4242')
    await submit(page)
    expect((await outcomeOf(page)).error).toEqual({
      type: 'validation_error',
      code: 'incomplete_number',
      message: 'Your card number is incomplete.',
    })
    await fields.getByText('Your card number is incomplete.').waitFor()
  })

  test('adopts the page’s colors', async () => {
    const { fields } = await open('payment-element', { theme: 'night' })
    await fields.locator('html[data-theme=dark]').waitFor()
    const accent = await fields.locator('html').evaluate(root => root.style.getPropertyValue('--accent'))
    expect(accent).toBe('#5a31b8')
  })
})

describe('the card element', () => {
  test('confirmCardPayment, and a manual capture', async () => {
    const { page, fields } = await open('card-element', {}, { capture_method: 'manual' })
    await typeCard(fields, '378282246310005')
    await fields.getByLabel('Security code').fill('1234')
    await submit(page)
    expect(await outcomeOf(page)).toMatchObject({
      paymentIntent: { status: 'requires_capture' },
      retrieved: 'requires_capture',
    })
    const change = await page.locator('#outcome').getAttribute('data-change')
    expect(JSON.parse(change ?? '')).toEqual({ brand: 'amex', complete: true })
  })

  test('a decline', async () => {
    const { page, fields } = await open('card-element')
    await typeCard(fields, '4000000000000002')
    await submit(page)
    expect((await outcomeOf(page)).error).toMatchObject({
      code: 'card_declined',
      decline_code: 'generic_decline',
    })
  })

  test('an invalid field is in the change event', async () => {
    const { page, fields } = await open('card-element')
    await fields.getByLabel('Card number').fill('4242424242424241')
    await page.getByText('Your card number is invalid.').waitFor()
  })

  test('a payment method by its id, and handleNextAction afterwards', async () => {
    const { page } = await open('card-element', {
      payment_method: 'pm_card_threeDSecure2Required',
      handle: 'later',
    })
    await submit(page)
    await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
    expect(await outcomeOf(page)).toMatchObject({
      paymentIntent: { status: 'succeeded' },
      retrieved: 'succeeded',
    })
    expect(await page.locator('#outcome').getAttribute('data-confirmed')).toBe('requires_action')
  })
})

test('fields first, the payment later: elements by currency, createPaymentMethod, confirmPayment', async () => {
  const { page } = await open('card-element')
  await page.evaluate(key => {
    const { Stripe: load } = window as unknown as Scripted
    const stripe = load(key)
    const elements = stripe.elements({ mode: 'payment', amount: 4250, currency: 'usd' })
    elements.create('payment').mount('#outcome')
    Object.assign(window, { later: { stripe, elements } })
  }, sandbox.publishableKey)
  await typeCard(page.frameLocator('#outcome iframe'), '4242424242424242')
  const made = await page.evaluate(async () => {
    const { stripe, elements } = (window as unknown as Scripted).later
    return await stripe.createPaymentMethod({ elements, params: { billing_details: { name: 'Robin Doe' } } })
  })
  expect(made).toMatchObject({
    paymentMethod: { type: 'card', card: { last4: '4242' }, billing_details: { name: 'Robin Doe' } },
  })
  const own = await sandbox.stripe.paymentIntents.create({ amount: 4250, currency: 'usd' })
  const paid = await page.evaluate(async clientSecret => {
    const { stripe, elements } = (window as unknown as Scripted).later
    await elements.submit()
    const confirmParams = { return_url: location.href }
    return await stripe.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' })
  }, own.client_secret)
  expect(paid).toMatchObject({ paymentIntent: { id: own.id, status: 'succeeded' } })
  const idle = await page.evaluate(async clientSecret => {
    return await (window as unknown as Scripted).later.stripe.handleCardAction(clientSecret)
  }, own.client_secret)
  expect(idle).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } })
})

test.each(['/v3/', '/v3', '/stripe.js', '/endive/stripe.js'])(
  'the script is served at %s to any origin',
  async path => {
    const response = await fetch(sandbox.url + path, { headers: { origin: 'https://shop.test' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  },
)

test('wrong use throws an error for the page’s author', async () => {
  const page = await newPage()
  await page.goto(`${shop.url}/thanks`)
  await page.addScriptTag({ url: `${sandbox.url}/v3/` })
  const messages = await page.evaluate(async () => {
    const { Stripe: load } = window as unknown as Scripted
    const attempt = async (work: () => unknown) => {
      try {
        await work()
        return 'nothing'
      } catch (error) {
        return error instanceof Error ? `${error.name}: ${error.message}` : 'something else'
      }
    }
    const stripe = load('pk_test_sandbox')
    return [
      await attempt(() => load()),
      await attempt(() => stripe.elements({ clientSecret: 'seti_1' })),
      await attempt(() => stripe.elements().create('payment')),
      await attempt(() => stripe.elements().create('idealBank')),
      await attempt(() => stripe.elements().create('card').mount('#nowhere')),
      await attempt(() => stripe.confirmPayment({ clientSecret: 'pi_1_secret_2' })),
    ]
  })
  for (const message of messages) expect(message).toMatch(/^IntegrationError: /)
})
