import { expect, test } from 'vitest'
import { useConsole } from '../console/support/console.ts'
import { brokenBadges, dialogs, loaded, seriousFindings, tooNarrow } from '../console/support/page-checks.ts'
import { places, useFilledConsole } from '../console/support/places.ts'

const console = useConsole({})
const pathOf = useFilledConsole(console)

test.each(Object.entries(places))(
  '%s and its dialogs have no serious finding in light or dark, fit every width, and break no badge',
  async (place, buttons) => {
    const page = await console.open(pathOf(place), { viewport: { width: 1920, height: 300 } })
    await loaded(page)
    expect(await seriousFindings(page, { schemes: ['light', 'dark'] })).toEqual([])
    for await (const part of dialogs(page, buttons)) {
      expect(await seriousFindings(page, { part, schemes: ['light', 'dark'] })).toEqual([])
    }
    expect(await tooNarrow(page, [1920, 1280, 390])).toEqual([])
    expect(await brokenBadges(page)).toEqual([])
  },
)
