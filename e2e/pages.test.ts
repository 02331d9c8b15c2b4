import { expect, test } from 'vitest'
import { useBrowser } from './support/browser.ts'
import { useSandbox } from './support/sandbox.ts'

const sandbox = useSandbox()
const { newPage } = useBrowser()

/** An address of every page, with something on it. */
async function addresses(): Promise<string[]> {
  const { stripe, url } = sandbox
  const account = await sandbox.merchant('Books and Fine Stationery of Upper Springfield and Daughters')
  const options = { stripeAccount: account }
  const payment = { amount: 4250, currency: 'usd', metadata: { orderRef: 'x'.repeat(200) } }
  const open = await stripe.paymentIntents.create(payment, options)
  const paid = await stripe.paymentIntents.create(
    { ...payment, confirm: true, payment_method: 'pm_card_visa', return_url: url },
    options,
  )
  const waiting = await stripe.paymentIntents.create(
    { ...payment, confirm: true, payment_method: 'pm_card_threeDSecure2Required', return_url: url },
    options,
  )
  await stripe.paymentIntents.create(
    { ...payment, confirm: true, payment_method: 'pm_card_createDispute', return_url: url },
    options,
  )
  const [dispute] = (await stripe.disputes.list({}, options)).data
  const reader = await stripe.terminal.readers.create({ registration_code: 'simulated-wpe' }, options)
  const link = await stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    return_url: url,
    refresh_url: url,
  })
  return [
    `${url}/`,
    sandbox.checkout(open),
    sandbox.checkout(paid),
    waiting.next_action?.redirect_to_url?.url ?? '',
    link.url,
    `${url}/_sandbox/pages/payments`,
    `${url}/_sandbox/pages/payments?account=${account}`,
    `${url}/_sandbox/pages/disputes/${dispute?.id}`,
    `${url}/_sandbox/pages/readers`,
    `${url}/_sandbox/pages/readers/${reader.id}`,
    `${url}/_sandbox/pages/element?client_secret=${open.client_secret}`,
  ]
}

test('every page has a language, a title and a name for each control, can be read in light and dark, and fits a phone and a desktop', async () => {
  const page = await newPage()
  for (const address of await addresses()) {
    await page.goto(address)
    const found = await page.evaluate(() => {
      const controls = [...document.querySelectorAll<HTMLElement>('a, button, input, select, summary')]
      const nameOf = (element: HTMLElement) =>
        (element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? [...(element.labels ?? [])].map(label => label.innerText).join(' ')
          : element.innerText
        ).trim() || element.getAttribute('aria-label')
      const ids = [...document.querySelectorAll('[id]')].map(element => element.id)
      return {
        lang: document.documentElement.lang,
        title: document.title.length > 0,
        unnamed: controls
          .filter(control => control.checkVisibility() && !nameOf(control))
          .map(control => control.outerHTML),
        repeatedIds: ids.filter((id, at) => ids.indexOf(id) !== at),
        positiveTabIndex: document.querySelectorAll('[tabindex]:not([tabindex="0"], [tabindex="-1"])').length,
        headings: document.querySelectorAll('h1').length,
      }
    })
    expect([address, found]).toEqual([
      address,
      {
        lang: 'en',
        title: true,
        unnamed: [],
        repeatedIds: [],
        positiveTabIndex: 0,
        headings: address.includes('/element?') ? 0 : 1,
      },
    ])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect([address, colorScheme, await page.evaluate(faintTexts)]).toEqual([address, colorScheme, []])
    }
  }
})

/** Runs in the page: texts whose color is too close to their background, with a contrast of less than 4.5 to 1. */
function faintTexts(): string[] {
  type Color = [number, number, number, number]
  const parse = (text: string): Color => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
    return [red, green, blue, alpha]
  }
  const luminance = (color: Color) => {
    const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map(part => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const backdrop = (element: Element | null): Color => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor)
      if (color[3] > 0) return color
    }
    return [255, 255, 255, 1]
  }
  const faint: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('main *, header *')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim())
    if (!own || !element.checkVisibility() || element.closest(':disabled')) continue
    const [a, b] = [luminance(parse(getComputedStyle(element).color)), luminance(backdrop(element))]
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    if (contrast < 4.5) faint.push(`${element.textContent?.trim()}: ${contrast.toFixed(2)}`)
  }
  return faint
}

test('the checkout can be paid with the keyboard alone, in the order in which it is read', async () => {
  const [, address = ''] = await addresses()
  const page = await newPage()
  await page.goto(address)
  const focused = () =>
    page.evaluate(() => {
      const { id, value, textContent } = document.activeElement as HTMLInputElement
      return id || value || textContent?.trim()
    })
  const path: unknown[] = []
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    path.push(await focused())
  }
  expect(path).toEqual(['Sandbox', 'card', 'number', 'expiry', 'cvc', 'Pay $42.50'])
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return `${outlineStyle} ${outlineWidth}`
  })
  expect(outline).toBe('solid 3px')
  for (const text of ['123', '1234', '4242424242424242']) {
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
})

test('the start page shows new payments by itself', async () => {
  const page = await newPage()
  await page.goto(`${sandbox.url}/`)
  const intent = await sandbox.stripe.paymentIntents.create({ amount: 777, currency: 'usd' })
  await page.getByRole('link', { name: '$7.77' }).click()
  await page.getByRole('button', { name: 'Pay $7.77' }).waitFor()
  expect(page.url()).toContain(intent.client_secret)
})

test('payments of the same amount can be distinguished, and name their merchant', async () => {
  const { stripe } = sandbox
  const payment = { amount: 4999, currency: 'usd' }
  const named = { stripeAccount: await sandbox.merchant('Corner Café') }
  const { id: nameless } = await stripe.accounts.create({ type: 'standard' })
  await stripe.paymentIntents.create({ ...payment, description: 'Two tickets' }, named)
  await stripe.paymentIntents.create({ ...payment, metadata: { orderRef: 'order-1001' } }, named)
  const { id } = await stripe.paymentIntents.create(payment, { stripeAccount: nameless })
  const page = await newPage()
  await page.goto(`${sandbox.url}/`)
  const row = (text: string) => page.locator('#payments').getByRole('listitem').filter({ hasText: text })
  expect(await row('$49.99 Two tickets').innerText()).toContain('Corner Café')
  expect(await row('$49.99 order-1001').innerText()).toContain('To pay')
  expect(await row(`$49.99 pi_…${id.slice(-6)}`).innerText()).toContain(`acct_…${nameless.slice(-6)}`)
})

test('an account is listed once, with its real state', async () => {
  const { stripe, control } = sandbox
  const { id: nameless } = await stripe.accounts.create({ type: 'standard' })
  const accounts = [nameless]
  for (const name of ['Active', 'Deauthorized', 'Rejected', 'In review', 'Restricted']) {
    accounts.push(await sandbox.merchant(`${name} Ltd`))
  }
  const [, active, gone, rejected, reviewed, restricted] = accounts
  for (const id of [active, gone, reviewed, restricted]) {
    await control('POST', `accounts/${id}/onboarding`, { outcome: 'complete' })
  }
  await control('POST', `accounts/${gone}/deauthorize`)
  await control('POST', `accounts/${rejected}/onboarding`, { outcome: 'reject' })
  await control('POST', `accounts/${reviewed}`, { disabled_reason: 'under_review' })
  await control('POST', `accounts/${restricted}`, { payouts_enabled: false })
  const page = await newPage({ viewport: { width: 390, height: 800 } })
  await page.goto(`${sandbox.url}/`)
  const rows = page.locator('li').filter({ has: page.locator('a[href*="account=acct_"]') })
  const texts = (await rows.allInnerTexts()).map(text => text.split('\n').filter(line => line !== ''))
  expect(texts.slice(0, 6)).toEqual([
    ['Restricted Ltd', restricted, 'Restricted'],
    ['In review Ltd', reviewed, 'In review'],
    ['Rejected Ltd', rejected, 'Rejected'],
    ['Deauthorized Ltd', gone, 'Deauthorized'],
    ['Active Ltd', active, 'Active'],
    [nameless, 'Incomplete'],
  ])
  const heights = await rows.locator('a').evaluateAll(links => links.map(link => link.clientHeight))
  expect(new Set(heights).size).toBe(1)
})

test('pages run only our own scripts, and only those made for it can be framed', async () => {
  for (const address of await addresses()) {
    const { headers } = await fetch(address)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    const framed = /next_action|element/.test(address)
    expect([address, policy.includes("frame-ancestors 'none'")]).toEqual([address, !framed])
  }
})

test('an address without a page shows an explanation', async () => {
  const response = await fetch(`${sandbox.url}/_sandbox/pages/nothing`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('No such page')
})
