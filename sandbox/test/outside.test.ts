import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { needs } from '../../vitest.needs.ts'

const program = fileURLToPath(new URL('../outside/run.js', import.meta.url))

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n'), stderr }
}

/** A recording: the request, and Stripe's answer. */
function interaction(method: string, path: string, form: string, status: number, body: object) {
  return {
    request: { method, uri: `https://api.stripe.com${path}`, body: { string: form }, headers: {} },
    response: { status: { code: status }, body: { string: JSON.stringify(body) } },
  }
}

test('replays recordings, and tells passed, failed and out of scope apart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-outside-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const customer = { id: 'cus_Recorded123456', object: 'customer' }
  const http_interactions = [
    interaction('post', '/v1/customers', 'email=a@example.com', 200, customer),
    // By now, its id is one of ours.
    interaction('get', '/v1/customers/cus_Recorded123456', '', 200, customer),
    interaction('get', '/v1/customers/cus_Recorded123456', '', 404, { error: { code: 'resource_missing' } }),
    interaction('get', '/v1/subscriptions', '', 200, {}),
    interaction('get', '/v1/customers/cus_MadeBefore1234', '', 200, customer),
  ]
  writeFileSync(join(folder, 'other.yml'), 'help: "stripe.com')
  // JSON is YAML.
  writeFileSync(join(folder, 'customer.yml'), JSON.stringify({ http_interactions }))
  const { status, lines } = run('recordings', folder)
  expect(lines.at(-1)).toBe('2 of 3 passed, 1 failed, 2 out of scope')
  expect(lines[2]).toContain('customer.yml #3 GET /v1/customers/cus_Recorded123456: 404 became 200')
  expect(status).toBe(1)
})

test('lists the suites', () => {
  const { status, stderr } = run('nonsense')
  expect([status, stderr]).toEqual([2, expect.stringContaining('stripe-cli, stripe-node')])
})

const cloned: [string, string, string][] = [
  [
    'stripe-cli',
    'pkg/fixtures/triggers/customer.created.json',
    JSON.stringify({ fixtures: [{ name: 'customer', path: '/v1/customers', method: 'post' }] }),
  ],
  [
    'stripe-node',
    'test/resources/generated_examples_test.spec.js',
    `const stripe = require('../testUtils.js').getStripeMockClient()
    it('customers.retrieve', async () => { await stripe.customers.retrieve('cus_xxxxxxxxxxxxx') })`,
  ],
  [
    'localstripe',
    'test.sh',
    '#!/bin/bash\n\ncus=$(curl -sSfg -u $SK: $HOST/v1/customers -d email=a@example.com)\n',
  ],
]

// one of them calls it
beforeEach(test => needs(test, 'curl'))

test.each(cloned)('runs %s', (suite, file, content) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-outside-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), content)
  expect(run(suite, folder)).toEqual({
    status: 0,
    lines: ['1 of 1 passed, 0 failed, 0 out of scope'],
    stderr: '',
  })
})
