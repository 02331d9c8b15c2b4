import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { run } from '../support/cli.ts'

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

it('every command is written as it is called from a clone, and there is one', async () => {
  const written = pages.flatMap(({ text }) => [...text.matchAll(/(?<=^|`)(?:npx )?svcpay ([a-z]+)/gm)])
  expect(written.map(([text]) => text).filter(text => !text.startsWith('npx '))).toEqual([])
  for (const name of new Set(written.map(([, name = '']) => name))) {
    const { stdout } = await run([name, '--help'])
    expect(stdout).toContain(`Usage: svcpay ${name}`)
  }
})

it('every test that the security page names is there', () => {
  const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
  const named = [...page.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(file => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([])
})
