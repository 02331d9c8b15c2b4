import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useConsole } from './support/console.ts'
import { dialogs, loaded, misfits, seriousFindings } from './support/page-checks.ts'
import { pages, portalPlaces, useFilledConsole } from './support/places.ts'

// A separate instance: its lists are short, so each check is quick.
const console = useConsole({})
const pathOf = useFilledConsole(console)

async function expectAccessible(page: Page, part = ':root'): Promise<void> {
  expect(await seriousFindings(page, { part, schemes: ['light', 'dark'] })).toEqual([])
}

test.each(Object.entries(pages))(
  '%s and its dialogs have no serious accessibility finding, and the page fits on a phone',
  async (place, buttons) => {
    const page = await console.open(pathOf(place))
    await loaded(page)
    await expectAccessible(page)
    for await (const part of dialogs(page, buttons)) await expectAccessible(page, part)
    expect(await misfits(page, [360])).toEqual([])
  },
)

test('pages and dialogs of a portal have no serious finding either', async () => {
  const path = pathOf('/merchants/:merchant/portal-link')
  const { url } = await console.admin<{ url: string }>('POST', path, {})
  const page = await console.newPage()
  await page.goto(url)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  for (const [place, buttons] of Object.entries(portalPlaces)) {
    await page.evaluate(to => history.pushState(null, '', to), `/console${pathOf(place)}`)
    await loaded(page)
    await expectAccessible(page)
    for await (const part of dialogs(page, buttons)) await expectAccessible(page, part)
  }
})

test('menus, the help, and a secret that is shown once have no serious finding either', async () => {
  const page = await console.open(pathOf('/merchants/:merchant'))
  await loaded(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabel('Label').fill('spare')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog', { name: 'The new API key' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alert').getByText('Close without saving it?').waitFor()
  await expectAccessible(page, 'dialog[open]')
  await page.getByRole('button', { name: 'Close anyway' }).click()
  for (const menu of ['Copy as', 'Account of owner']) {
    await page.getByRole('button', { name: menu }).first().click()
    await page.getByRole('menu').waitFor()
    await expectAccessible(page, ':popover-open')
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await dialog.waitFor()
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')
})
