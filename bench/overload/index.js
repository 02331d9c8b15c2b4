import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { openDb } from 'svcpay/dist/db/db.js'
import { migrate } from 'svcpay/dist/db/migrate.js'
import { startEmbeddedPostgres } from 'svcpay-embedded-database'
import { readOptions } from '../src/arguments.js'
import { startChild } from '../src/children.js'
import { addMerchants } from '../src/merchants.js'
import { residentMb } from '../src/processes.js'
import { secrets, startService } from '../src/service.js'

const help = `npm run overload -w service [-- options]

Shows what happens to a service that gets twice the load it can carry. It measures the rate that the service can
sustain, sends twice as much for a while, then a light load to see whether the service has recovered. At the end, many
calls at once wait for a slow processor, which is not an overload. Service, callers and processor are processes of
their own.

  --seconds N       how long the overload lasts (40)
  --factor N        how many times the sustainable rate (2)
  --sustainable N   requests a second that count as sustainable (measured)
  --burst N         calls that wait for a slow processor (1000)
  --processor-ms N  how long the processor takes to answer (1500)`

const values = readOptions(help, {
  seconds: { type: 'string', default: '40' },
  factor: { type: 'string', default: '2' },
  sustainable: { type: 'string' },
  burst: { type: 'string', default: '1000' },
  'processor-ms': { type: 'string', default: '1500' },
})
const seconds = Number(values.seconds)
const dir = await mkdtemp(join(tmpdir(), 'svcpay-overload-'))
const stops = [() => rm(dir, { recursive: true, force: true, maxRetries: 10 })]

/** Stops the part at the end, before any part that was started earlier. */
function keep(part) {
  stops.unshift(() => part.stop())
  return part
}

async function startDatabase() {
  const { connection } = keep(await startEmbeddedPostgres({ dir }))
  const { user, password, host, port } = connection
  const base = `postgres://${user}:${password}@${host}:${port}`
  const server = postgres(`${base}/postgres`, { max: 1 })
  await server`create database overload`
  await server.end()
  await migrate(`${base}/overload`)
  return `${base}/overload`
}

async function addMerchant(databaseUrl) {
  const db = openDb(databaseUrl, { maxConnections: 1 })
  const [{ apiKey }] = await addMerchants(db, 1)
  await db.end()
  return apiKey
}

async function measure(load, what, task) {
  const result = await load.ask(task)
  console.log(JSON.stringify({ what, ...result, serviceMb: Math.round(residentMb(service.pid)) }))
  return result
}

async function measureSustainable(load) {
  const task = { task: 'closed', callers: 32, seconds: Math.min(8, seconds) }
  return (await measure(load, 'sustainable', task)).acceptedPerSecond
}

const isEmpty = counts => Object.keys(counts).length === 0

let service
try {
  const databaseUrl = await startDatabase()
  const apiKey = await addMerchant(databaseUrl)
  const processor = keep(await startChild('processes/processor'))
  service = keep(await startService({ databaseUrl, processorUrl: processor.ready }))
  const port = Number(new URL(service.url).port)
  const load = keep(await startChild('overload/load', { port, apiKey, webhookSecret: secrets.webhook }))

  await measure(load, 'warm-up', { task: 'closed', callers: 32, seconds: Math.min(4, seconds) })
  const sustainable = Number(values.sustainable ?? (await measureSustainable(load)))
  const rate = Math.round(sustainable * Number(values.factor))
  const { creates } = await measure(load, `overload, ${rate}/s`, {
    task: 'open',
    rate,
    seconds,
  })
  const light = Math.round(sustainable / 4)
  const after = await measure(load, `right after, ${light}/s`, {
    task: 'open',
    rate: light,
    seconds: Math.min(3, seconds),
  })

  await processor.ask({ task: 'setLatency', latencyMs: Number(values['processor-ms']) })
  const burst = await measure(load, `${values.burst} at once, processor slow`, {
    task: 'burst',
    callers: Number(values.burst),
  })

  const promises = {
    'accepted p99 ≤ 1 s': creates.accepted.p99 <= 1000,
    'refusal p99 ≤ 100 ms': creates.refused.count > 0 && creates.refused.p99 <= 100,
    'throughput ≥ 90% of sustainable': creates.acceptedPerSecond >= 0.9 * sustainable,
    'no other answers': isEmpty(creates.others),
    'all accepted right after': after.creates.refused.count === 0 && isEmpty(after.creates.others),
    'none refused for a slow processor': burst.refused.count === 0 && isEmpty(burst.others),
  }
  console.log(JSON.stringify(promises, null, 2))
  if (Object.values(promises).includes(false)) process.exitCode = 1
} finally {
  for (const stop of stops) await stop()
}
