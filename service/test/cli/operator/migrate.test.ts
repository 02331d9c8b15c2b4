import { describe, expect, it, onTestFinished } from 'vitest'
import { openDb } from '../../../src/db/db.ts'
import { knownSchema, migrate, schemaVersion } from '../../../src/db/migrate.ts'
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
  it('sets up an empty database; a second run changes nothing', async () => {
    const DATABASE_URL = await databaseForThisTest('empty')
    expect(await run(['migrate'], { DATABASE_URL })).toEqual({ code: 0, stdout: migrated, stderr: '' })
    expect(await versionOf(DATABASE_URL)).toBe(knownSchema)
    expect(await run(['migrate'], { DATABASE_URL })).toEqual({ code: 0, stdout: upToDate, stderr: '' })
  })

  it('shows which tables each pending migration locks; changes nothing', async () => {
    const DATABASE_URL = await databaseForThisTest('empty')
    await migrate(DATABASE_URL, 30)
    const { code, stdout } = await run(['migrate', '--plan'], { DATABASE_URL })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^31 open-operations\n {2}reads and writes of \w+ wait until it ends \(about \d+ rows, [\d.]+ MB\)/,
    )
    expect(stdout).toContain(`\n${knownSchema} `)
    expect(await versionOf(DATABASE_URL)).toBe(30)
    await migrate(DATABASE_URL)
    expect((await run(['migrate', '--plan'], { DATABASE_URL })).stdout).toBe('The schema is up to date.\n')
  })

  it('of this release does not change a newer schema, and refuses one that does not serve it', async () => {
    const DATABASE_URL = await databaseForThisTest()
    const db = openDb(DATABASE_URL, { maxConnections: 1 })
    onTestFinished(() => db.end())
    await db`insert into schema_version (version, name) values (9999, 'of the next release')`
    const { code, stdout } = await run(['migrate'], { DATABASE_URL })
    expect([code, stdout]).toEqual([0, 'The schema is up to date (version 9999).\n'])
    await db`update oldest_release set schema = 9998`
    expectRefusal(await run(['migrate'], { DATABASE_URL }), /schema version 9999.*newer release/)
  })

  it('runs once, even if it is started several times at once', async () => {
    const DATABASE_URL = await databaseForThisTest('empty')
    const outcomes = await Promise.all([1, 2, 3].map(() => run(['migrate'], { DATABASE_URL })))
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(outcomes.map(({ stdout }) => stdout).sort()).toEqual([migrated, upToDate, upToDate])
    expect(await versionOf(DATABASE_URL)).toBe(knownSchema)
  })

  it('warns if a new database sorts ids by the rules of a language', async () => {
    const DATABASE_URL = await databaseForThisTest('empty')
    const name = new URL(DATABASE_URL).pathname.slice(1)
    const server = openDb(DATABASE_URL.replace(`/${name}`, '/postgres'), { maxConnections: 1 })
    await server.unsafe(`drop database ${name}`)
    await server.unsafe(`create database ${name} template template0 locale_provider icu icu_locale 'en-US'`)
    await server.end()
    const { stdout } = await run(['migrate'], { DATABASE_URL })
    expect(stdout).toMatch(/sorts text by the rules of a language.*lc_collate 'C'/s)
    expect((await run(['migrate'], { DATABASE_URL })).stdout).toBe(upToDate)
  })

  it('is recommended by other commands if it was not run', async () => {
    const DATABASE_URL = await databaseForThisTest('empty')
    const retention = ['retention', '--older-than', '400d']
    expectRefusal(await run(retention, { DATABASE_URL }), /run svcpay migrate/)
  })

  it('reports in one line that the user may not create tables', async () => {
    const url = await databaseForThisTest('empty')
    const DATABASE_URL = `${url}?role=pg_monitor`
    expectRefusal(await run(['migrate'], { DATABASE_URL }), /permission denied for .*owner of the database/)
    await migrate(url)
    const retention = ['retention', '--older-than', '400d']
    expectRefusal(await run(retention, { DATABASE_URL }), /permission denied for .*owner of the database/)
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
