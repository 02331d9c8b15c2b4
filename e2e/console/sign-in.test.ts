import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useConsole } from './support/console.ts'
import { misfits, seriousFindings } from './support/page-checks.ts'

const console = useConsole()

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Operator token').fill(console.ownerToken())
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('signing in', () => {
  test('leads from any page to the form and back, and stores the token nowhere', async () => {
    const page = await console.newPage()
    await page.goto(`${console.url}/payments?status=succeeded`)
    await signIn(page)
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    expect(page.url()).toContain('/console/payments?status=succeeded')
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: 'svc_console', httpOnly: true, sameSite: 'Strict' })
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      console.ownerToken(),
    )
  })

  test.each([
    ['/sign-in', 'Sign in'],
    ['/portal', 'This link cannot be used'],
  ])('%s has no serious accessibility finding, and fits on a phone', async (path, text) => {
    const page = await console.newPage()
    await page.goto(console.url + path)
    await page.getByText(text, { exact: true }).first().waitFor()
    expect(await seriousFindings(page, { schemes: ['light', 'dark'] })).toEqual([])
    expect(await misfits(page, [360])).toEqual([])
  })

  test('shows the console’s pages, and the connection', async () => {
    const page = await console.open()
    const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual([
      'Overview',
      'Payments',
      'Disputes',
      'Callbacks',
      'Merchants',
      'Ledger',
      'Activity',
      'Sandbox',
    ])
    await page.getByRole('searchbox', { name: 'Search' }).waitFor()
    await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor()
  })

  test('is checked again when somebody returns to the page, and stays valid', async () => {
    const page = await console.ownPage()
    await page.clock.install()
    await page.goto(`${console.url}/payments`)
    await signIn(page)
    const heading = page.getByRole('heading', { level: 1, name: 'Payments' })
    await heading.waitFor()
    await page.clock.fastForward(6 * 60_000)
    const asked = page.waitForResponse('**/console/session')
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    expect((await asked).status()).toBe(200)
    await heading.waitFor()
  })

  test('ends by signing out', async () => {
    const page = await console.open('/payments')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.getByLabel('Operator token').waitFor()
    expect(await page.context().cookies()).toEqual([])
    await page.goto(`${console.url}/payments`)
    await page.getByLabel('Operator token').waitFor()
  })
})

describe('signing out', () => {
  test('cancels the page’s open requests; the next session sends its own', async () => {
    await console.trigger('payment_intent.succeeded')
    const page = await console.newPage()
    await page.goto(console.url)
    const isStreaming = page.waitForRequest(/stream/)
    await signIn(page)
    await isStreaming
    let end = () => {}
    const ended = new Promise<void>(resolve => {
      end = resolve
    })
    const list = /payments\?/
    await page.route(list, route => ended.then(() => route.continue()))
    await page.route(/console\/session$/, async route => {
      const answer = await route.fetch()
      end()
      await Promise.all([listIsOver, streamIsOver])
      await route.fulfill({ response: answer })
    })
    const isList = (request: Request) => list.test(request.url())
    const isOver = (isIt: (request: Request) => boolean) =>
      Promise.race([page.waitForEvent('requestfinished', isIt), page.waitForEvent('requestfailed', isIt)])
    const listIsOver = isOver(isList)
    const streamIsOver = isOver(request => request.url().endsWith('/stream'))
    const isAsked = page.waitForRequest(isList)
    await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
    await isAsked
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.getByLabel('Operator token').waitFor()
    await page.unrouteAll()
    await signIn(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('row').nth(1).waitFor()
  })
})

describe('a session that ends elsewhere', () => {
  test('leads from the current page to the form and back', async () => {
    const page = await console.newPage({ expected: /status of 401/ })
    await page.goto(`${console.url}/payments`)
    await signIn(page)
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    await page.request.delete(`${console.url}/session`, { headers: { 'svc-console': '1' } })
    await console.trigger('payment_intent.succeeded')
    await page.getByLabel('Operator token').waitFor()
    await signIn(page)
    // The page stays behind the form all the time.
    await page.getByLabel('Operator token').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    expect(page.url()).toContain('/console/payments')
  })

  test.each([
    ['keeps the input', 'the same person'],
    ['starts over', 'somebody else'],
  ])('is reported, and %s for %s', async (_, who) => {
    const page = await console.newPage({ expected: /status of 401/ })
    await page.goto(`${console.url}/merchants`)
    await signIn(page)
    await page.getByRole('button', { name: 'New merchant' }).click()
    const name = page.getByRole('dialog', { name: 'New merchant' }).getByLabel('Name')
    await name.fill('Bakery of a long night')
    await page.request.delete(`${console.url}/session`, { headers: { 'svc-console': '1' } })
    await page.getByRole('button', { name: 'Create merchant' }).click()
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await ended.waitFor()
    await page.keyboard.press('Escape')
    const part = 'dialog[data-hides-page]'
    expect(await seriousFindings(page, { part, schemes: ['light', 'dark'] })).toEqual([])
    const token = who === 'the same person' ? console.ownerToken() : await console.tokenFor('admin')
    await ended.getByLabel('Operator token').fill(token)
    await ended.getByRole('button', { name: 'Sign in' }).click()
    await ended.waitFor({ state: 'detached' })
    if (who === 'somebody else') {
      await page.getByRole('button', { name: 'Account of A admin' }).waitFor()
      return expect(await name.count()).toBe(0)
    }
    expect(await name.inputValue()).toBe('Bakery of a long night')
    await page.getByRole('button', { name: 'Create merchant' }).click()
    await page.getByRole('heading', { name: 'Bakery of a long night is ready' }).waitFor()
  })

  test('is explained on the form that a page leads to', async () => {
    const page = await console.newPage({ expected: /status of 401/ })
    await page.goto(`${console.url}/payments`)
    await signIn(page)
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    const [cookie] = await page.context().cookies()
    await page.request.delete(`${console.url}/session`, { headers: { 'svc-console': '1' } })
    if (cookie) await page.context().addCookies([cookie])
    await page.reload()
    await page.getByText('Your session has ended').waitFor()
  })
})
