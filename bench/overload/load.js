import { createHmac, randomBytes } from 'node:crypto'
import { serveTasks, settingsOfChild } from '../src/children.js'
import { createConnections } from '../src/connections.js'
import { post, requestsOf } from '../src/requests.js'

// The callers, in a process of their own.
const { port, apiKey, webhookSecret } = settingsOfChild()
const connections = createConnections(port)
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
const run = randomBytes(4).toString('hex')
let made = 0

const createBytes = requestsOf('create', { apiKeys: [apiKey] })

function webhookBytes() {
  const seconds = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    id: `evt_${run}${made++}`,
    object: 'event',
    type: 'customer.created',
    created: seconds,
    data: { object: {} },
  })
  const signed = createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex')
  return post('/webhooks/processor', body, `stripe-signature: t=${seconds},v1=${signed}`)
}

const probeBytes = () => 'GET /readyz HTTP/1.1\r\nhost: bench\r\n\r\n'

/** Each caller sends its next request when it has an answer. */
async function closed({ callers, seconds }) {
  const until = performance.now() + seconds * 1000
  const results = []
  const call = async () => {
    while (performance.now() < until) results.push(await timed(createBytes))
  }
  await Promise.all(Array.from({ length: callers }, call))
  return summary(results, seconds)
}

/** All at once, one request each. */
async function burst({ callers }) {
  const results = await Promise.all(Array.from({ length: callers }, () => timed(createBytes)))
  return summary(results, 1)
}

/** Sends at a fixed rate, whatever happens to earlier requests, and webhooks and probes alongside. */
async function open({ rate, seconds }) {
  const [creates, webhooks, probes] = await Promise.all([
    atRate(rate, seconds, createBytes),
    atRate(20, seconds, webhookBytes),
    atRate(5, seconds, probeBytes),
  ])
  return {
    connections: connections.count(),
    creates: summary(creates, seconds),
    webhooks: summary(webhooks, seconds),
    probes: summary(probes, seconds),
  }
}

async function atRate(rate, seconds, bytes) {
  const began = performance.now()
  const asked = []
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.min(rate * seconds, ((performance.now() - began) * rate) / 1000)
    while (sent < due) {
      asked.push(timed(bytes, began + (sent * 1000) / rate))
      sent += 1
    }
    await pause(1)
  }
  return await Promise.all(asked)
}

/** Counts from when a request was due, so that a load that falls behind does not flatter the service. */
async function timed(bytes, due = performance.now()) {
  const status = await connections.ask(bytes())
  return { status, ms: performance.now() - due }
}

function summary(results, seconds) {
  const accepted = results.filter(({ status }) => status === 200)
  const refused = results.filter(({ status }) => status === 503)
  return {
    acceptedPerSecond: Math.round(accepted.length / seconds),
    accepted: percentiles(accepted),
    refused: percentiles(refused),
    others: countByStatus(results.filter(({ status }) => status !== 200 && status !== 503)),
  }
}

function countByStatus(results) {
  const counts = {}
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

function percentiles(results) {
  const sorted = results.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = share => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** Returns the longest stall of this process: latencies measured during it say nothing about the service. */
function watchStalls() {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 10)
    last = performance.now()
  }, 10)
  return () => {
    clearInterval(timer)
    return Math.round(longest)
  }
}

const watched = task => async options => {
  const stalledMs = watchStalls()
  return { ...(await task(options)), callersStalledMs: stalledMs() }
}

serveTasks(null, { closed: watched(closed), open: watched(open), burst: watched(burst) })
