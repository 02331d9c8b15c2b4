import type { Locator, Page } from 'playwright-core'

const isFocused = (target: Locator) => target.evaluate(element => element === document.activeElement)

const mostStops = 120

/** Presses Tab until the target has the focus, as somebody without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < mostStops; stops++) {
    await page.keyboard.press('Tab')
    if (await isFocused(target)) return
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Tab leads there, Enter presses it. */
export async function pressButton(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** The text of the focused element. */
export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
