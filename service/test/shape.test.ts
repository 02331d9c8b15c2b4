import { describe, expect, it } from 'vitest'
import { sourcesIn } from './support/modules.ts'
import { describeShape } from './support/shape.ts'

const floors = [
  ['main.ts'],
  ['cli'],
  ['server.ts'],
  ['app.ts'],
  ['callers.ts'],
  ['jobs', 'console'],
  ['back-office'],
  ['rebuild'],
  ['reconcile'],
  ['inbox'],
  ['payments'],
  ['onboarding', 'terminal', 'ops', 'reference', 'deliveries'],
  ['merchants', 'operations', 'ledger', 'history'],
  ['operators'],
  ['auth'],
  ['http', 'processors'],
  ['db'],
  ['tracing'],
  [
    'config.ts',
    'problems.ts',
    'ids.ts',
    'money.ts',
    'clock.ts',
    'crypto.ts',
    'log.ts',
    'addresses.ts',
    'call.ts',
  ],
  ['settings', 'line-writer.ts', 'patience.ts', 'at-once.ts', 'grouped.ts', 'recent.ts', 'csv.ts'],
]

describeShape('service/src', floors)
describeShape('service/openapi', [
  ['documents.ts'],
  ['callbacks.ts'],
  ['event-schemas.ts'],
  ['example-of.ts', 'named-schemas.ts', 'responses.ts', 'texts.ts'],
  ['types.ts'],
])

describe('the source of the service', () => {
  const files = sourcesIn('service/src')

  it('has every statement in a .sql.ts file, beside the concept it serves', () => {
    const isElsewhere = ({ path }: { path: string }) =>
      !path.endsWith('.sql.ts') && !path.startsWith('service/src/db/')
    const statement = /\b(db|tx|sql)(<[^`]*>)?`/
    expect(
      files.filter(file => isElsewhere(file) && statement.test(file.text)).map(({ path }) => path),
    ).toEqual([])
  })

  it('has no update that chooses between a time and a column, because a shard refuses it', () => {
    const changes = /\bupdate \w+( \w+)? set\b[^`]*?(?=\b(where|from|returning)\b|`)/g
    const time = String.raw`\b(now|statement_timestamp)\(\)`
    const chosen = new RegExp(
      String.raw`\bcoalesce\(([^()]|\([^()]*\))*?${time}|\bcase\b((?!\bend\b)[^;])*?${time}`,
    )
    const refused = files.flatMap(({ path, text }) =>
      [...text.matchAll(changes)].filter(([change]) => chosen.test(change)).map(() => path),
    )
    expect(refused).toEqual([])
  })

  it('reads the environment in one place and ends the process in one place', () => {
    const using = (needle: RegExp) => files.filter(({ text }) => needle.test(text)).map(({ path }) => path)
    expect(using(/process\.env\b/)).toEqual(['service/src/config.ts'])
    expect(using(/process\.exit\(/)).toEqual(['service/src/main.ts'])
  })
})
