import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Rules that look at much of a page, for findings that are never serious. */
const neverSerious = [
  'aria-allowed-role',
  'empty-table-header',
  'heading-order',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
]
const rules = Object.fromEntries(neverSerious.map(id => [id, { enabled: false }]))

type Scheme = 'light' | 'dark'

/** What would keep someone from using the page, or that part of it. In other colors, only the colors differ. */
export async function seriousFindings(
  page: Page,
  { part = ':root', schemes = ['light'] }: { part?: string; schemes?: readonly [Scheme, Scheme?] } = {},
): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  const [first, other] = schemes
  await inColors(page, first)
  const found = await findings(page, part, { rules })
  if (!other) return found
  await inColors(page, other)
  const foundInOther = await findings(page, part, { runOnly: ['color-contrast', 'link-in-text-block'] })
  return [...found, ...foundInOther.map(finding => `in ${other} colors, ${finding}`)]
}

/** Opens the dialog of each button in turn, and closes it again. */
export async function* dialogs(page: Page, buttons: readonly string[]): AsyncGenerator<string> {
  for (const button of buttons) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    yield '[role=dialog]'
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

async function findings(page: Page, part: string, options: axe.RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate(
    ({ looked, asked }) => (window as unknown as { axe: typeof axe }).axe.run(looked, asked),
    { looked: part, asked: { resultTypes: ['violations' as const], ...options } },
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

/**
 * The widths at which the page or a table has to be scrolled sideways, even once it has had time to arrange itself. The
 * page keeps the last of them. It is low: what is below the edge counts as well, and need not be drawn.
 */
export async function tooNarrow(page: Page, widths: readonly number[]): Promise<number[]> {
  const found: number[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 300 })
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
    await fits.catch(() => found.push(width))
  }
  return found
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
