import { readFileSync } from 'node:fs'

/** The commands of these pages are run in order. <Placeholders> are replaced by printed values. */
export const pagesThatAreRun = [
  'README.md',
  'service/README.md',
  'docs/quick-start.md',
  'docs/take-a-payment.md',
  'docs/in-person.md',
  'docs/onboard-a-merchant.md',
  'docs/callbacks.md',
  'docs/idempotency-and-errors.md',
  'docs/sandbox.md',
  'docs/money.md',
]

export function readPage(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
}

export interface Block {
  /** The words after the fence, such as `sh` or `sh in-production`. */
  info: string
  code: string
}

/** The code blocks of a page in a language, in order. */
export function blocksOf(page: string, language: string): Block[] {
  return [...page.matchAll(/^```(\S+)([^\n]*)\n([\s\S]*?)^```$/gm)]
    .filter(([, first]) => first === language)
    .map(([, first = '', more = '', code = '']) => ({ info: `${first}${more}`, code }))
}
