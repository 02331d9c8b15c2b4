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
  ['main.ts'],
  ['cli'],
  ['server.ts'],
  ['app.ts'],
  ['callers.ts'],
  ['jobs', 'console'],
  ['back-office'],
  ['inbox'],
  ['payments'],
  ['onboarding', 'terminal', 'ops', 'reference', 'deliveries'],
  ['merchants', 'operations', 'ledger'],
  ['operators'],
  ['auth'],
  ['http', 'processors'],
  ['db'],
  [
    'config.ts',
    'problems.ts',
    'ids.ts',
    'money.ts',
    'clock.ts',
    'crypto.ts',
    'log.ts',
    'addresses.ts',
    'pauses.ts',
    'call.ts',
    'names',
  ],
  ['settings', 'line-writer.ts', 'patience.ts'],
]

function floorOf(path: string): number {
  const room = path.split('/')[0] ?? path
  return floors.findIndex(rooms => rooms.includes(room))
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(match =>
    relative(root, resolve(root, dirname(path), match[1] ?? '')),
  )
}

describe('the shape of the source', () => {
  it('has a floor for every file', () => {
    expect(files.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path)).toEqual([])
  })

  it('has imports in one direction only', () => {
    const wrong = files.flatMap(({ path, text }) =>
      importsOf(path, text)
        .filter(target => target.split('/')[0] !== path.split('/')[0] && floorOf(target) <= floorOf(path))
        .map(target => `${path} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('has every statement in a .sql.ts file, beside the concept it serves', () => {
    const isElsewhere = ({ path }: { path: string }) => !path.endsWith('.sql.ts') && !path.startsWith('db/')
    const statement = /\b(db|tx|sql)(<[^`]*>)?`/
    expect(
      files.filter(file => isElsewhere(file) && statement.test(file.text)).map(({ path }) => path),
    ).toEqual([])
  })

  it('reads the environment in one place and ends the process in one place', () => {
    const using = (needle: RegExp) => files.filter(({ text }) => needle.test(text)).map(({ path }) => path)
    expect(using(/process\.env\b/)).toEqual(['config.ts'])
    expect(using(/process\.exit\(/)).toEqual(['main.ts'])
  })
})
