import { expect, test } from 'vitest'
import { useConsole } from './support/console.ts'
import { brokenBadges, dialogs, loaded, seriousFindings, tooNarrow } from './support/page-checks.ts'
import { places, useFilledConsole } from './support/places.ts'

// An instance of its own: the more rows other files leave in its lists, the longer each look at them takes.
const console = useConsole({})
const pathOf = useFilledConsole(console)

test.each(Object.entries(places))(
  '%s and its dialogs have no serious accessibility finding, and fit a phone',
  async (place, buttons) => {
    const page = await console.open(pathOf(place))
    await loaded(page)
    expect(await seriousFindings(page)).toEqual([])
    for await (const part of dialogs(page, buttons)) {
      expect(await seriousFindings(page, { part })).toEqual([])
    }
    expect(await tooNarrow(page, [390])).toEqual([])
    expect(await brokenBadges(page)).toEqual([])
  },
)

test('a disputed payment has no serious finding in dark colors either, and fits every width', async () => {
  const page = await console.open(pathOf('/payments/:disputed'))
  await loaded(page)
  expect(await seriousFindings(page, { schemes: ['dark'] })).toEqual([])
  expect(await tooNarrow(page, [1920, 1280, 390])).toEqual([])
})

test('the sign-in page has no serious finding either', async () => {
  const page = await console.newPage()
  await page.goto(`${console.url}/sign-in`)
  await page.getByLabel('Operator token').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

test('a path that leads nowhere keeps the navigation, which is behind a button on a phone', async () => {
  const page = await console.open('/nonsense/of/some/kind')
  await page.getByText('There is no such page').waitFor()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Payments' }).click()
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sandbox' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('the list does not move once it has been drawn', async () => {
  const page = await console.ownPage()
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
  await page.goto(`${console.url}/payments`)
  await page.locator('main [data-row-link]').first().waitFor()
  expect(
    await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum),
  ).toBeLessThan(0.05)
})

test('pages that are opened while the service restarts appear once it is back', async () => {
  const page = await console.ownPage(/Failed to load resource|net::ERR|dynamically imported module/)
  await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
  await page.goto(`${console.url}/payments`)
  await page.locator('main [data-row-link]').first().waitFor()
  await page.route('**', route => route.abort())
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Ledger' }).click()
  await page.getByRole('heading', { level: 1, name: 'Loading…' }).waitFor()
  await page.getByRole('navigation', { name: 'Console' }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
})
