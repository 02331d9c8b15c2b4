import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formRequest, hammer } from './raw-client.js'

const help = `npm run bench -w sandbox [-- options]

Creates payment intents over raw sockets.

  --requests N      how many (20000)
  --connections N   connections (16)
  --confirm         confirm each with a test card at once: a payment method, a charge and three more events
  --memory          without a data dir`

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '16' },
    confirm: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(help)
  process.exit()
}
const requests = Number(values.requests)
const command = fileURLToPath(new URL('../bin/svcpay-sandbox.js', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'sandbox-bench-'))

function start() {
  const args = ['--port', '0', ...(values.memory ? [] : ['--data-dir', dir])]
  const began = performance.now()
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('close', code => reject(new Error(`the sandbox ended with ${code}`)))
    child.stdout.once('data', line => {
      const url = String(line).trim().split(' ').at(-1) ?? ''
      resolve({ child, url, port: Number(new URL(url).port), startMs: performance.now() - began })
    })
  })
}

/** @returns {Promise<any>} */
async function state(url) {
  return (await fetch(`${url}/_sandbox/state`)).json()
}

async function stop(child) {
  const ended = new Promise(resolve => child.on('exit', resolve))
  child.removeAllListeners('close')
  child.kill('SIGTERM')
  await ended
}

const pay = values.confirm ? '&confirm=true&payment_method=pm_card_visa' : ''
const body = `amount=2000&currency=usd&allowed_payment_method_types[0]=card&metadata[order]=1234${pay}`
const makeRequest = n =>
  formRequest('/v1/payment_intents', 'sk_test_sandbox', body, { 'idempotency-key': `bench-${n}` })

const sandbox = await start()
const warmup = { port: sandbox.port, connections: 4, requests: 1000 }
await hammer({
  ...warmup,
  makeRequest: n =>
    formRequest('/v1/payment_intents', 'sk_test_sandbox', body, { 'idempotency-key': `warm-${n}` }),
})
const before = await state(sandbox.url)
const { seconds, refused } = await hammer({
  port: sandbox.port,
  connections: Number(values.connections),
  requests,
  makeRequest,
})
const after = await state(sandbox.url)
const cpuMs = after.process.cpu_ms - before.process.cpu_ms
const rows = {
  'payment intents': after.counts.payment_intent,
  refused,
  'created per second': Math.round(requests / seconds),
  'CPU per call (ms)': Number((cpuMs / requests).toFixed(3)),
  'per second on one whole core': Math.round((requests / cpuMs) * 1000),
  'memory (MB)': Math.round(after.process.rss_bytes / 1e6),
}
await stop(sandbox.child)
if (!values.memory) {
  rows['log (MB)'] = Math.round(statSync(join(dir, 'sandbox.log')).size / 1e6)
  const again = await start()
  const loaded = await state(again.url)
  rows['next start (ms)'] = Math.round(again.startMs)
  rows['CPU of the next start (ms)'] = Math.round(loaded.process.cpu_ms)
  rows['memory after the next start (MB)'] = Math.round(loaded.process.rss_bytes / 1e6)
  if (loaded.counts.payment_intent !== after.counts.payment_intent) throw new Error('some were lost')
  await stop(again.child)
}
rmSync(dir, { recursive: true, force: true })
console.table(rows)
