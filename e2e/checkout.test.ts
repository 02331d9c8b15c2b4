import type { Page } from 'playwright-core'
import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { useBrowser } from './support/browser.ts'
import { pay, typeCard } from './support/paying.ts'
import { useSandbox } from './support/sandbox.ts'
import { useShop } from './support/shop.ts'

const sandbox = useSandbox()
const shop = useShop(() => `${sandbox.url}/v3/`)
const { newPage } = useBrowser()

const merchant = once(() => sandbox.merchant())

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

async function createPayment(
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  const stripeAccount = await merchant()
  return await sandbox.stripe.paymentIntents.create(
    { amount: 4250, currency: 'usd', description: 'Order 1042', ...params },
    { stripeAccount },
  )
}

async function retrieve({ id }: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  return await sandbox.stripe.paymentIntents.retrieve(id, undefined, { stripeAccount: await merchant() })
}

/** The checkout of a new payment. */
async function open(params: Partial<Stripe.PaymentIntentCreateParams> = {}, returnUrl?: string) {
  const page = await newPage()
  const intent = await createPayment(params)
  await page.goto(sandbox.checkout(intent, returnUrl))
  return { page, intent }
}

async function heading(page: Page, text: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: text }).waitFor()
}

describe('a card', () => {
  test('pays; the page shows that, even when it is opened again', async () => {
    const { page, intent } = await open()
    expect(await page.locator('.summary').innerText()).toContain('Blue Door Books')
    expect(await page.locator('.amount').innerText()).toBe('$42.50')
    await typeCard(page, '4242424242424242')
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    expect(await page.getByLabel('Expiry date').inputValue()).toBe('12 / 34')
    await pay(page)
    await heading(page, 'Paid')
    expect((await retrieve(intent)).status).toBe('succeeded')
    await page.goto(sandbox.checkout(intent))
    await heading(page, 'Paid')
    expect(await page.locator('form').count()).toBe(0)
  })

  test('is authorized for a manual capture, and the page offers only methods that support this', async () => {
    const { page, intent } = await open({ capture_method: 'manual' })
    expect(await page.getByLabel('US bank account').count()).toBe(0)
    await typeCard(page, '5555555555554444')
    await pay(page)
    await heading(page, 'Payment authorized')
    expect(await retrieve(intent)).toMatchObject({ status: 'requires_capture', amount_capturable: 4250 })
  })

  test('that is declined shows the reason in the shopper’s words', async () => {
    const { page, intent } = await open({ allowed_payment_method_types: ['card'] })
    const alert = page.getByRole('alert')
    for (const [number, text] of [
      ['4000000000000002', 'Your card was declined.'],
      ['4000000000009995', 'Your card has insufficient funds.'],
      ['4000000000009987', 'Your card was declined.'],
      ['4000000000009979', 'Your card was declined.'],
      ['4000000000000069', 'Your card has expired.'],
      ['4000000000000127', 'Your card’s security code is incorrect.'],
      ['4000000000000119', 'An error occurred while processing your card.'],
      ['4000056655665572', 'Your card was declined. Only test cards work here.'],
    ] as const) {
      await typeCard(page, number)
      expect(await alert.isVisible()).toBe(false)
      await pay(page)
      await alert.waitFor()
      expect((await alert.innerText()).replaceAll("'", '’')).toContain(text)
    }
    expect((await retrieve(intent)).status).toBe('requires_payment_method')
  })

  test('that is declined can be followed by a successful one', async () => {
    const { page, intent } = await open()
    await page.getByRole('button', { name: '4000 0000 0000 0002' }).click()
    await pay(page)
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: '4242 4242 4242 4242' }).click()
    expect(await page.getByRole('alert').isVisible()).toBe(false)
    await pay(page)
    await heading(page, 'Paid')
    expect((await retrieve(intent)).status).toBe('succeeded')
  })

  test('with invalid fields is not sent; each field shows its error, and the first gets the focus', async () => {
    const { page } = await open()
    await page.getByLabel('Card number').fill('4242')
    await pay(page)
    expect(await page.locator('.field-error:visible').allInnerTexts()).toEqual([
      'Your card number is incomplete.',
      'Your card’s expiry date is incomplete.',
      'Your card’s security code is incomplete.',
    ])
    expect(await page.locator(':focus').getAttribute('id')).toBe('number')
    expect(await page.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true')
    await typeCard(page, '4242424242424241', '0120')
    await pay(page)
    expect(await page.locator('.field-error:visible').allInnerTexts()).toEqual([
      'Your card number is invalid.',
      'Your card’s expiry date is in the past.',
    ])
  })
})

describe('3-D Secure', () => {
  test.each([
    ['Complete authentication', 'Paid', 'succeeded'],
    ['Fail authentication', 'Pay Blue Door Books', 'requires_payment_method'],
  ])('%s', async (button, title, status) => {
    const { page, intent } = await open()
    await typeCard(page, '4000000000003220')
    await pay(page)
    await heading(page, 'Is this you?')
    expect(await page.locator('.facts').innerText()).toContain('•••• 3220')
    await page.getByRole('button', { name: button }).click()
    await heading(page, title)
    expect((await retrieve(intent)).status).toBe(status)
    if (status === 'requires_payment_method') {
      expect(await page.getByRole('alert').innerText()).toContain('unable to authenticate')
    }
  })

  test('can be left and continued later', async () => {
    const { page, intent } = await open()
    await typeCard(page, '4000000000003220')
    await pay(page)
    await heading(page, 'Is this you?')
    await page.goto(sandbox.checkout(intent))
    await page.getByRole('link', { name: 'Continue there' }).click()
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await heading(page, 'Paid')
  })
})

describe('other ways to pay', () => {
  test('a bank debit is processing until the bank has settled it', async () => {
    const { page, intent } = await open()
    await page.getByLabel('US bank account').check()
    await page.getByRole('button', { name: '000123456789' }).click()
    await pay(page)
    await heading(page, 'Payment processing')
    await sandbox.control('POST', 'clock', { advance_seconds: 3600 })
    await heading(page, 'Paid')
    expect((await retrieve(intent)).status).toBe('succeeded')
  })

  test('a bank debit that comes back leaves the payment open', async () => {
    const { page, intent } = await open({ allowed_payment_method_types: ['us_bank_account'] })
    await page.getByRole('button', { name: 'Account closed' }).click()
    await pay(page)
    await heading(page, 'Payment processing')
    await sandbox.control('POST', 'clock', { advance_seconds: 3600 })
    await heading(page, 'Pay Blue Door Books')
    expect(await page.getByRole('alert').innerText()).toContain('bank account has been closed')
    expect((await retrieve(intent)).status).toBe('requires_payment_method')
  })

  test.each([
    ['Authorize the payment', 'Paid', 'succeeded'],
    ['Decline the payment', 'Pay Blue Door Books', 'requires_payment_method'],
  ])('Klarna: %s', async (button, title, status) => {
    const { page, intent } = await open()
    await page.getByLabel('Klarna').check()
    await page.getByRole('button', { name: 'Continue to Klarna' }).click()
    await heading(page, 'Pay with Klarna')
    await page.getByRole('button', { name: button }).click()
    await heading(page, title)
    expect((await retrieve(intent)).status).toBe(status)
  })
})

describe('with a return_url', () => {
  async function returned(page: Page, intent: Stripe.PaymentIntent): Promise<string | null> {
    await heading(page, 'Thank you')
    const { origin, pathname, searchParams } = new URL(page.url())
    expect(origin + pathname).toBe(`${shop.url}/thanks`)
    expect(searchParams.get('order')).toBe('1042')
    expect(searchParams.get('payment_intent')).toBe(intent.id)
    expect(searchParams.get('payment_intent_client_secret')).toBe(intent.client_secret)
    return searchParams.get('redirect_status')
  }

  test('a card payment returns at once', async () => {
    const { page, intent } = await open({}, `${shop.url}/thanks?order=1042`)
    await typeCard(page, '4242424242424242')
    await pay(page)
    expect(await returned(page, intent)).toBe('succeeded')
  })

  test('a bank debit returns while it is pending', async () => {
    const { page, intent } = await open({}, `${shop.url}/thanks?order=1042`)
    await page.getByLabel('US bank account').check()
    await page.getByRole('button', { name: '000123456789' }).click()
    await pay(page)
    expect(await returned(page, intent)).toBe('pending')
  })

  test.each([
    ['Complete authentication', 'succeeded'],
    ['Fail authentication', 'failed'],
  ])('3-D Secure returns from the bank: %s', async (button, status) => {
    const { page, intent } = await open({}, `${shop.url}/thanks?order=1042`)
    await typeCard(page, '4000000000003220')
    await pay(page)
    await page.getByRole('button', { name: button }).click()
    expect(await returned(page, intent)).toBe(status)
  })

  test('one that is not a web address is ignored', async () => {
    const { page, intent } = await open({}, 'javascript:alert(1)')
    await typeCard(page, '4242424242424242')
    await pay(page)
    await heading(page, 'Paid')
    await page.goto(sandbox.checkout(intent, 'javascript:alert(1)'))
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
  })
})

describe('payments that this page cannot take', () => {
  test('canceled', async () => {
    const intent = await createPayment()
    await sandbox.stripe.paymentIntents.cancel(intent.id, undefined, { stripeAccount: await merchant() })
    const page = await newPage()
    await page.goto(sandbox.checkout(intent))
    await heading(page, 'This payment was canceled')
  })

  test('expired', async () => {
    const intent = await createPayment({
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
    })
    await sandbox.control('POST', 'clock', { advance_seconds: 8 * 24 * 3600 })
    const page = await newPage()
    await page.goto(sandbox.checkout(intent))
    await heading(page, 'This payment has expired')
  })

  test('canceled while the shopper was typing', async () => {
    const { page, intent } = await open()
    await typeCard(page, '4242424242424242')
    await sandbox.stripe.paymentIntents.cancel(intent.id, undefined, { stripeAccount: await merchant() })
    await pay(page)
    await heading(page, 'This payment was canceled')
  })

  test('in person only', async () => {
    const { page } = await open({ allowed_payment_method_types: ['card_present'] })
    await heading(page, 'Pay at the card reader')
    await page.getByRole('link', { name: 'Show the readers' }).click()
    await heading(page, 'Readers')
  })

  test('unknown, or with another secret', async () => {
    const intent = await createPayment()
    for (const secret of ['', 'pi_x_secret_y', `${intent.id}_secret_wrong`]) {
      const response = await fetch(`${sandbox.url}/_sandbox/pages/checkout?client_secret=${secret}`)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('No such payment')
    }
  })
})

test('names and descriptions cannot bring markup into the page', async () => {
  const stripeAccount = await sandbox.merchant('<img src=x onerror=alert(1)>')
  const intent = await sandbox.stripe.paymentIntents.create(
    { amount: 1000, currency: 'usd', description: '"><script>alert(1)</script>' },
    { stripeAccount },
  )
  const page = await newPage()
  await page.goto(sandbox.checkout(intent))
  expect(await page.locator('.merchant').innerText()).toBe('<img src=x onerror=alert(1)>')
  expect(await page.locator('.summary img, .summary script').count()).toBe(0)
})
