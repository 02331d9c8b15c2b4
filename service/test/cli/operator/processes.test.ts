import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { needs } from '../../../../vitest.needs.ts'
import type { Env } from '../../../src/config.ts'
import { expectRefusal, launchForThisTest, run } from '../../support/cli.ts'
import { databaseForThisTest } from '../../support/database.ts'
import { encryptionKey, stripeSecrets } from '../../support/secrets.ts'
import { isAlive } from '../../support/up-instance.ts'
import { run as runHere } from '../in-process.ts'

const settings: Env = {
  PORT: '0',
  SVC_OPERATOR_TOKEN: 'operator-token-5f0c9a7e41d2b836',
  SVC_ENCRYPTION_KEY: encryptionKey,
  ...stripeSecrets,
  SVC_STOP_DELAY_MS: '0',
}
const headers = { authorization: `Bearer ${settings.SVC_OPERATOR_TOKEN}`, connection: 'close' }

async function serving(processes: number) {
  const env = { ...settings, DATABASE_URL: await databaseForThisTest() }
  const first = launchForThisTest(['serve', '--processes', String(processes)], env)
  const url = await first.says(/"url":"(\S+?)".*"listening"/)
  const get = async (path: string) => await fetch(url + path, { headers })
  return { first, url, get }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const count = (metrics: string, line: RegExp) => Number(line.exec(metrics)?.[1] ?? 0)

describe('svcpay serve --processes', () => {
  beforeEach(test => needs(test, 'Linux', process.platform === 'linux'))

  it('serves one port with all of them, counts for all, replaces one that ends, and stops even one that has just begun', async () => {
    const { first, get } = await serving(2)
    const children = childrenOf(first.pid)
    expect(children).toHaveLength(2)
    for (let i = 0; i < 10; i++) expect((await get('/v1/nowhere')).status).toBe(404)
    const metrics = await (await get('/metrics')).text()
    expect(count(metrics, /svcpay_http_request_seconds_count\{[^}]*status="404"\} (\d+)/)).toBe(10)
    // a figure from the database is the same everywhere, and not added up
    expect(metrics).toMatch(/^svcpay_callbacks_waiting 0$/m)

    const [victim = 0, other = 0] = children
    process.kill(victim, 'SIGKILL')
    await first.says(/"signal":"SIGKILL","msg":"a process ended; another takes its place"/)
    expect((await get('/healthz')).status).toBe(200)
    await vi.waitFor(() => expect(childrenOf(first.pid)).toHaveLength(2), { timeout: 30_000, interval: 5 })
    const now = childrenOf(first.pid)
    expect(now).toContain(other)
    const { code, stdout, stderr } = await first.signal('SIGTERM')
    expect([code, stderr]).toEqual([0, ''])
    const said = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).msg)
    expect(said.filter(message => message !== 'request')).toEqual([
      'listening',
      'a process ended; another takes its place',
      'stopping',
      'stopped',
    ])
    expect(now.map(isAlive)).toEqual([false, false])
  })

  it('leaves none behind when the first one is killed', async () => {
    const { first } = await serving(2)
    const children = childrenOf(first.pid)
    await first.signal('SIGKILL')
    await expect.poll(() => children.map(isAlive)).toEqual([false, false])
  })

  it('refuses as one process does, without trying again', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const env = { ...settings, PORT: `${port}`, DATABASE_URL: await databaseForThisTest() }
    const { code, stderr } = await run(['serve', '--processes', '2'], env)
    expect(code).toBe(1)
    expect(stderr).toContain(`svcpay: Port ${port} on 127.0.0.1 is in use: set PORT`)
    expect(stderr).toContain('svcpay: A process could not start.')
  })
})

it.each(['0', '65', 'two', '1.5'])('svcpay serve --processes %s is refused', async processes => {
  const { code, stderr } = await runHere(['serve', '--processes', processes], settings)
  expect(code).toBe(2)
  expect(stderr).toContain('It must be a number from 1 to 64.')
})

it('faults of the settings are told once for all processes', async () => {
  const outcome = await runHere(['serve', '--processes', '3'], { ...settings, PORT: 'x', DATABASE_URL: 'x' })
  expectRefusal(outcome, /PORT must be/, /DATABASE_URL/)
})
