import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'

const program = fileURLToPath(new URL('../bin/svcpay-sandbox.js', import.meta.url))

interface Running {
  readonly child: ChildProcess
  readonly url: string
  readonly stripe: Stripe
}

/** Runs the command until it prints where it listens, or ends. */
function run(...args: string[]): Promise<Running | { code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  return new Promise(resolve => {
    child.on('close', code => resolve({ code, stderr }))
    child.stdout.on('data', chunk => {
      stdout += chunk
      const url = /^svcpay-sandbox listening on (http:\/\/\S+)\n/.exec(stdout)?.[1]
      if (!url) return
      const { hostname, port } = new URL(url)
      const stripe = new Stripe('sk_test_sandbox', {
        host: hostname,
        port,
        protocol: 'http',
        telemetry: false,
      })
      resolve({ child, url, stripe })
    })
  })
}

async function start(...args: string[]): Promise<Running> {
  const running = await run('--port', '0', ...args)
  if ('child' in running) return running
  throw new Error(`the command ended: ${running.stderr}`)
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise(resolve => child.on('close', code => resolve(code)))
}

function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('stops cleanly when asked to', async () => {
  const { child } = await start('--data-dir', tempDir())
  const code = ended(child)
  child.kill('SIGTERM')
  expect(await code).toBe(0)
})

test('settles bank debits by itself, after a few seconds by default', async () => {
  const { stripe, url } = await start()
  const { id } = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['us_bank_account'],
    confirm: true,
    payment_method: 'pm_usBankAccount_success',
  })
  await fetch(`${url}/_sandbox/clock`, { method: 'POST', body: '{"advance_ms": 2500}' })
  await waitUntil(async () => (await stripe.paymentIntents.retrieve(id)).status === 'succeeded')
})

test('loses no answered request to kill -9', async () => {
  const dir = tempDir()
  const first = await start('--data-dir', dir)
  const answered: string[] = []
  const killed = ended(first.child)
  const paying = Array.from({ length: 4 }, async () => {
    for (;;) {
      const intent = await first.stripe.paymentIntents.create(
        { amount: 1000, currency: 'usd', allowed_payment_method_types: ['card'] },
        { maxNetworkRetries: 0 },
      )
      answered.push(intent.id)
      if (answered.length === 60) first.child.kill('SIGKILL')
    }
  })
  await Promise.allSettled(paying)
  await killed
  const second = await start('--data-dir', dir)
  const found = new Set<string>()
  for await (const intent of second.stripe.paymentIntents.list({ limit: 100 })) found.add(intent.id)
  expect(answered.length).toBeGreaterThanOrEqual(60)
  expect(answered.filter(id => !found.has(id))).toEqual([])
})

test('a port in use, an unusable data dir and a live key end it with one clear line', async () => {
  const { url } = await start()
  const { port } = new URL(url)
  expect(await run('--port', port)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^svcpay-sandbox: the port is already in use.*\n$/),
  })
  for (const useless of ['/dev/null/x', '/proc/nope']) {
    expect(await run('--port', '0', '--data-dir', useless)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^svcpay-sandbox: data dir ${useless} cannot be used.*\\n$`)),
    })
  }
  expect(await run('--port', 'abc')).toMatchObject({ code: 1 })
  expect(await run('--port', '0', '--secret-key', 'sk_live_x')).toEqual({
    code: 1,
    stderr: 'svcpay-sandbox: the sandbox accepts test keys only, not live keys\n',
  })
})
