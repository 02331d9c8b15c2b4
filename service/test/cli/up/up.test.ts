import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { expectRefusal, folderForThisTest } from '../../support/cli.ts'
import { isAlive, useUpInstance } from '../../support/up-instance.ts'
import { run } from '../in-process.ts'

const instance = useUpInstance({ setsUpPostgres: true })

/** Pastes the printed lines into a shell, with a substitute for curl, which may not be installed. */
async function runCurlLine() {
  const lines = /^ +ORDER=[\s\S]*?-d .+$/m.exec(instance.banner)?.[0] ?? ''
  const script = `curl() { printf '%s\\0' "$@"; }\n${lines}`
  const [url = '', ...args] = execFileSync('sh', ['-c', script], {
    cwd: instance.cwd,
    encoding: 'utf8',
  }).split('\0')
  const valuesOf = (flag: string) => args.filter((_, i) => args[i - 1] === flag)
  const headers = Object.fromEntries(valuesOf('-H').map(header => header.split(': ')))
  const response = await fetch(url, { method: 'POST', headers, body: valuesOf('-d')[0] ?? '' })
  return { key: headers['X-Api-Key'], status: response.status, body: await response.json() }
}

async function merchantIds(): Promise<string[]> {
  const { stdout } = await instance.svcpay('merchants', 'list', '--json')
  return JSON.parse(stdout).data.map((merchant: { merchantId: string }) => merchant.merchantId)
}

describe('svcpay up', () => {
  it('prints the addresses and the next steps correctly', async () => {
    const { status, body } = await runCurlLine()
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'requires_payment_method', amountCents: 4999 })
    expect(instance.firstBanner).toMatch(/API key +svc_live_\w+/)
    const docs = /Docs +(\S+)/.exec(instance.banner)?.[1] ?? ''
    expect((await fetch(docs)).status).toBe(200)
    const [, console = '', code = ''] = /Console +(\S+)#code=(svc_code_\w+)/.exec(instance.banner) ?? []
    expect([(await fetch(console)).status, code]).toEqual([200, expect.stringMatching(/./)])
    expect((await fetch(`${instance.url}/readyz`)).status).toBe(200)
  })

  it('shows each step as it happens', () => {
    const said = instance.firstOutput.slice(0, instance.firstOutput.indexOf('svcpay is up'))
    expect(said).toMatch(/· Setting up PostgreSQL in \S+ \(first start only\) …\n/)
    for (const step of ['Database', 'Sandbox', 'Schema, version \\d+', 'API and worker']) {
      expect(said).toMatch(new RegExp(`✓ ${step}  \\d+\\.\\d s\\n`))
    }
  })

  it('prints each request, and keeps it in the log that it names', async () => {
    const traceId = randomUUID()
    await fetch(`${instance.url}/v1/payments/svcpay_nope`, { headers: { 'x-correlation-id': traceId } })
    await instance.process.says(new RegExp(`request.*"traceId":"${traceId}".*"status":401`))
    const file = /Log +(\S+)/.exec(instance.banner)?.[1] ?? ''
    const lines = () => readFileSync(resolve(instance.cwd, file), 'utf8').split('\n')
    await expect.poll(() => lines().some(line => line.includes(traceId))).toBe(true)
    const line = lines().find(text => text.includes(traceId)) ?? ''
    expect(JSON.parse(line)).toMatchObject({ msg: 'request', path: '/v1/payments/svcpay_nope', status: 401 })
  })

  it('is found by its data dir, from subfolders, too', async () => {
    const below = join(instance.cwd, 'shop', 'src')
    mkdirSync(below, { recursive: true })
    for (const [env, cwd] of [
      [{ SVC_DATA_DIR: instance.dataDir }, tmpdir()],
      [{}, below],
    ] as const) {
      expect(await run(['merchants', 'list'], env, cwd)).toMatchObject({ code: 0, stderr: '' })
    }
  })

  it('is checked by the doctor', async () => {
    const { code, stdout, stderr } = await instance.svcpay('doctor', '--json')
    const findings: { state: string; check: string; found: string }[] = JSON.parse(stdout)
    expect([code, stderr, findings.filter(({ state }) => state === 'fault')]).toEqual([0, '', []])
    const found = findings.filter(({ check }) => check === 'webhooks').map(one => one.found)
    expect(found).toContain(`Both endpoints are registered: ${instance.url}/webhooks/processor.`)
    const disk = findings.find(({ check }) => check === 'disk')
    expect(disk?.found).toContain(` GB free in ${instance.dataDir}.`)
  })

  it('keeps its secrets in files that only their owner can read', () => {
    const secrets = readdirSync(instance.dataDir).filter(name => /key|token|password|secret/.test(name))
    expect(secrets.sort()).toEqual([
      'demo-api-key',
      'encryption-key',
      'operator-token',
      'postgres-password',
      'sandbox-platform-webhook-secret',
      'sandbox-webhook-secret',
    ])
    for (const name of secrets) expect(statSync(join(instance.dataDir, name)).mode & 0o777).toBe(0o600)
    expect(statSync(instance.dataDir).mode & 0o077).toBe(0)
  })

  it('shows no secret but the demo key', () => {
    const secrets = ['encryption-key', 'operator-token', 'postgres-password']
    const webhookSecrets = ['sandbox-webhook-secret', 'sandbox-platform-webhook-secret']
    for (const name of [...secrets, ...webhookSecrets]) {
      expect(instance.banner).not.toContain(readFileSync(join(instance.dataDir, name), 'utf8').trim())
    }
  })

  it('refuses a second start on the same data dir, and prints the address of the first', async () => {
    const second = await run(['up'], { PORT: '0', SANDBOX_PORT: '0' }, instance.cwd)
    expectRefusal(
      second,
      /already running on the data directory .*\/data/,
      `Its API is at ${instance.url}/v1`,
      /Sign in to its console at http/,
    )
    const code = /console at \S+#code=(svc_code_\w+)/.exec(second.stderr)?.[1]
    const signedIn = await fetch(`${instance.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: instance.url, 'svc-console': '1' },
      body: JSON.stringify({ code }),
    })
    expect(signedIn.status).toBe(200)
    expect((await runCurlLine()).status).toBe(200)
  })

  it('stops everything cleanly on SIGTERM, and finds its data at the next start', async () => {
    const before = { ids: await merchantIds(), key: (await runCurlLine()).key }
    await expectStop('SIGTERM')

    await instance.start()
    expect(instance.banner).not.toMatch(/API key +svc_live/)
    const again = await runCurlLine()
    expect(again.status).toBe(200)
    expect({ ids: await merchantIds(), key: again.key }).toEqual(before)
  })

  it('starts again after it was killed', async () => {
    const { key } = await runCurlLine()
    const postgres = instance.postgresPid()
    await instance.process.signal('SIGKILL')
    await instance.start()
    await expect.poll(() => isAlive(postgres)).toBe(false)
    expect(await runCurlLine()).toMatchObject({ status: 200, key })
  })

  it('fails if its database ends', async () => {
    process.kill(instance.postgresPid(), 'SIGQUIT')
    expectRefusal(await instance.process.ended, /PostgreSQL ended unexpectedly/)
    await instance.start()
    expect((await runCurlLine()).status).toBe(200)
  })

  it('stops everything cleanly on SIGINT', () => expectStop('SIGINT'))
})

async function expectStop(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const postgres = instance.postgresPid()
  const { code, stdout, stderr } = await instance.process.signal(signal)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`Stopping \\(${signal}\\)[\\s\\S]*Stopped`))
  expect(isAlive(postgres)).toBe(false)
  await expect(fetch(`${instance.url}/healthz`)).rejects.toThrow()
}

describe('svcpay up refuses with one line', () => {
  it('a data dir that cannot be used, with its own database and with another', async () => {
    const file = join(folderForThisTest(), 'file')
    writeFileSync(file, '')
    const env = { PORT: '0', SVC_DATA_DIR: join(file, 'data') }
    const outcomes = await Promise.all([
      run(['up'], env),
      run(['up'], { ...env, DATABASE_URL: `${inject('postgresUrl')}/template` }),
    ])
    for (const outcome of outcomes) {
      expectRefusal(outcome, /data directory .* cannot be used: .*SVC_DATA_DIR/)
    }
  })

  it('every port in use, before anything is started', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    const port = await new Promise<number>(done =>
      taken.once('listening', () => done((taken.address() as { port: number }).port)),
    )
    const SVC_DATA_DIR = folderForThisTest()
    const env = { PORT: `${port}`, SANDBOX_PORT: `${port}`, SVC_DATA_DIR }
    expectRefusal(
      await run(['up'], env),
      `Port ${port} on 127.0.0.1 is in use: set PORT`,
      `Port ${port} for the sandbox is in use: set SANDBOX_PORT`,
    )
    for (const started of ['svcpay.pid', 'postgres', 'sandbox']) {
      expect(readdirSync(SVC_DATA_DIR)).not.toContain(started)
    }
  })

  it('a processor other than its own sandbox, without its keys', async () => {
    const elsewhere = { SVC_PROCESSOR: 'stripe', STRIPE_API_BASE: 'http://127.0.0.1:1' }
    expectRefusal(
      await run(['up'], { PORT: '0', SVC_DATA_DIR: folderForThisTest(), ...elsewhere }),
      /STRIPE_SECRET_KEY is not set/,
      /STRIPE_PUBLISHABLE_KEY is not set/,
      /STRIPE_WEBHOOK_SECRET is not set/,
    )
  })

  it('every wrong setting, before anything is started', async () => {
    const SVC_DATA_DIR = folderForThisTest()
    const wrong = {
      PORT: 'abc',
      SANDBOX_PORT: '99999',
      DATABASE_URL: 'mysql://x',
      LOG_LEVEL: 'loud',
      SVC_OPERATOR_TOKEN: 'x',
      SVC_ENCRYPTION_KEY: 'short',
      SVC_FEE_BPS: '-1',
      SVC_PROCESSOR: 'foo',
      SVC_CALLBACK_RETRY_DELAYS_MS: '1,2',
    }
    const outcome = await run(['up'], { ...wrong, SVC_DATA_DIR })
    const named = outcome.stderr.trim().split('\n')
    expect(named.map(line => line.split(' ')[1]).sort()).toEqual(Object.keys(wrong).sort())
    expect(outcome.code).toBe(1)
    expect(readdirSync(SVC_DATA_DIR)).toEqual([])
  })
})
