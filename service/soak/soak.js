import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCluster } from './cluster.js'
import { differences } from './compare.js'
import { createShoppers } from './shoppers.js'
import { startWorld } from './world.js'

// Payments under random kill -9 of every process and random faults of the processor, by seed. Afterwards the
// processor, the payments, the ledger, the integrators and the callbacks' receiver are compared: nothing may differ.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '8' },
    merchants: { type: 'string', default: '4' },
    cluster: { type: 'string' },
  },
})
const seed = Number(values.seed)
const random = seeded(seed)
console.log(`soak: seed ${seed}, ${values.seconds} s, ${values.clients} clients`)

// with --cluster DIR it is the database that gets into trouble: see deploy/citus/cluster.sh
const cluster = values.cluster ? openCluster(values.cluster) : null
const world = await startWorld(await cluster?.start())
const received = new Set()
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    if (random() < 0.1) return response.writeHead(500).end()
    received.add(request.headers['svc-event-id'])
    response.end()
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const merchants = []
for (let i = 0; i < Number(values.merchants); i++) merchants.push(await addMerchant(`Soak ${i + 1}`))

const until = Date.now() + Number(values.seconds) * 1000
const shoppers = createShoppers(world, merchants, { random, until })
const shopping = Promise.all(Array.from({ length: Number(values.clients) }, () => shoppers.run()))
await Promise.all([
  shopping,
  cluster ? cluster.trouble(world, shoppers.told, until) : killAtRandom(),
  faultAtRandom(),
])
await control('DELETE', 'faults')
await control('DELETE', 'webhooks/disruptions')
const { calmAfterMs, open } = await untilCalm()
await cluster?.report(world)
const found = await differences(world, merchants, shoppers.told, received)
const { told } = shoppers
const kills = [...world.processes.apis, world.processes.worker, world.processes.sandbox]
  .map(({ name, kills }) => `${name} ${kills}`)
  .join(', ')
console.log(
  `payments ${told.payments.length}, calls ${told.calls}, callbacks ${received.size}, kills: ${kills}`,
)
console.log(`longest wait for a certain answer ${told.longestBlockMs} ms, calm after ${calmAfterMs} ms`)
console.log(`answers "Invalid state": ${told.falseNos.length}`)
for (const no of told.falseNos) console.log('  ', JSON.stringify(no))
for (const difference of [...open, ...found]) console.log('  DIFFERS', JSON.stringify(difference))
const isClean = found.length === 0 && open.length === 0 && told.falseNos.length === 0
console.log(
  isClean ? 'nothing lost, nothing doubled, nothing differs' : `${found.length + open.length} differences`,
)
receiver.close()
await world.stop()
process.exitCode = isClean ? 0 : 1

async function addMerchant(name) {
  const callbackUrl = `http://127.0.0.1:${receiver.address().port}/callbacks`
  const created = await fetch(`${world.url}/admin/v1/merchants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, callbackUrl, feeBps: 1000 }),
  })
  const { merchantId, apiKey } = await created.json()
  const account = await fetch(`${world.url}/v1/onboarding/account`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: '{}',
  })
  const { processorAccountId: accountId } = await account.json()
  return { merchantId, apiKey, accountId }
}

async function killAtRandom() {
  const { apis, worker, sandbox } = world.processes
  const victims = [...apis, ...apis, worker, worker, sandbox]
  while (Date.now() < until) {
    await pause(300 + random() * 2_000)
    await victims[Math.floor(random() * victims.length)].kill(random() * 500)
  }
}

async function faultAtRandom() {
  const operations = [
    'payment_intents.create',
    'payment_intents.capture',
    'payment_intents.cancel',
    'refunds.create',
  ]
  const faults = [
    { kind: 'lost' },
    { kind: 'reset' },
    { kind: 'latency', ms: 1_500 },
    { kind: 'error', status: 429 },
    { kind: 'error', status: 500 },
  ]
  const modes = ['drop', 'duplicate', 'delay', 'reorder']
  while (Date.now() < until) {
    await pause(200 + random() * 600)
    const operation = operations[Math.floor(random() * operations.length)]
    const fault = faults[Math.floor(random() * faults.length)]
    await control('POST', 'faults', { operation, count: 1 + Math.floor(random() * 3), ...fault })
    const mode = modes[Math.floor(random() * modes.length)]
    await control('POST', 'webhooks/disruptions', {
      mode,
      count: 3,
      ...(mode === 'delay' ? { ms: 2_000 } : {}),
    })
  }
}

async function control(method, path, body) {
  const headers = { 'content-type': 'application/json' }
  const request = { method, headers, body: body ? JSON.stringify(body) : null }
  await fetch(`${world.sandboxUrl}/_sandbox/${path}`, request).catch(() => {})
}

/** Until nothing is open, by itself, within the times that are promised. */
async function untilCalm() {
  const started = Date.now()
  for (;;) {
    const [row] = await world.db`
      select (select count(*) from operations where state = 'started' and payment_id is not null)::int as operations,
        (select count(*) from events where outcome = 'waiting')::int as waiting,
        (select count(*) from delivery_queue)::int as queued,
        (select count(*) from refunds where fee_due_at is not null)::int as fees`
    const isCalm = Object.values(row).every(count => count === 0)
    const lost = isCalm ? await differences(world, merchants, shoppers.told, received) : []
    const calmAfterMs = Date.now() - started
    if (isCalm && lost.length === 0) return { calmAfterMs, open: [] }
    if (calmAfterMs > 150_000) return { calmAfterMs, open: isCalm ? [] : [{ what: 'still open', ...row }] }
    await pause(1_000)
  }
}

/** Small and repeatable: what is drawn is the same for a seed, the timing of processes is not. */
function seeded(start) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
