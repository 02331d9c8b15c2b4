import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const pages = ['README.md', 'client/README.md', 'examples/shop/README.md', 'docs/operations.md'].map(
  page => ({
    page,
    text: readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8'),
  }),
)

it('no two examples use the same idempotency key', () => {
  const keys = pages.flatMap(({ text }) =>
    [...text.matchAll(/idempotency-?key: ["']?([\w-]+)/gi)].map(([, key]) => key),
  )
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(keys.length)
})
