import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../src', import.meta.url))

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => ({ path: file, text: readFileSync(join(root, file), 'utf8') }))

/** Imports point down this list, never up. Within a line, folders do not know each other. */
const floors = [
  ['main.ts', 'index.ts'],
  ['start-sandbox.ts'],
  ['routes.ts', 'control', 'pages'],
  // resources: what can be done, and the API's routes to it
  ['checkout', 'terminal'],
  ['payment-intents'],
  ['customers', 'refunds', 'setup-intents'],
  ['application-fees', 'charges', 'connect', 'disputes', 'payment-methods', 'webhooks'],
  ['balance'],
  ['events', 'jobs'],
  // the API's own grammar: routes, parameters, lists, expansion, idempotency
  ['api'],
  // state: what is kept, and how Stripe shows it
  ['store', 'shapes'],
  ['records'],
  // transport and the ground
  ['http', 'time', 'simulated'],
  ['money.ts'],
  ['constants.ts', 'countries.ts', 'currencies.ts', 'log-failure.ts', 'overlay.ts', 'rule-list.ts'],
]

function roomOf(path: string): string {
  return path.split('/')[0] ?? path
}

function floorOf(path: string): number {
  return floors.findIndex(rooms => rooms.includes(roomOf(path)))
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(match =>
    relative(root, resolve(root, dirname(path), match[1] ?? '')),
  )
}

describe('the shape of the source', () => {
  it('has a floor for every file, and a file on every floor', () => {
    expect(files.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path)).toEqual([])
    const rooms = new Set(files.map(({ path }) => roomOf(path)))
    expect(floors.flat().filter(room => !rooms.has(room))).toEqual([])
  })

  it('has imports in one direction only', () => {
    const wrong = files.flatMap(({ path, text }) =>
      importsOf(path, text)
        .filter(target => roomOf(target) !== roomOf(path) && floorOf(target) <= floorOf(path))
        .map(target => `${path} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('has no circle among its files', () => {
    const imports = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]))
    const done = new Set<string>()
    const circles: string[] = []
    const follow = (path: string, way: readonly string[]): void => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
      if (way.includes(path) || done.has(path)) return
      for (const next of imports.get(path) ?? []) follow(next, [...way, path])
      done.add(path)
    }
    for (const path of imports.keys()) follow(path, [])
    expect(circles).toEqual([])
  })

  it('has files of one idea: none over 300 lines, most under 200', () => {
    const lengths = files.map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    expect(lengths.filter(({ lines }) => lines > 300)).toEqual([])
    expect(lengths.filter(({ lines }) => lines > 200).length / lengths.length).toBeLessThan(0.05)
  })

  it('reads the environment in one place and ends the process in one place', () => {
    const using = (needle: RegExp) => files.filter(({ text }) => needle.test(text)).map(({ path }) => path)
    expect(using(/process\.env\b|\.env\(/)).toEqual(['main.ts'])
    expect(using(/process\.exit\(/)).toEqual(['main.ts'])
  })

  it('has no file that looks like a test', () => {
    expect(files.map(({ path }) => path).filter(path => /\btests?\b/.test(path))).toEqual([])
  })
})
