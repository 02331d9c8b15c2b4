import { describe, expect, it } from 'vitest'
import { openDb } from '../../../src/db/db.ts'
import { knownSchema, schemaVersion } from '../../../src/db/migrate.ts'
import { expectRefusal } from '../../support/cli.ts'
import { databaseForThisTest } from '../../support/database.ts'
import { run } from '../in-process.ts'

const upToDate = `The schema is up to date (version ${knownSchema}).\n`
const migrated = `Migrated from version 0 to ${knownSchema}.\n`

async function versionOf(url: string): Promise<number> {
  const db = openDb(url, { maxConnections: 1 })
  return await schemaVersion(db).finally(() => db.end())
}

describe('svcpay migrate', () => {
  it('fills an empty database; a second time there is nothing to do', async () => {
    const DATABASE_URL = await databaseForThisTest('empty')
    expect(await run(['migrate'], { DATABASE_URL })).toEqual({ code: 0, stdout: migrated, stderr: '' })
    expect(await versionOf(DATABASE_URL)).toBe(knownSchema)
    expect(await run(['migrate'], { DATABASE_URL })).toEqual({ code: 0, stdout: upToDate, stderr: '' })
  })

  it('by several at once is done by one of them', async () => {
    const DATABASE_URL = await databaseForThisTest('empty')
    const outcomes = await Promise.all([1, 2, 3].map(() => run(['migrate'], { DATABASE_URL })))
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(outcomes.map(({ stdout }) => stdout).sort()).toEqual([migrated, upToDate, upToDate])
    expect(await versionOf(DATABASE_URL)).toBe(knownSchema)
  })

  it('is what other commands ask for when it was not run', async () => {
    const DATABASE_URL = await databaseForThisTest('empty')
    const retention = ['retention', '--older-than', '400d', '--dry-run']
    expectRefusal(await run(retention, { DATABASE_URL }), /no tables yet: run svcpay migrate/)
  })

  it('needs a database that answers', async () => {
    const [unset, away] = await Promise.all([
      run(['migrate']),
      run(['migrate'], { DATABASE_URL: 'postgres://user:the-password@127.0.0.1:1/x' }),
    ])
    expectRefusal(unset, /No database: set DATABASE_URL/)
    expectRefusal(away, /database cannot be reached/)
    expect(away.stderr).not.toContain('the-password')
  })
})
