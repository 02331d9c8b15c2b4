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
import { startEmbeddedPostgres } from 'svcpay-embedded-database'
import { systemClock } from '../service/dist/clock.js'
import { defaultRetryDelaysMs } from '../service/dist/config.js'
import { seal } from '../service/dist/crypto.js'
import { migrate } from '../service/dist/db/migrate.js'
import { claimInOne } from '../service/dist/deliveries/claim.sql.js'
import { countDeliveries } from '../service/dist/deliveries/deliveries.sql.js'
import { redeliverAll } from '../service/dist/deliveries/redeliver.js'
import { newDeliveryId, newMerchantId } from '../service/dist/ids.js'
import { endWaiting } from '../service/dist/jobs/end-waiting-deliveries.js'

// One dead merchant with a long queue, or many slow ones, beside many healthy ones: what does it cost the healthy? The
// same load goes to a service with them and to one without, in turns of a few seconds, so that whatever else the
// machine does falls on both alike.
const { values } = parseArgs({
  options: {
    backlog: { type: 'string', default: '1000000' },
    healthy: { type: 'string', default: '100' },
    rate: { type: 'string', default: '200' },
    turns: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '3' },
    /** Endpoints that answer after so long, each with fifty callbacks waiting. */
    slow: { type: 'string', default: '0' },
    'slow-ms': { type: 'string', default: '9000' },
    /** The slow endpoints answered quickly until now. */
    'slow-turned': { type: 'boolean', default: false },
    /** Leaves out what is only about the dead merchant: plans, bulk redelivery, dead letters. */
    'only-ratio': { type: 'boolean', default: false },
    /** Prints the claim's plans. */
    plans: { type: 'boolean', default: false },
  },
})
const number = name => Number(values[name])
const [backlog, healthy, rate] = [number('backlog'), number('healthy'), number('rate')]
const [turns, seconds] = [number('turns'), number('seconds')]
const [slow, slowMs] = [number('slow'), number('slow-ms')]
const onlyRatio = values['only-ratio']
const encryptionKey = randomBytes(32)
const program = fileURLToPath(new URL('../service/bin/svcpay.js', import.meta.url))
const dir = await mkdtemp(join(tmpdir(), 'svcpay-backlog-'))
const embedded = await startEmbeddedPostgres({ dir })
const { user, password, host, port } = embedded.connection
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))

const sentAt = new Map()
const arrivedAfter = new Map()
let [slowInFlight, slowPeak, slowAnswers] = [0, 0, 0]
const receiver = createServer((request, response) => {
  if (request.url === '/dead') return // never answers
  if (request.url.startsWith('/slow')) {
    slowInFlight += 1
    slowPeak = Math.max(slowPeak, slowInFlight)
    setTimeout(() => {
      slowInFlight -= 1
      slowAnswers += 1
      response.end()
    }, slowMs)
    return
  }
  const id = request.headers['svc-event-id']
  arrivedAfter.set(id, performance.now() - (sentAt.get(id) ?? 0))
  request.resume().on('end', () => response.end())
}).listen(0, '127.0.0.1')
await new Promise(resolve => receiver.once('listening', resolve))
const receiverUrl = `http://127.0.0.1:${receiver.address().port}`

/** A database with its merchants, the dead one in their midst, and a worker process of its own. */
async function startSide(name) {
  const base = `postgres://${user}:${password}@${host}:${port}`
  const server = postgres(`${base}/postgres`, { max: 1 })
  await server`create database ${server(name)}`
  await server.end()
  const databaseUrl = `${base}/${name}`
  await migrate(databaseUrl)
  const transform = { column: { from: postgres.toCamel } }
  const sql = postgres(databaseUrl, { max: 8, onnotice: () => {}, transform })
  const merchants = []
  let dead
  for (let i = 0; i < healthy; i++) {
    if (i === Math.floor(healthy / 2)) dead = await addMerchant(sql, '/dead')
    merchants.push(await addMerchant(sql, '/well'))
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
      SVC_CALLBACK_TIMEOUT_MS: slow > 0 ? '10000' : '2000',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return { name, databaseUrl, sql, merchants, dead, worker, latencies: [], cpu: 0 }
}

async function addMerchant(sql, path) {
  const merchantId = newMerchantId()
  const sealed = seal([{ id: 'default', key: encryptionKey }], merchantId, 'whsec_x')
  await sql`
    insert into merchants (merchant_id, name, callback_url, created_at)
    values (${merchantId}, 'x', ${receiverUrl + path}, now())`
  await sql`insert into callback_endpoints (merchant_id) values (${merchantId})`
  await sql`
    insert into callback_secrets (merchant_id, secret_id, sealed, created_at)
    values (${merchantId}, ${merchantId.replace('mer_', 'cbs_')}, ${sealed}, now())`
  return merchantId
}

let events = 0
function enqueue({ sql }, merchantId) {
  const eventId = `evt_${events++}`
  const deliveryId = newDeliveryId()
  sentAt.set(eventId, performance.now())
  const queued = sql`
    with recorded as (
      insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at)
      values (${merchantId}, 'sandbox', ${eventId}, 'payment_intent.succeeded', '{}', 'applied', now(), now())
    ), delivered as (
      insert into deliveries (merchant_id, delivery_id, processor, event_id, type, state, created_at, updated_at)
      values (${merchantId}, ${deliveryId}, 'sandbox', ${eventId}, 'payment_intent.succeeded', 'pending', now(), now())
    )
    insert into delivery_queue (merchant_id, delivery_id, due_at, attempt)
    values (${merchantId}, ${deliveryId}, now(), 1)`
    .then(() => sql.notify('svcpay_callbacks', 'bench'))
    .catch(error => console.error(error.message))
  return { eventId, queued }
}

/** Half of them first attempts, half later ones, all due. */
async function makeBacklog({ sql, dead }) {
  const step = 50_000
  const sameTime = newDeliveryId().slice(0, 14)
  for (let from = 1; from <= backlog; from += step) {
    const to = Math.min(backlog, from + step - 1)
    await sql`
      with numbers as (
        select n, 'evt_dead' || n as event_id, ${sameTime} || lpad(n::text, 16, '0') as delivery_id
        from generate_series(${from}::int, ${to}::int) n
      ), recorded as (
        insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at)
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

async function makeSlow({ sql }) {
  for (let i = 0; i < slow; i++) {
    const merchantId = await addMerchant(sql, `/slow/${i}`)
    await sql`update callback_endpoints set quick = ${values['slow-turned']} where merchant_id = ${merchantId}`
    for (let n = 0; n < 50; n++) await enqueue({ sql }, merchantId).queued
  }
}

function megabytes({ worker }, name) {
  const found = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))
  return Math.round(Number(found?.[1]) / 1024)
}

function cpuSeconds({ worker }) {
  const fields = readFileSync(`/proc/${worker.pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Callbacks at a steady rate for some seconds, until all have come. */
async function takeTurn(side) {
  const cpu = cpuSeconds(side)
  const began = performance.now()
  const ids = []
  for (let i = 0; i < rate * seconds; i++) {
    const wait = (i * 1000) / rate - (performance.now() - began)
    if (wait > 1) await pause(wait)
    ids.push(enqueue(side, side.merchants[i % side.merchants.length]).eventId)
  }
  while (!ids.every(id => arrivedAfter.has(id))) await pause(20)
  side.latencies.push(...ids.map(id => arrivedAfter.get(id)))
  side.cpu += cpuSeconds(side) - cpu
}

function report(side) {
  const sorted = side.latencies.toSorted((a, b) => a - b)
  const at = share => Math.round(sorted[Math.floor((sorted.length - 1) * share)] * 10) / 10
  const line = {
    what: side.name,
    callbacks: sorted.length,
    ms: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
    workerCpuMsEach: Math.round((side.cpu / sorted.length) * 1e5) / 100,
    workerMb: megabytes(side, 'VmRSS'),
    workerPeakMb: megabytes(side, 'VmHWM'),
  }
  console.log(JSON.stringify(line))
  return line
}

/** The plan that the server really uses, the generic one of a prepared statement included. */
async function explainClaim({ databaseUrl, dead }, name) {
  const plans = []
  const watched = postgres(databaseUrl, { max: 1, onnotice: ({ message }) => plans.push(message) })
  await watched`load 'auto_explain'`
  await watched.unsafe(`set client_min_messages = log; set auto_explain.log_min_duration = 0;
    set auto_explain.log_analyze = on; set auto_explain.log_buffers = on`)
  for (const line of ['first', 'again']) {
    const times = []
    let plan = ''
    for (let i = 0; i < 8; i++) {
      plans.length = 0
      const now = new Date()
      const leaseUntil = new Date(now.getTime() + 30_000)
      const request = { line, quick: false, claimId: 'bench', now, leaseUntil, after: '', maxEndpoints: 200 }
      const limits = { maxPerEndpoint: 10, firstPerEndpoint: 10, rooms: {}, limit: 256 }
      await watched
        .begin(async tx => {
          await tx`
            update callback_endpoints set failures_in_a_row = 0, paused_until = null where merchant_id = ${dead}`
          await claimInOne(tx, { ...request, ...limits })
          throw new Error('undo')
        })
        .catch(() => {})
      plan = plans.find(text => text.includes('delivery_queue')) ?? ''
      times.push(Number(/duration: ([\d.]+) ms/.exec(plan)?.[1]))
      if (values.plans && (i === 0 || i === 7)) console.log(`${name}, ${line}, run ${i + 1}\n${plan}`)
    }
    const buffers = /Buffers: (.*)/.exec(plan)?.[1]
    console.log(JSON.stringify({ what: `claim ${name}, ${line}`, ms: times, buffers }))
  }
  await watched.end()
}

async function timeBulk({ sql, dead }) {
  const filter = { merchantId: dead, state: 'pending', type: null, from: null, to: null }
  const began = performance.now()
  const matching = await countDeliveries(sql, filter)
  const counted = performance.now()
  const actor = { name: 'operator', traceId: 'bench' }
  const count = await redeliverAll({ db: sql, clock: systemClock, wakeCallbacks() {} }, actor, filter, false)
  const ms = { count: Math.round(counted - began), redeliver: Math.round(performance.now() - counted) }
  console.log(JSON.stringify({ what: 'bulk redelivery', matching, count, ms }))
}

/** All that waits for the dead merchant becomes dead letters, four days from now. */
async function timeEnding({ sql, dead }) {
  await sql`update callback_endpoints set failures_in_a_row = 10 where merchant_id = ${dead}`
  const clock = { now: () => new Date(Date.now() + 4 * 86_400_000), elapsedMs: () => performance.now() }
  const callbacks = { retryDelaysMs: defaultRetryDelaysMs, timeoutMs: 10_000 }
  const began = performance.now()
  await endWaiting({ db: sql, clock, callbacks }).run()
  const ms = Math.round(performance.now() - began)
  const again = performance.now()
  await endWaiting({ db: sql, clock, callbacks }).run()
  const msIdle = Math.round(performance.now() - again)
  const [row] = await sql`select count(*)::int as count from deliveries where state = 'dead'`
  console.log(JSON.stringify({ what: 'dead letters of what waited too long', ...row, ms, msIdle }))
}

const sides = []
try {
  for (const name of ['without', 'with']) sides.push(await startSide(name))
  const [without, burdened] = sides
  for (const side of sides) {
    await takeTurn(side)
    Object.assign(side, { latencies: [], cpu: 0 })
  }
  if (backlog > 0) {
    const began = performance.now()
    await makeBacklog(burdened)
    console.log(`${backlog} deliveries queued in ${Math.round((performance.now() - began) / 1000)} s`)
    if (!onlyRatio) await explainClaim(burdened, 'before analyze')
    await burdened.sql`analyze`
    if (!onlyRatio) await explainClaim(burdened, 'after analyze')
  }
  const slowQueued = makeSlow(burdened)
  for (let turn = 0; turn < turns; turn++) {
    for (const side of turn % 2 ? [burdened, without] : [without, burdened]) await takeTurn(side)
  }
  await slowQueued
  const [alone, beside] = [report(without), report(burdened)]
  const ratio = { p50: beside.ms.p50 / alone.ms.p50, p99: beside.ms.p99 / alone.ms.p99 }
  console.log(JSON.stringify({ what: 'with to without', ratio }))
  if (slow > 0) console.log(JSON.stringify({ what: 'slow', endpoints: slow, slowPeak, slowAnswers }))
  if (backlog > 0 && !onlyRatio) {
    await timeBulk(burdened)
    await timeEnding(burdened)
  }
} finally {
  for (const { worker, sql } of sides) {
    worker.kill('SIGKILL')
    await sql.end({ timeout: 5 })
  }
  receiver.closeAllConnections()
  receiver.close()
  await embedded.stop()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
}
