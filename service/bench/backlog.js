import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { claimDeliveries } from '../dist/callbacks/claim.sql.js'
import { countDeliveries } from '../dist/callbacks/deliveries.sql.js'
import { redeliverAll } from '../dist/callbacks/redeliver.js'
import { systemClock } from '../dist/clock.js'
import { seal } from '../dist/crypto.js'
import { startEmbeddedPostgres } from '../dist/db/embedded/index.js'
import { migrate } from '../dist/db/migrate.js'
import { newMerchantId } from '../dist/ids.js'

// One dead merchant with a long queue beside many healthy ones: what does it cost the healthy?
const { values } = parseArgs({
  options: {
    backlog: { type: 'string', default: '1000000' },
    healthy: { type: 'string', default: '100' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '15' },
    /** Prints the claim's plans. */
    plans: { type: 'boolean', default: false },
  },
})
const [backlog, healthy, rate, seconds] = ['backlog', 'healthy', 'rate', 'seconds'].map(name =>
  Number(values[name]),
)
const encryptionKey = randomBytes(32)
const program = fileURLToPath(new URL('../bin/svcpay.js', import.meta.url))
const dir = await mkdtemp(join(tmpdir(), 'svcpay-backlog-'))
const embedded = await startEmbeddedPostgres({ dir })
const { user, password, host, port } = embedded.connection
const url = `postgres://${user}:${password}@${host}:${port}`
const server = postgres(`${url}/postgres`, { max: 1 })
await server`create database backlog`
await server.end()
const databaseUrl = `${url}/backlog`
await migrate(databaseUrl)
const sql = postgres(databaseUrl, {
  max: 8,
  onnotice: () => {},
  transform: { column: { from: postgres.toCamel } },
})

const sentAt = new Map()
let latencies = []
const receiver = createServer((request, response) => {
  if (request.url === '/dead') return // never answers
  const id = request.headers['svc-event-id']
  latencies.push(performance.now() - (sentAt.get(id) ?? 0))
  sentAt.delete(id)
  request.resume().on('end', () => response.end())
}).listen(0, '127.0.0.1')
await new Promise(resolve => receiver.once('listening', resolve))
const receiverUrl = `http://127.0.0.1:${receiver.address().port}`

async function addMerchant(path) {
  const merchantId = newMerchantId()
  await sql`
    insert into merchants (merchant_id, name, callback_url, created_at)
    values (${merchantId}, 'x', ${receiverUrl + path}, now())`
  await sql`insert into callback_endpoints (merchant_id) values (${merchantId})`
  await sql`
    insert into callback_secrets (merchant_id, secret_id, sealed, created_at)
    values (${merchantId}, ${merchantId.replace('mer_', 'cbs_')}, ${seal(encryptionKey, merchantId, 'whsec_x')}, now())`
  return merchantId
}

const merchants = []
let dead
for (let i = 0; i < healthy; i++) {
  if (i === Math.floor(healthy / 2)) dead = await addMerchant('/dead')
  merchants.push(await addMerchant('/well'))
}

let events = 0
async function enqueue(merchantId) {
  const eventId = `evt_${events++}`
  const deliveryId = `dlv_${randomBytes(13).toString('hex')}`
  sentAt.set(eventId, performance.now())
  await sql`
    with recorded as (
      insert into events (merchant_id, processor, event_id, type, body, outcome, created_at, received_at)
      values (${merchantId}, 'sandbox', ${eventId}, 'payment_intent.succeeded', '{}', 'applied', now(), now())
    ), delivered as (
      insert into deliveries (merchant_id, delivery_id, processor, event_id, type, state, created_at, updated_at)
      values (${merchantId}, ${deliveryId}, 'sandbox', ${eventId}, 'payment_intent.succeeded', 'pending', now(), now())
    )
    insert into delivery_queue (merchant_id, delivery_id, due_at, attempt)
    values (${merchantId}, ${deliveryId}, now(), 1)`
}

/** Half of them first attempts, half later ones, all due. */
async function makeBacklog() {
  const step = 50_000
  for (let from = 1; from <= backlog; from += step) {
    const to = Math.min(backlog, from + step - 1)
    await sql`
      with numbers as (
        select n, 'evt_dead' || n as event_id, 'dlv_' || lpad(n::text, 26, '0') as delivery_id
        from generate_series(${from}::int, ${to}::int) n
      ), recorded as (
        insert into events (merchant_id, processor, event_id, type, body, outcome, created_at, received_at)
        select ${dead}, 'sandbox', event_id, 'payment_intent.succeeded', '{}', 'applied', now(), now() from numbers
      ), delivered as (
        insert into deliveries (merchant_id, delivery_id, processor, event_id, type, state, created_at, updated_at)
        select ${dead}, delivery_id, 'sandbox', event_id, 'payment_intent.succeeded', 'pending', now(), now()
        from numbers
      )
      insert into delivery_queue (merchant_id, delivery_id, due_at, attempt)
      select ${dead}, delivery_id, now() - interval '1 hour' + n * interval '1 millisecond', 1 + n % 2
      from numbers`
  }
}

const worker = spawn(process.execPath, [program, 'serve', '--role', 'worker'], {
  cwd: dir,
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    SVC_OPERATOR_TOKEN: 'operator-token-of-the-bench',
    SVC_ENCRYPTION_KEY: encryptionKey.toString('base64'),
    SVC_CALLBACK_ALLOW_PRIVATE: 'true',
    SVC_CALLBACK_TIMEOUT_MS: '2000',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
})

const megabytes = name => {
  const found = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))
  return Math.round(Number(found?.[1]) / 1024)
}
const cpuSeconds = () => {
  const fields = readFileSync(`/proc/${worker.pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
const at = (sorted, share) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10

async function load(name) {
  latencies = []
  const cpu = cpuSeconds()
  const total = rate * seconds
  const began = performance.now()
  for (let i = 0; i < total; i++) {
    const wait = (i * 1000) / rate - (performance.now() - began)
    if (wait > 1) await new Promise(resolve => setTimeout(resolve, wait))
    enqueue(merchants[i % merchants.length]).catch(error => console.error(error.message))
  }
  while (latencies.length < total) await new Promise(resolve => setTimeout(resolve, 20))
  const sorted = latencies.toSorted((a, b) => a - b)
  const line = {
    what: name,
    callbacks: total,
    p50: at(sorted, 0.5),
    p95: at(sorted, 0.95),
    p99: at(sorted, 0.99),
    max: at(sorted, 0.9999),
    workerCpuMsEach: Math.round(((cpuSeconds() - cpu) / total) * 1e5) / 100,
    workerMb: megabytes('VmRSS'),
    workerPeakMb: megabytes('VmHWM'),
  }
  console.log(JSON.stringify(line))
  return line
}

/** The plan that the server really uses, the generic one of a prepared statement included. */
async function explainClaim(name) {
  const plans = []
  const watched = postgres(databaseUrl, { max: 1, onnotice: ({ message }) => plans.push(message) })
  await watched`load 'auto_explain'`
  await watched.unsafe(`set client_min_messages = log; set auto_explain.log_min_duration = 0;
    set auto_explain.log_analyze = on; set auto_explain.log_buffers = on`)
  await watched`update callback_endpoints set failures_in_a_row = 0, paused_until = null where merchant_id = ${dead}`
  for (const lane of ['first', 'again']) {
    const times = []
    for (let i = 0; i < 8; i++) {
      plans.length = 0
      const now = new Date()
      const leaseUntil = new Date(now.getTime() + 30_000)
      const request = { lane, claimId: 'bench', now, leaseUntil, after: '', maxEndpoints: 200 }
      await watched
        .begin(async tx => {
          await claimDeliveries(tx, { ...request, maxPerEndpoint: 10, limit: 256 })
          throw new Error('undo')
        })
        .catch(() => {})
      const plan = plans.find(text => text.includes('delivery_queue'))
      times.push(Number(/duration: ([\d.]+) ms/.exec(plan ?? '')?.[1]))
      if (values.plans && (i === 0 || i === 7)) console.log(`${name}, ${lane}, run ${i + 1}\n${plan}`)
    }
    const buffers = /Buffers: (.*)/.exec(plans.find(text => text.includes('delivery_queue')) ?? '')?.[1]
    console.log(JSON.stringify({ what: `claim ${name}, ${lane}`, ms: times, buffers }))
  }
  await watched.end()
}

async function timeBulk() {
  const filter = { merchantId: dead, state: 'pending', type: null, from: null, to: null }
  const began = performance.now()
  const matching = await countDeliveries(sql, filter)
  const counted = performance.now()
  const actor = { name: 'operator', traceId: 'bench' }
  const count = await redeliverAll({ db: sql, clock: systemClock, wakeCallbacks() {} }, actor, filter, false)
  const ms = { count: Math.round(counted - began), redeliver: Math.round(performance.now() - counted) }
  console.log(JSON.stringify({ what: 'bulk redelivery', matching, count, ms }))
}

try {
  while (sentAt.size === 0 && latencies.length === 0) await enqueue(merchants[0])
  while (latencies.length === 0) await new Promise(resolve => setTimeout(resolve, 50))
  await load('to warm up')
  const without = await load('without a dead merchant')
  const began = performance.now()
  await makeBacklog()
  console.log(`${backlog} deliveries queued in ${Math.round((performance.now() - began) / 1000)} s`)
  const fresh = await load('with the backlog, its statistics not known yet')
  await explainClaim('before analyze')
  await sql`analyze`
  await explainClaim('after analyze')
  const known = await load('with the backlog')
  const again = await load('with the backlog, again')
  const [left] = await sql`
    select count(*)::int as count, count(*) filter (where attempt <= 2)::int as untouched from delivery_queue`
  console.log(
    JSON.stringify({
      stillQueued: left.count,
      p99Ratio: known.p99 / without.p99,
      p99RatioAgain: again.p99 / without.p99,
      freshRatio: fresh.p99 / without.p99,
    }),
  )
  await timeBulk()
} finally {
  worker.kill('SIGKILL')
  await sql.end({ timeout: 5 })
  receiver.closeAllConnections()
  receiver.close()
  await embedded.stop()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
}
