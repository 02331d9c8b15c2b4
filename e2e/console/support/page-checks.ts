import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Rules that examine much of a page for findings that are never serious. */
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

/** Findings that would keep someone from using the page, or a part of it. In the second scheme, only colors are checked. */
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
    yield 'dialog[open]'
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
  await recolored(page, colorScheme)
}

/** Waits until the page has its new colors, and no transition between them is running. */
async function recolored(page: Page, colorScheme: string): Promise<void> {
  await page.waitForFunction(scheme => {
    const running = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations === 1)
    // Only the console's pages name their color scheme.
    const { colorScheme = scheme } = document.documentElement.dataset
    return colorScheme === scheme && running.length === 0
  }, colorScheme)
}

/** Common widths, and those just wide enough for one more column, where space is tightest. */
export const allWidths = [1920, 1601, 1440, 1281, 1025, 769, 768, 360] as const

/**
 * Places where the page or a table scrolls sideways, or breaks an amount or a badge's word across lines, even after
 * time to settle. The page keeps the last width. The window is low, because content below its edge counts as well and
 * does not have to be drawn.
 */
export async function misfits(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 300 })
    const until = Date.now() + 30_000
    let here = await page.evaluate(whatDoesNotFit)
    while (here.length > 0 && Date.now() < until) here = await page.evaluate(whatDoesNotFit)
    found.push(...here.map(what => `${width} px: ${what}`))
  }
  return found
}

/** Runs in the page. */
function whatDoesNotFit(): string[] {
  const isWide = (frame: Element | null) => frame !== null && frame.scrollWidth > frame.clientWidth
  const tables = [...document.querySelectorAll('main table')].filter(table => isWide(table.parentElement))
  const badges = [...document.querySelectorAll('main td [data-tone]')].filter(badge => {
    const lines = badge.clientHeight / Number.parseFloat(getComputedStyle(badge).lineHeight)
    return (
      badge.getClientRects().length > 0 && Math.floor(lines) > (badge.textContent ?? '').split(' ').length
    )
  })
  const amounts: string[] = []
  const texts = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!/^-?[^\w\s]?(?:[A-Z]{3}\u00a0)?[\d,.]+$/.test(text.textContent ?? '')) continue
    const range = document.createRange()
    range.selectNode(text)
    if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
      amounts.push(`${text.textContent}`)
  }
  return [
    ...(isWide(document.documentElement) ? ['the page is wider'] : []),
    ...tables.map(table => `a table is wider: ${table.querySelector('caption')?.textContent}`),
    ...badges.map(badge => `a badge is broken: ${badge.textContent}`),
    ...amounts.map(amount => `an amount is broken: ${amount}`),
  ]
}

/** Waits until no placeholder is left. */
export async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [class*="skeleton"]'))
}
