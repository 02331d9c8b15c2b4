import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, sandboxOf, type TestMerchant } from './support/merchants.ts'

const console = useConsole()

interface Payment {
  status: string
  capturedCents: number
  refundedCents: number
  applicationFeeRefundedCents: number
  actions: { actor: string; action: string }[]
}

const payment = (id: string) => console.admin<Payment>('GET', `/payments/${id}`)

async function statusIs(page: Page, status: string): Promise<void> {
  await page
    .locator('header', { has: page.getByRole('heading', { level: 1 }) })
    .getByText(status)
    .waitFor()
}

describe('refunding', () => {
  test('a part returns the fee in proportion, under the operator’s name, and cannot exceed what is left', async () => {
    const paid = await console.trigger('payment_intent.succeeded')
    const page = await console.open(`/payments/${paid}`, { token: await console.tokenFor('support') })
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^\$0\.50 of \$0\.50 goes back to the merchant/).waitFor()
    await dialog.getByLabel('Amount').fill('50.00')
    await dialog.getByText('Enter an amount up to $49.99').waitFor()
    expect(await dialog.getByRole('button', { name: 'Refund', exact: true }).isDisabled()).toBe(true)
    await dialog.getByLabel('Amount').fill('20.00')
    await dialog.getByLabel('Reason').selectOption('duplicate')
    await dialog.getByLabel('Note').fill('Ticket 4711 – “zu viel”')
    await dialog.getByText('About $0.20 of $0.50 goes back to the merchant').waitFor()
    await dialog.getByRole('button', { name: 'Refund $20.00' }).click()
    await dialog.waitFor({ state: 'detached' })
    await statusIs(page, 'Partially refunded')
    await page.getByText('A support refunded').first().waitFor()
    await page.getByText('$20.00, Ticket 4711 – “zu viel”').waitFor()
    await page.getByRole('region', { name: 'Timeline' }).getByText('by A support', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Refunds' }).getByText('by A support, ').waitFor()
    await expect.poll(async () => (await payment(paid)).applicationFeeRefundedCents).toBe(20)
    expect(await payment(paid)).toMatchObject({ status: 'partially_refunded', refundedCents: 2000 })
    await page.getByLabel('Money').getByText('Earned').locator('..').getByText('$29.69').waitFor()
  })

  test('rejects a decimal comma, which would multiply the amount', async () => {
    const paid = await console.trigger('payment_intent.succeeded')
    const page = await console.open(`/payments/${paid}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('3,60')
    await dialog.getByText('Use a period for decimals: 3.60').waitFor()
    expect(await dialog.getByRole('button', { name: 'Refund', exact: true }).isDisabled()).toBe(true)
    await dialog.getByLabel('Amount').fill('3.60')
    await dialog.getByRole('button', { name: 'Refund $3.60' }).waitFor()
  })

  test('without returning the fee leaves it with the platform', async () => {
    const paid = await console.trigger('payment_intent.succeeded')
    const page = await console.open(`/payments/${paid}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Return the platform fee').uncheck()
    await dialog.getByRole('button', { name: 'Refund $49.99' }).click()
    await statusIs(page, 'Refunded')
    expect(await payment(paid)).toMatchObject({ refundedCents: 4999, applicationFeeRefundedCents: 0 })
  })

  test('says that a refund failed and why, and that the fee stays returned', async () => {
    const merchant = await addMerchant(console, { name: 'Expired Card Bakery' })
    const id = await pay(console, merchant, 2000, 'usd', undefined, undefined, 'pm_card_refundFail')
    const page = await console.open(`/payments/${id}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refund $20.00' }).click()
    const note = page.getByRole('note').filter({ hasText: 'A refund of $20.00 failed on' })
    await note
      .getByText(
        /did not get it back\. Pay it back in another way, or refund again\. .*: expired or canceled card\.$/,
      )
      .waitFor()
    await page.getByLabel('Money').getByText('it stays returned when a refund fails').waitFor()
  })
})

test('a partial capture captures only that part', async () => {
  const held = await console.trigger('payment_intent.amount_capturable_updated')
  const page = await console.open(`/payments/${held}`)
  await page.getByText(/^The customer’s money is held until the merchant or an operator captures/).waitFor()
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('30')
  await dialog.getByRole('button', { name: 'Capture $30.00' }).click()
  await statusIs(page, 'Succeeded')
  expect(await payment(held)).toMatchObject({ status: 'succeeded', capturedCents: 3000 })
  await page.getByLabel('Money').getByText('of which $19.99 was released, not captured').waitFor()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const refunded = timeline.locator('summary').filter({ hasText: 'charge.refunded' })
  await refunded.getByText('$19.99 was released').waitFor()
})

test('canceling asks first, and explains its effect', async () => {
  const held = await console.trigger('payment_intent.amount_capturable_updated')
  const page = await console.open(`/payments/${held}`)
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText('The hold of $49.99 on the customer’s card is released. Nothing was charged.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel payment' }).click()
  await statusIs(page, 'Canceled')
  await page.getByText('The authorization was released. Nothing was charged.').waitFor()
  await page.getByLabel('Money').getByText('of which $49.99 was released, not captured').waitFor()
  await page.getByRole('region', { name: 'Details' }).getByText('Manual', { exact: true }).waitFor()
  expect((await payment(held)).status).toBe('canceled')
})

test('a declined payment says that nothing was charged, even before it is canceled', async () => {
  const declined = await console.trigger('payment_intent.payment_failed')
  const page = await console.open(`/payments/${declined}`)
  await page.getByText(/^The processor’s message for the customer: “Your card was declined\.”/).waitFor()
  await page.getByText('Nothing was charged; the customer can try again.').waitFor()
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/^Nothing was charged, so no money moves\. The customer can no longer pay the \$/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel payment' }).click()
  await statusIs(page, 'Canceled')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('declined: “Your card was declined.” (generic_decline)').waitFor()
  await timeline
    .locator('summary')
    .filter({ hasText: /^payment_intent\.payment_failed.*no callback: no callback URL was set/ })
    .waitFor()
})

/** Lets the sandbox restrict a merchant's account, and waits until the service knows. */
async function restrict({ merchantId, accountId }: TestMerchant, how: string, body: object): Promise<void> {
  const url = `${sandboxOf(console.up)}/_sandbox/accounts/${accountId}/${how}`
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).ok).toBe(true)
  const path = `/merchants/${merchantId}`
  await waitUntil(
    async () =>
      (await console.admin<{ onboardingStatus: string }>('GET', path)).onboardingStatus === 'restricted',
  )
}

const made = async (path: 'trigger' | 'payments', body: object) =>
  (await console.admin<{ svcPaymentId: string }>('POST', `/sandbox/${path}`, body)).svcPaymentId

test('at a disconnected account, nothing is offered: only the merchant can capture, cancel or refund, at the processor', async () => {
  const merchant = await addMerchant(console, { name: 'Leaving Bakery' })
  const { merchantId } = merchant
  const held = await made('trigger', { merchantId, type: 'payment_intent.amount_capturable_updated' })
  const unpaid = await made('payments', { merchantId, amountCents: 3100 })
  const paid = await pay(console, merchant, 3200)
  const { url } = await console.admin<{ url: string }>('POST', `/merchants/${merchantId}/portal-link`, {})
  const page = await console.open(`/payments/${held}`)
  const actions = page.getByRole('button', { name: /^(Capture|Refund|Cancel payment)$/ })
  await actions.nth(1).waitFor()
  await restrict(merchant, 'deauthorize', {})
  const only = (what: string) =>
    page
      .getByText(
        `The platform has lost access to the merchant’s account: only the merchant can ${what} the payment, at the sandbox.`,
      )
      .waitFor()
  await only('capture or cancel')
  await page
    .getByText(
      /^The customer’s money is held until the merchant captures or cancels the payment\. If nobody does, the hold ends by itself,/,
    )
    .waitFor()
  expect(await actions.count()).toBe(0)
  await page.goto(`${console.url}/payments/${paid}`)
  await only('refund')
  expect(await actions.count()).toBe(0)
  await page.goto(`${console.url}/payments/${unpaid}`)
  await only('cancel')
  await page
    .getByText(
      'The customer has not paid yet, and cannot pay now, because the merchant’s account takes no payments.',
    )
    .waitFor()
  expect(await actions.count()).toBe(0)

  const portal = await console.newPage()
  await portal.goto(url)
  await portal.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await portal.goto(`${console.url}/payments/${held}`)
  await portal
    .getByText(
      'Your platform has lost access to your account: only you can capture or cancel the payment, in your own account at the sandbox.',
    )
    .waitFor()
  await portal
    .getByText(/^The customer’s money is held until you capture or cancel the payment\. If nobody does,/)
    .waitFor()
})

test('at a rejected account, a customer whose payment was declined cannot try again', async () => {
  const merchant = await addMerchant(console, { name: 'Barred Bakery' })
  const { merchantId } = merchant
  const declined = await made('trigger', { merchantId, type: 'payment_intent.payment_failed' })
  await restrict(merchant, 'onboarding', { outcome: 'reject' })
  const page = await console.open(`/payments/${declined}`)
  await page
    .getByText(
      'Nothing was charged; the customer cannot pay now, because the merchant’s account takes no payments.',
    )
    .waitFor()
  expect(await page.getByText('try again').count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel payment' }).waitFor()
})

test('an inquiry holds no money, so nothing is said about a dispute fee', async () => {
  const merchant = await addMerchant(console, { name: 'Inquiry Bakery' })
  const id = await pay(console, merchant, 2500, 'usd', undefined, undefined, 'pm_card_createDisputeInquiry')
  const page = await console.open(`/payments/${id}`)
  await page.getByText('Inquiry about $25.00').waitFor()
  const disputed = page.getByLabel('Money').getByText('Disputed', { exact: true }).locator('..')
  expect(await disputed.innerText()).toMatch(/^Disputed\s+\$0\.00$/)
})

test('“was I charged twice?” is answered on the payment’s page, even if the second payment comes later', async () => {
  const merchant = await addMerchant(console, { name: 'Twice Bakery' })
  const first = await pay(console, merchant, 4444)
  const page = await console.open(`/payments/${first}`)
  await statusIs(page, 'Succeeded')
  const { operations } = await console.admin<{ operations: { idempotencyKey: string }[] }>(
    'GET',
    `/payments/${first}`,
  )
  await page
    .getByRole('region', { name: 'Details' })
    .getByText(operations[0]?.idempotencyKey ?? 'no key')
    .waitFor()
  await page.getByRole('region', { name: 'Details' }).getByText('Visa •••• 4242').waitFor()
  const only = page.getByText('The only payment of this order')
  await only.waitFor()
  const second = await pay(console, merchant, 4444)
  await page.getByText('This order was charged 2 times.').waitFor()
  expect(await only.count()).toBe(0)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  expect(await page.getByRole('dialog').getByLabel('Reason').inputValue()).toBe('duplicate')
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await page.getByText(/\$44\.44 was taken, by the payment created /).waitFor()
  const others = page.getByRole('region', { name: 'Other payments of this order' })
  await others.getByText('Succeeded').waitFor()
  await others.getByRole('link', { name: '$44.44' }).click()
  await page.waitForURL(`${console.url}/payments/${second}`)
  const list = await console.open(`/payments?merchantId=${merchant.merchantId}`)
  const marked = list.getByRole('row').filter({ hasText: 'charged 2 times' })
  await marked.nth(1).waitFor()
  expect(await marked.count()).toBe(2)
  const found = await console.open('/search?q=ORDER-4444')
  const hits = found.getByRole('row').filter({ hasText: 'Twice Bakery' })
  await hits.filter({ hasText: 'charged 2 times' }).nth(1).waitFor()
  expect(await hits.count()).toBe(2)
})

test('a payment says that it waits for its customer, and an event says what it did', async () => {
  const merchant = await addMerchant(console, { name: 'Waiting Bakery' })
  const { svcPaymentId } = await console.admin<{ svcPaymentId: string }>('POST', '/sandbox/payments', {
    merchantId: merchant.merchantId,
    amountCents: 2_222,
  })
  const page = await console.open(`/payments/${svcPaymentId}`)
  await page.getByText('The customer has not paid yet.').waitFor()
  const paid = await console.trigger('payment_intent.succeeded')
  const other = await console.open(`/payments/${paid}`)
  await other
    .locator('summary')
    .filter({ hasText: /^payment_intent\.succeeded/ })
    .click()
  await other
    .getByText(/^(The event changed the payment|What the event reports was already recorded)/)
    .waitFor()
})

describe('the list', () => {
  test('names order, merchant and amounts on a phone, too', async () => {
    const merchant = await addMerchant(console, { name: 'Phone Bakery' })
    const id = await pay(console, merchant, 3333)
    const token = await console.tokenFor('viewer')
    const page = await console.open('/payments', { viewport: { width: 390, height: 844 }, token })
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: id }) })
    await row.getByText('order-3333').filter({ visible: true }).waitFor()
    await row.getByText('platform fee $0.33').filter({ visible: true }).waitFor()
    await row.getByText('Phone Bakery').filter({ visible: true }).waitFor()
  })

  test('of a merchant without payments says what to do next, or suggests another filter', async () => {
    const { merchantId } = await addMerchant(console, { name: 'New Bakery' })
    const page = await console.open(`/payments?merchantId=${merchantId}`)
    await page.getByText('No payments yet').waitFor()
    await page.getByLabel('Status').selectOption('succeeded')
    await page.getByText('No matching payments').waitFor()
    await page.getByLabel('Status').selectOption('')
    await page.getByRole('button', { name: 'Create test payment' }).click()
    await page.waitForURL(/\/sandbox\?payment=/)
    const path = `/payments?merchantId=${merchantId}`
    expect((await console.admin<{ data: unknown[] }>('GET', path)).data).toHaveLength(1)
  })

  test('is filtered, the filter is in the address, and the link back keeps it', async () => {
    const held = await console.trigger('payment_intent.amount_capturable_updated')
    const page = await console.open('/payments')
    await page.getByLabel('Status').selectOption('requires_capture')
    const row = page.getByRole('link', { name: held })
    await row.waitFor()
    await expect.poll(() => page.url()).toContain('status=requires_capture')
    const others = page
      .getByRole('row')
      .filter({ hasNot: page.getByRole('columnheader') })
      .filter({ hasNotText: 'Requires capture' })
    await expect.poll(() => others.count()).toBe(0)
    await row.click()
    await page.getByRole('button', { name: 'Capture', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Back to Payments' }).click()
    await row.waitFor()
    expect(page.url()).toContain('status=requires_capture')
  })

  test('is filtered by an amount of a currency', async () => {
    const paid = await console.trigger('payment_intent.succeeded')
    const page = await console.open('/payments')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Amount' }).click()
    await page.getByLabel('Amount from').fill('49.99')
    await page.getByLabel('Amount to').fill('49.99')
    await page.getByRole('link', { name: paid }).waitFor()
    await expect.poll(() => page.getByLabel('Currency').inputValue()).toBe('usd')
    expect(new URL(page.url()).searchParams.get('amountFrom')).toContain('49.99')
    await page.getByLabel('Currency').selectOption('jpy')
    await page.getByText('Enter an amount such as 50').first().waitFor()
    await page.getByLabel('Amount from').fill('4999')
    await page.getByLabel('Amount to').fill('4999')
    await page.getByText('No matching payments').waitFor()
  })

  test('says that the filter needs the whole order reference', async () => {
    const page = await console.open('/payments?orderRef=1271')
    await page.getByText('The filter needs the whole order reference.').waitFor()
  })

  test('is traversed with j and k, and opened with Enter: the heading has the focus', async () => {
    await console.trigger('payment_intent.succeeded')
    const page = await console.open('/payments')
    const rows = page.locator('main [data-row-link]')
    await rows.first().waitFor()
    await page.keyboard.press('j')
    // No longer the first row if another payment has arrived in the meantime.
    await rows.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Timeline').waitFor()
    await page.locator('h1:focus').waitFor()
  })

  test('shows a new payment automatically, and can be downloaded as CSV', async () => {
    const page = await console.open('/payments')
    const paid = await console.trigger('payment_intent.succeeded')
    await page.getByRole('link', { name: paid }).waitFor()
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV', exact: true }).click()
    const file = await (await started).createReadStream()
    const text = Buffer.concat(await file.toArray()).toString()
    expect(text.split('\r\n')[0]).toMatch(/^svcPaymentId,status,amountCents,currency,/)
    expect(text).toContain(`${paid},succeeded,4999,usd,4999,`)
  })
})

test('? lists the keys, / moves to the search box, and g p opens the payments', async () => {
  const page = await console.open('/sandbox')
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Next row of a list').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  // A busy machine may take longer between the two keys than the console allows.
  await waitUntil(async () => {
    await page.keyboard.type('gp')
    return await page.getByRole('heading', { level: 1, name: 'Payments' }).isVisible()
  })
})

test('a menu opens and closes by keyboard, and returns the focus', async () => {
  const page = await console.open('/payments')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.getByRole('button', { name: 'Add filter' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Refunded')
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe('Created')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('Refunded')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await expect.poll(focused).toBe('Add filter')
})

test('Escape closes a menu, then the dialog around it, which returns the focus', async () => {
  const id = await console.trigger('payment_intent.succeeded')
  const page = await console.open(`/payments/${id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy as' }).click()
  await dialog.getByRole('menuitem', { name: 'Copy as curl' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  expect(await dialog.getByRole('button', { name: 'Copy as' }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('button:focus', { hasText: 'Refund' }).waitFor()
})

test('a note about a finished action is visible above an open dialog', async () => {
  const page = await console.ownPage()
  await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
  // Keeps notes visible, no matter how slow the machine is.
  await page.addInitScript(() => {
    const later = window.setTimeout
    const unlessNote = (...call: Parameters<typeof later>) => (call[1] === 5_000 ? 0 : later(...call))
    Object.assign(window, { setTimeout: unlessNote })
  })
  await page.goto(`${console.url}/sandbox`)
  const trigger = page.getByRole('button', { name: 'Trigger event' })
  const notes = page.getByText('payment_intent.succeeded triggered')
  const colorOf = async (note: Locator) => {
    const { x, y, height } = await note.evaluate(element => element.getBoundingClientRect())
    const clip = { x: Math.round(x + 4), y: Math.round(y + height / 2), width: 1, height: 1 }
    return (await page.screenshot({ clip })).toString('base64')
  }
  await trigger.click()
  const color = await colorOf(notes.first())

  let answer = () => {}
  const mayAnswer = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/admin/v1/sandbox/trigger', async route => {
    await mayAnswer
    await route.continue()
  })
  await trigger.click()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  answer()
  await notes.nth(1).waitFor()
  expect(await colorOf(notes.nth(1))).toBe(color)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'See the event and its callback' }).click()
  await page.waitForURL(/\/callbacks\?/)
})
