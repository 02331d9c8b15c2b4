import { expect, test } from 'vitest'
import { useConsole } from '../console/support/console.ts'
import { allWidths, dialogs, loaded, misfits, seriousFindings } from '../console/support/page-checks.ts'
import { places, portalPlaces, useFilledConsole } from '../console/support/places.ts'

const console = useConsole({})
const pathOf = useFilledConsole(console)

test.each(places)(
  '%s and its dialogs have no serious finding in light or dark, and fit every width',
  async (place, buttons) => {
    const page = await console.open(pathOf(place), { viewport: { width: 1920, height: 300 } })
    await loaded(page)
    expect(await seriousFindings(page, { schemes: ['light', 'dark'] })).toEqual([])
    for await (const part of dialogs(page, buttons)) {
      expect(await seriousFindings(page, { part, schemes: ['light', 'dark'] })).toEqual([])
    }
    expect(await misfits(page, allWidths)).toEqual([])
  },
)

test.each(Object.keys(portalPlaces))(
  '%s of a portal has no serious finding either, and fits every width',
  async place => {
    const { url } = await console.admin<{ url: string }>(
      'POST',
      pathOf('/merchants/:merchant/portal-link'),
      {},
    )
    const page = await console.newPage({ viewport: { width: 1920, height: 300 } })
    await page.goto(url)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.goto(console.url + pathOf(place))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await loaded(page)
    expect(await seriousFindings(page, { schemes: ['light', 'dark'] })).toEqual([])
    expect(await misfits(page, allWidths)).toEqual([])
  },
)

test('the sign-in page has no serious finding either, and fits every width', async () => {
  const page = await console.newPage({ viewport: { width: 1920, height: 300 } })
  await page.goto(`${console.url}/sign-in`)
  await page.getByLabel('Operator token').waitFor()
  expect(await seriousFindings(page, { schemes: ['light', 'dark'] })).toEqual([])
  expect(await misfits(page, allWidths)).toEqual([])
})
