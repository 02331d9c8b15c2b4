import type { FrameLocator, Page } from 'playwright-core'

/** Digits only; the form does the rest. */
export async function typeCard(form: Page | FrameLocator, number: string, expiry = '1234'): Promise<void> {
  for (const [label, text] of [
    ['Card number', number],
    ['Expiry date', expiry],
    ['Security code', '123'],
  ] as const) {
    await form.getByLabel(label).fill(text)
  }
}

export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay / }).click()
}
