import { once } from 'node:events'
import { createServer } from 'node:http'
import { openDb } from 'svcpay/dist/db/db.js'
import { newDeliveryId } from 'svcpay/dist/ids.js'
import { queueCallbacks } from '../src/callbacks.js'
import { urlOf } from '../src/connections.js'
import { addMerchants } from '../src/merchants.js'
import { inRounds } from '../src/rounds.js'

export const title = 'callbacks of 100 healthy merchants beside a dead one with a long queue'
export const floor = 'the same without the dead one'

const merchants = 100
const perSecond = 200
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))

export async function run(bench) {
  const { backlog, rounds } = bench.options
  const receiver = await startReceiver()
  try {
    const alone = await openSide(bench, receiver, 'alone', 0)
    bench.report(`${backlog} callbacks waiting`)
    const beside = await openSide(bench, receiver, 'with a dead merchant', backlog)
    const twice = { ...bench, options: { ...bench.options, rounds: rounds * 2 } }
    const sides = await inRounds(twice, [beside, alone])
    const [of, to] = [beside, alone].map(({ name }) => sides[name].latency.p99)
    return { sides, figures: { p99: { value: of / to, of, to, scale: backlog } } }
  } finally {
    receiver.stop()
  }
}

/** Never answers for the dead merchant, answers all others at once, and records when each event arrived. */
async function startReceiver() {
  const arrivedAt = new Map()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/dead')) return
    arrivedAt.set(request.headers['svc-event-id'], performance.now())
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: urlOf(server), arrivedAt, stop }
}

/** A worker with its own database, where callbacks are queued at a steady rate. */
async function openSide(bench, { url, arrivedAt }, name, backlog) {
  const { databaseUrl, db, start } = await bench.openWorld('dead', { merchants: 0 })
  const healthy = await addMerchants(db, merchants, { receiverUrl: `${url}/well` })
  const [dead] = await addMerchants(db, 1, { receiverUrl: `${url}/dead` })
  await queueBacklog(db, dead, backlog)
  await db`analyze`
  const { pid } = await start('worker', { SVC_CALLBACK_TIMEOUT_MS: '2000' })
  return {
    name,
    pids: [pid],
    databaseUrl,
    isProfiled: true,
    async run() {
      const callers = openDb(databaseUrl, { maxConnections: 8 })
      const sending = []
      const began = performance.now()
      const count = perSecond * bench.options.seconds
      for (let i = 0; i < count; i++) {
        const wait = (i * 1000) / perSecond - (performance.now() - began)
        if (wait > 1) await pause(wait)
        sending.push(sendOne(callers, healthy[i % merchants]))
      }
      const sent = await Promise.all(sending)
      while (!sent.every(({ eventId }) => arrivedAt.has(eventId))) await pause(20)
      const elapsedMs = performance.now() - began
      await callers.end()
      const latencies = sent.map(({ eventId, sentAt }) => arrivedAt.get(eventId) - sentAt)
      return { operations: sent.length, elapsedMs, latencies }
    },
  }
}

async function sendOne(db, merchant) {
  const { eventIds, commit } = await queueCallbacks(db, [merchant], 1)
  const sentAt = performance.now()
  await commit()
  return { eventId: eventIds[0], sentAt }
}

const step = 50_000

/** Queues due callbacks: half are first attempts, half are retries. */
async function queueBacklog(db, { merchantId }, count) {
  const sameTime = newDeliveryId().slice(0, 14)
  for (let from = 1; from <= count; from += step) {
    await db`
      with numbers as (
        select n, 'evt_dead' || n as event_id, ${sameTime} || lpad(n::text, 16, '0') as delivery_id
        from generate_series(${from}::int, ${Math.min(count, from + step - 1)}::int) n
      ), recorded as (
        insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at)
        select ${merchantId}, 'stripe', event_id, 'payment_intent.succeeded', '{}', 'applied', now(), now() from numbers
      ), delivered as (
        insert into deliveries (merchant_id, delivery_id, processor, event_id, type, state, created_at, updated_at)
        select ${merchantId}, delivery_id, 'stripe', event_id, 'payment_intent.succeeded', 'pending', now(), now()
        from numbers
      )
      insert into delivery_queue (merchant_id, delivery_id, due_at, attempt)
      select ${merchantId}, delivery_id, now() - interval '1 hour' + n * interval '1 millisecond', 1 + n % 2
      from numbers`
  }
}
