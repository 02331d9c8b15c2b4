import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../../vitest.waits.ts'
import type { Env } from '../../../src/config.ts'
import { seal } from '../../../src/crypto.ts'
import { type Db, openDb } from '../../../src/db/db.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { expectRefusal, folderForThisTest, launchForThisTest } from '../../support/cli.ts'
import { databaseForThisTest } from '../../support/database.ts'
import { usePaying } from '../../support/paying.ts'
import { encryptionKey, encryptionKeys, otherEncryptionKey } from '../../support/secrets.ts'
import { testEnv } from '../../support/service.ts'
import { run } from '../in-process.ts'

const paying = usePaying()
const wrong = { SVC_ENCRYPTION_KEY: otherEncryptionKey }
const refusal = /^svcpay: SVC_ENCRYPTION_KEY is not the key that this database was encrypted with\./
const envOf = (DATABASE_URL: string, more: Env = {}): Env => ({
  ...testEnv(DATABASE_URL),
  ...paying.sandboxEnv,
  SVC_DATA_DIR: folderForThisTest(),
  ...more,
})

function open(url: string): Db {
  const db = openDb(url)
  onTestFinished(() => db.end())
  return db
}

const checksIn = async (db: Db) => {
  const rows = await db<{ keyId: string }[]>`select key_id from encryption_key_checks order by key_id`
  return rows.map(({ keyId }) => keyId)
}

/** Any command that uses keys and exits. */
const usesKeys = (url: string, env: Env = {}) =>
  run(['settings', 'export', 'settings.sealed'], envOf(url, env), folderForThisTest())

describe('a wrong encryption key', () => {
  it('is refused by every command that encrypts or decrypts, with one line that names the setting', async () => {
    const file = join(folderForThisTest(), 'settings.sealed')
    expect((await run(['settings', 'export', file], envOf(paying.databaseUrl))).code).toBe(0)
    const commands = [
      ['serve'],
      ['serve', '--role', 'worker'],
      ['up'],
      ['reseal'],
      ['rebuild', '--since', '2026-01-01'],
      ['settings', 'export', join(folderForThisTest(), 'other.sealed')],
      ['settings', 'import', file],
      ['callback', 'secret', paying.merchant.merchantId],
    ]
    for (const command of commands) {
      const env = envOf(paying.databaseUrl, { ...wrong, SANDBOX_PORT: '0' })
      expectRefusal(await run(command, env, folderForThisTest()), refusal)
    }
  })

  it('is found by doctor', async () => {
    const found = async (env: Env) => {
      const { stdout } = await run(['doctor', '--json'], envOf(paying.databaseUrl, env))
      return JSON.parse(stdout).filter(({ check }: { check: string }) => check === 'encryption key')
    }
    expect(await found({})).toMatchObject([{ state: 'ok' }])
    expect(await found(wrong)).toMatchObject([
      { state: 'fault', found: expect.stringMatching(/^SVC_ENCRYPTION_KEY is not the key/) },
    ])
    const strange = { SVC_ENCRYPTION_KEY: '', SVC_ENCRYPTION_KEYS: `2099:${otherEncryptionKey}` }
    expect(await found(strange)).toMatchObject([
      { state: 'warning', found: expect.stringContaining('cannot be decrypted') },
    ])
    // it changes nothing
    expect(await checksIn(paying.service.db)).toEqual(['default'])
  })

  it('is refused at the upgrade, too, if the database has no check value yet', async () => {
    const url = await databaseForThisTest()
    const db = open(url)
    const merchantId = `mer_${'1'.repeat(26)}`
    await db`insert into merchants (merchant_id, name, created_at) values (${merchantId}, 'Shop', now())`
    await db`
      insert into callback_secrets (merchant_id, secret_id, sealed, created_at)
      values (${merchantId}, ${`cbs_${'1'.repeat(26)}`}, ${seal(encryptionKeys, merchantId, 'whsec_1')}, now())`
    expectRefusal(await usesKeys(url, wrong), refusal)
    expect(await checksIn(db)).toEqual([])
    expect((await usesKeys(url)).code).toBe(0)
    expect(await checksIn(db)).toEqual(['default'])
    expectRefusal(await usesKeys(url, wrong), refusal)
  })

  it('stops an instance that waited for the database, before it has served any call', async () => {
    const url = await databaseForThisTest()
    expect((await usesKeys(url)).code).toBe(0)
    const db = open(url)
    const name = new URL(url).pathname.slice(1)
    const setReadOnly = (value: string) =>
      db.unsafe(`alter database ${name} set default_transaction_read_only = ${value}`)
    await db`select 1`
    await setReadOnly('on')
    const { process, url: address } = await serving(envOf(url, wrong))
    const early = await fetch(`${address}/v1/payments`, { headers: { 'x-api-key': 'none' } })
    expect([early.status, await early.text()]).toEqual([503, expect.stringContaining('starting')])
    // connections opened while it was read-only are dropped, so it is unreachable for a moment
    await waitFor(async () => {
      const ready = await fetch(`${address}/readyz`)
      expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('read-only')])
    })
    await setReadOnly('off')
    const { code, stderr } = await process.ended
    expect([code, stderr]).toEqual([1, expect.stringMatching(refusal)])
  })
})

async function serving(env: Env) {
  const process = launchForThisTest(['serve'], env)
  return { process, url: await process.says(/"url":"(\S+?)".*"listening"/) }
}

describe('the check value', () => {
  it('of an empty database is that of the first key, even if two instances start at once', async () => {
    const url = await databaseForThisTest()
    const outcomes = await Promise.all(
      [encryptionKey, otherEncryptionKey].map(key => usesKeys(url, { SVC_ENCRYPTION_KEY: key })),
    )
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1])
    for (const outcome of outcomes) if (outcome.code === 1) expectRefusal(outcome, refusal)
    expect(await checksIn(open(url))).toEqual(['default'])
  })

  it('exists for each key of a rotation, and stays after a key is retired', async () => {
    const url = await databaseForThisTest()
    const db = open(url)
    expect((await usesKeys(url)).code).toBe(0)
    const ring = (...keys: string[]) => ({ SVC_ENCRYPTION_KEY: '', SVC_ENCRYPTION_KEYS: keys.join(',') })
    const [current, next] = [`default:${encryptionKey}`, `2031:${otherEncryptionKey}`]
    for (const keys of [ring(current, next), ring(next, current), ring(next)]) {
      expect((await usesKeys(url, keys)).code).toBe(0)
      expect(await checksIn(db)).toEqual(['2031', 'default'])
    }
    // both ids are taken
    expectRefusal(
      await usesKeys(url, ring(current, `2031:${encryptionKey}`)),
      /The key 2031 in SVC_ENCRYPTION_KEYS differs from the key with this id that encrypted this database\./,
    )
    expectRefusal(await usesKeys(url, ring(next, `default:${otherEncryptionKey}`)), refusal)
  })
})

it('a database from before the check values is reported to lack migrations', async () => {
  const url = await databaseForThisTest('empty')
  await migrate(url, 58)
  expectRefusal(await usesKeys(url), /svcpay migrate/)
})
