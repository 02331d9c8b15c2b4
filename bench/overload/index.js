import { fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { startEmbeddedPostgres } from 'svcpay-embedded-database'
import { migrate } from '../../service/dist/db/migrate.js'
import { recordAccount } from '../../service/dist/merchants/accounts.sql.js'

// What happens to a service that is asked for twice what it can do? First the rate it can sustain, then twice that
// for a while, then a light load to see whether it has recovered, and in the end many calls at once that wait for a
// slow processor, which is no overload. Service, callers and processor are processes of their own.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '40' },
    factor: { type: 'string', default: '2' },
    /** How slow the processor is in the end, and for how many calls at once. */
    'processor-ms': { type: 'string', default: '1500' },
    burst: { type: 'string', default: '1000' },
    /** Requests a second that count as sustainable; measured when left out. */
    sustainable: { type: 'string' },
    /** As in svcpay serve. */
    processes: { type: 'string', default: '1' },
  },
})
const program = fileURLToPath(new URL('../../service/bin/svcpay.js', import.meta.url))
const beside = name => fileURLToPath(new URL(name, import.meta.url))
const operatorToken = randomBytes(24).toString('hex')
const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
const dir = await mkdtemp(join(tmpdir(), 'svcpay-overload-'))
const stops = [() => rm(dir, { recursive: true, force: true, maxRetries: 10 })]

async function startDatabase() {
  const embedded = await startEmbeddedPostgres({ dir })
  stops.unshift(() => embedded.stop())
  const { user, password, host, port } = embedded.connection
  const base = `postgres://${user}:${password}@${host}:${port}`
  const server = postgres(`${base}/postgres`, { max: 1 })
  await server`create database overload`
  await server.end()
  await migrate(`${base}/overload`)
  return `${base}/overload`
}

function startHelper(name, ...args) {
  const child = fork(beside(name), args)
  stops.unshift(() => child.kill('SIGKILL'))
  return child
}

async function startService(databaseUrl, processorPort) {
  const child = spawn(process.execPath, [program, 'serve', '--processes', values.processes], {
    cwd: dir,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'info',
      DATABASE_URL: databaseUrl,
      SVC_OPERATOR_TOKEN: operatorToken,
      SVC_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      SVC_RATE_LIMIT_PER_SECOND: '0',
      STRIPE_API_BASE: `http://127.0.0.1:${processorPort}`,
      STRIPE_SECRET_KEY: 'sk_test_bench',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stops.unshift(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise((resolve, reject) => {
    lines.on('line', line => line.includes('"listening"') && resolve(JSON.parse(line).url))
    child.once('exit', () => reject(new Error('the service ended before it listened')))
  })
  return { url, pid: child.pid }
}

async function addMerchant(url, databaseUrl) {
  const response = await fetch(`${url}/admin/v1/merchants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: '{"name":"Overload"}',
  })
  const { merchantId, apiKey } = await response.json()
  const sql = postgres(databaseUrl, { max: 1 })
  const snapshot = {
    accountId: 'acct_bench',
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
    disabledReason: null,
    pastDue: false,
    currentlyDue: [],
  }
  await recordAccount(sql, merchantId, 'stripe', snapshot, new Date())
  await sql.end()
  return apiKey
}

/** Null where there is no /proc. */
function megabytes(pid) {
  const path = `/proc/${pid}/status`
  if (!existsSync(path)) return null
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1]) / 1024)
}

async function measure(load, what, task) {
  load.send(task)
  const [result] = await once(load, 'message')
  console.log(JSON.stringify({ what, ...result, serviceMb: megabytes(service.pid) }))
  return result
}

const isEmpty = counts => Object.keys(counts).length === 0

let service
try {
  const databaseUrl = await startDatabase()
  const processor = startHelper('processor.js')
  const [processorPort] = await once(processor, 'message')
  service = await startService(databaseUrl, processorPort)
  const apiKey = await addMerchant(service.url, databaseUrl)
  const load = startHelper('load.js', new URL(service.url).port, apiKey, webhookSecret)

  await measure(load, 'warm-up', { task: 'closed', callers: 32, seconds: 4 })
  const measured = await measure(load, 'sustainable', { task: 'closed', callers: 32, seconds: 8 })
  const sustainable = Number(values.sustainable ?? measured.acceptedPerSecond)
  const rate = Math.round(sustainable * Number(values.factor))
  const { creates } = await measure(load, `overload, ${rate}/s`, {
    task: 'open',
    rate,
    seconds: Number(values.seconds),
  })
  const light = Math.round(sustainable / 4)
  const after = await measure(load, `right after, ${light}/s`, { task: 'open', rate: light, seconds: 3 })

  processor.send({ latencyMs: Number(values['processor-ms']) })
  const burst = await measure(load, `${values.burst} at once, processor slow`, {
    task: 'burst',
    callers: Number(values.burst),
  })

  const promises = {
    'accepted p99 ≤ 1 s': creates.accepted.p99 <= 1000,
    'refusal p99 ≤ 100 ms': creates.refused.count > 0 && creates.refused.p99 <= 100,
    'throughput ≥ 90 % of sustainable': creates.acceptedPerSecond >= 0.9 * sustainable,
    'no other answers': isEmpty(creates.others),
    'all accepted right after': after.creates.refused.count === 0 && isEmpty(after.creates.others),
    'none refused for a slow processor': burst.refused.count === 0 && isEmpty(burst.others),
  }
  console.log(JSON.stringify(promises, null, 2))
  if (Object.values(promises).includes(false)) process.exitCode = 1
} finally {
  for (const stop of stops) await stop()
}
