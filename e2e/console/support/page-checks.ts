import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What would keep someone from using the page. In dark colors only the colors differ. */
export async function seriousFindings(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  await inColors(page, 'light')
  const light = await findings(page, {})
  await inColors(page, 'dark')
  const dark = await findings(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
  return [...light, ...dark.map(found => `in dark colors, ${found}`)]
}

async function findings(page: Page, options: axe.RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate(
    asked => (window as unknown as { axe: typeof axe }).axe.run(document, asked),
    { resultTypes: ['violations' as const], ...options },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

async function inColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await settled(page, colorScheme)
}

/** Until the page has its new colors, and none of them is on its way from one shade to the next. */
async function settled(page: Page, colorScheme: string): Promise<void> {
  await page.waitForFunction(scheme => {
    const running = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations === 1)
    return document.documentElement.dataset.mantineColorScheme === scheme && running.length === 0
  }, colorScheme)
}

export const widest = { width: 1920, height: 900 }
const viewports = [widest, { width: 1280, height: 900 }, { width: 390, height: 900 }]

/**
 * The widths at which the page or a table has to be scrolled sideways, also when it has had time to arrange itself. The
 * last is a phone's, and it stays.
 */
export async function tooNarrow(page: Page): Promise<number[]> {
  const widths: number[] = []
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    const fits = page.waitForFunction(
      () => {
        const frames = [...document.querySelectorAll('main table')].map(table => table.parentElement)
        return [document.documentElement, ...frames].every(
          frame => frame && frame.scrollWidth <= frame.clientWidth,
        )
      },
      null,
      { timeout: 10_000 },
    )
    await fits.catch(() => widths.push(viewport.width))
  }
  return widths
}

/** The badges in tables with a word that goes on in the next line. */
export async function brokenBadges(page: Page): Promise<(string | null)[]> {
  return await page.locator('td [data-tone]').evaluateAll(badges =>
    badges
      .filter(badge => badge.getClientRects().length > 0)
      .filter(badge => {
        const lines = badge.clientHeight / Number.parseFloat(getComputedStyle(badge).lineHeight)
        return Math.floor(lines) > (badge.textContent ?? '').split(' ').length
      })
      .map(badge => badge.textContent),
  )
}

/** Until nothing is grey and waiting any more. */
export async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-visible="true"]'))
}
