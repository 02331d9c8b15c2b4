import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Env } from '../../../src/config.ts'
import { openDb } from '../../../src/db/db.ts'
import { expectRefusal, folderForThisTest, launchForThisTest, type Running } from '../../support/cli.ts'
import { databaseForThisTest } from '../../support/database.ts'
import { encryptionKey, stripeSecrets } from '../../support/secrets.ts'
import { run } from '../in-process.ts'

const settings: Env = {
  PORT: '0',
  SVC_OPERATOR_TOKEN: 'operator-token-5f0c9a7e41d2b836',
  SVC_ENCRYPTION_KEY: encryptionKey,
  ...stripeSecrets,
  SVC_STOP_DELAY_MS: '0',
  // nothing leaves the machine
  STRIPE_API_BASE: 'http://127.0.0.1:9',
}
const operator = { authorization: `Bearer ${settings.SVC_OPERATOR_TOKEN}` }
let template: Env

beforeAll(() => {
  template = { ...settings, DATABASE_URL: `${inject('postgresUrl')}/template` }
})

async function serving(env: Env, ...args: string[]) {
  const process = launchForThisTest(['serve', ...args], env)
  const url = await process.says(/"url":"(\S+?)".*"listening"/)
  const status = async (path: string) => (await fetch(url + path, { headers: operator })).status
  return { process, url, status }
}

async function stopsInOrder(process: Running, signal: NodeJS.Signals): Promise<string[]> {
  const { code, stdout, stderr } = await process.signal(signal)
  expect([code, stderr]).toEqual([0, ''])
  const said: string[] = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).msg)
  // a running job may still log a line
  expect(said).toContain('stopping')
  expect(said.at(-1)).toBe('stopped')
  return said
}

it.each(['serve', 'up'])(
  'svcpay %s warns of a misspelled setting beside the faults it causes',
  async command => {
    const env = { ...template, SVC_OPERATOR_TOKEN: 'short', SVC_OPERATOR_TOKE: 'x' }
    const { code, stderr } = await run([command], env)
    expect([code, stderr]).toEqual([1, expect.stringContaining('SVC_OPERATOR_TOKE is not a setting')])
    expect(stderr).toContain('SVC_OPERATOR_TOKEN is not valid')
  },
)

describe('svcpay serve', () => {
  it('refuses weak secrets, all of them at once', async () => {
    const worthless = {
      SVC_OPERATOR_TOKEN: 'a'.repeat(20),
      SVC_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      STRIPE_API_BASE: 'http://processor.example',
      STRIPE_SECRET_KEY: 'sk_',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    }
    expectRefusal(
      await run(['serve'], { ...template, ...worthless }),
      /SVC_OPERATOR_TOKEN is too easy to guess/,
      /SVC_ENCRYPTION_KEY is not random/,
      /STRIPE_API_BASE must use https/,
      /STRIPE_SECRET_KEY is not valid/,
      /STRIPE_WEBHOOK_SECRET has the sandbox’s public value/,
      /STRIPE_PUBLISHABLE_KEY has the sandbox’s public value/,
    )
  })

  it('never passes a live key to a sandbox; nor does svcpay up', async () => {
    const live = { ...settings, STRIPE_SECRET_KEY: 'sk_live_yQ3vT7mK1xZ9pL4c' }
    const folder = folderForThisTest()
    for (const [command, env] of [
      ['up', live],
      ['serve', { ...template, ...live, SVC_PROCESSOR: 'sandbox' }],
    ] as const) {
      expectRefusal(await run([command], env, folder), /STRIPE_SECRET_KEY is a live key/)
    }
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses to start with one line for each fault', async () => {
    expectRefusal(
      await run(['serve'], { PORT: 'x', STRIPE_SECRET_KEY: 'secret-value' }),
      /PORT must be/,
      /DATABASE_URL is not set/,
      /SVC_OPERATOR_TOKEN is not set/,
      /SVC_ENCRYPTION_KEY is not set/,
      /STRIPE_SECRET_KEY is not valid(?!.*secret-value)/,
      /STRIPE_PUBLISHABLE_KEY is not set/,
      /STRIPE_WEBHOOK_SECRET is not set/,
    )
  })

  it('names unknown settings beside the faults that they may have caused', async () => {
    const { SVC_OPERATOR_TOKEN: token, ...others } = template
    expectRefusal(
      await run(['serve'], { ...others, SVC_OPERATR_TOKEN: token }),
      /Warning: SVC_OPERATR_TOKEN is not a setting and has no effect/,
      /SVC_OPERATOR_TOKEN is not set/,
    )
  })

  it('waits for the migrations, says so once, then works, and stops cleanly on SIGTERM', async () => {
    const DATABASE_URL = await databaseForThisTest('empty')
    const { process, status } = await serving({ ...template, DATABASE_URL })
    await process.says(/"The database lacks migrations: run svcpay migrate\. Waiting for it\."/)
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
    expect((await run(['migrate'], { DATABASE_URL })).code).toBe(0)
    await process.says(/"The database is ready\."/)
    await expect.poll(() => status('/readyz')).toBe(200)
    expect(await status('/openapi.json')).toBe(200)
    const said = await stopsInOrder(process, 'SIGTERM')
    expect(said.filter(line => line.startsWith('The database lacks migrations'))).toHaveLength(1)
  })

  it('with --role worker, serves only probes and metrics until SIGINT', async () => {
    const { process, status } = await serving(
      { ...template, DATABASE_URL: await databaseForThisTest() },
      '--role',
      'worker',
    )
    for (const path of ['/healthz', '/readyz', '/metrics']) await expect.poll(() => status(path)).toBe(200)
    for (const path of ['/v1/onboarding/status', '/admin/v1/merchants', '/openapi.json', '/docs']) {
      expect(await status(path)).toBe(404)
    }
    await stopsInOrder(process, 'SIGINT')
  })

  it('accepts no other role', async () => {
    const { code, stderr } = await run(['serve', '--role', 'cook'], template)
    expect(code).toBe(2)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('Allowed choices are all, api, worker'),
    ])
  })

  it('refuses a newer schema that no longer serves it, as does a start on one machine', async () => {
    const DATABASE_URL = await databaseForThisTest()
    const db = openDb(DATABASE_URL)
    await db`insert into schema_version (version) values (9999)`
    await db`update oldest_release set schema = 9998`
    await db.end()
    const env = { ...settings, SANDBOX_PORT: '0', DATABASE_URL, SVC_DATA_DIR: folderForThisTest() }
    const outcomes = await Promise.all(['serve', 'up', 'migrate'].map(command => run([command], env)))
    for (const outcome of outcomes) expectRefusal(outcome, /schema version 9999.*newer release/)
  })

  it('refuses a port in use, and the host of another machine', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const [busy, foreign, unknown] = await Promise.all([
      run(['serve'], { ...template, PORT: `${port}` }),
      run(['serve'], { ...template, HOST: '192.0.2.1' }),
      run(['serve'], { ...template, HOST: 'no-such-host.invalid' }),
    ])
    expectRefusal(busy, new RegExp(`Port ${port} on 127.0.0.1 is in use: set PORT`))
    expectRefusal(foreign, /192.0.2.1 is not an address of this machine: set HOST/)
    expectRefusal(unknown, /no-such-host.invalid is not an address of this machine: set HOST/)
  })

  it('distinguishes a database that refuses it from an unreachable one', async () => {
    const wrong = new URL(template.DATABASE_URL ?? '')
    wrong.password = 'wrong-password'
    const refused = await run(['serve'], { ...template, DATABASE_URL: wrong.href })
    expectRefusal(refused, /database refused/)
    expect(refused.stderr).not.toContain('wrong-password')
    const { process, status } = await serving({ ...template, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
    expect((await process.signal('SIGTERM')).code).toBe(0)
  })
})
