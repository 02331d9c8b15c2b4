import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { canMove, type PaymentStatus, paymentStatuses } from '../../src/payments/payment.ts'
import { run } from '../cli/in-process.ts'
import { blocksOf, pagesThatAreRun, readPage } from './pages.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'client/README.md',
  'service/README.md',
  'examples/shop/README.md',
  'examples/till/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

describe('the pages', () => {
  it('use no idempotency key twice, so that examples can be pasted in any order', () => {
    const keys = pages.flatMap(page =>
      [...readPage(page).matchAll(/idempotency-?key: ["']?([\w-]+)/gi)].map(([, key]) => key),
    )
    expect(keys.length).toBeGreaterThan(10)
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  })

  it('name only existing commands, as they are called from a clone', async () => {
    const written = pages.flatMap(page => {
      const inText = readPage(page).matchAll(/(?<=`)(?:npx )?svcpay ([a-z]+)(?: ([a-z][a-z-]*))?/g)
      const inBlocks = blocksOf(readPage(page), 'sh').flatMap(({ code }) => [
        ...code.matchAll(/^(?:npx )?svcpay ([a-z]+)(?: ([a-z][a-z-]*))?/gm),
      ])
      return [...inText, ...inBlocks]
    })
    expect(written.map(([text]) => text).filter(text => !text.startsWith('npx '))).toEqual([])
    const groups = new Map<string, Set<string>>()
    for (const [, name = '', sub = ''] of written) {
      groups.set(name, (groups.get(name) ?? new Set()).add(sub))
    }
    for (const [name, subs] of groups) {
      const { stdout } = await run([name, '--help'])
      expect(stdout).toContain(`Usage: svcpay ${name}`)
      const commands = /^Commands:$([\s\S]*)/m.exec(stdout)?.[1]
      for (const sub of subs)
        if (commands && sub !== '') expect(commands).toMatch(new RegExp(`^  (\\S+\\|)?${sub}[ |]`, 'm'))
    }
  })

  it('link only to existing files', () => {
    const broken = pages.flatMap(page =>
      [...readPage(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => normalize(join(dirname(page), target)))
        .filter(target => !existsSync(join(root, target)))
        .map(target => `${page} → ${target}`),
    )
    expect(broken).toEqual([])
  })

  it('are all in the index', () => {
    const index = readPage('docs/README.md')
    for (const page of pages.filter(page => page.startsWith('docs/') && page !== 'docs/README.md')) {
      expect(index).toContain(`(${page.slice('docs/'.length)})`)
    }
  })

  it('have only commands that are tested, or marked with the place where they run', () => {
    const infos = pages.flatMap(page => blocksOf(readPage(page), 'sh').map(({ info }) => info))
    const known = ['sh', 'sh refused', 'sh in-terminal', 'sh in-production', 'sh reference']
    expect(infos.filter(info => !known.includes(info))).toEqual([])
    // other tests cover go-live.md and the READMEs of packages and examples
    const runnable = pages
      .filter(page => page.startsWith('docs/') && page !== 'docs/go-live.md')
      .filter(page => blocksOf(readPage(page), 'sh').some(({ info }) => /^sh( refused)?$/.test(info)))
    expect(runnable.filter(page => !pagesThatAreRun.includes(page))).toEqual([])
  })
})

it('every test that the security page names exists', () => {
  const named = [...readPage('docs/security.md').matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(
    ([, file = '']) => file,
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(file => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([])
})

it('the picture of a payment’s states has every state, and no arrow that the service refuses', () => {
  const picture = readPage('docs/images/states.svg')
  const names = [...picture.matchAll(/middle">(\w+)<\/text><\/g>/g)].map(([, name]) => name)
  expect(names.sort()).toEqual([...paymentStatuses].sort())
  const arrows = [...picture.matchAll(/data-from="(\w+)" data-to="(\w+)"/g)]
  expect(arrows.length).toBeGreaterThan(8)
  expect(arrows.filter(([, from, to]) => !canMove(from as PaymentStatus, to as PaymentStatus))).toEqual([])
})

it.each(['chargeback', '3ds', 'payout', 'declined'])('the search finds %s in a guide for merchants', word => {
  const passages: Record<'page' | 'heading' | 'text', string>[] = JSON.parse(
    readPage('docs/dist/search.json'),
  )
  const found = passages.filter(({ heading, text }) => `${heading} ${text}`.toLowerCase().includes(word))
  expect(found.some(({ page }) => /payment|Money/.test(page))).toBe(true)
})
