import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCluster } from './cluster.js'
import { differences } from './compare.js'
import { openEverything } from './everything.js'
import { openMoving } from './moving.js'
import { packedRelease } from './packed.js'
import { openPatroni } from './patroni.js'
import { openRestore } from './restore.js'
import { createShoppers } from './shoppers.js'
import { openUpgrade } from './upgrade.js'
import { startWorld, thisRelease, urlOf } from './world.js'

// Makes payments while every process is killed at random and the processor has random faults, chosen by a seed. Afterwards
// compares the processor, the payments, the ledger, the integrators and the callbacks' receiver: nothing may differ.
const help = `npm run soak [-- options]

  (no options)       kill every process at random, with faults of the processor, for a minute
  --seconds N        duration (60)
  --seed N           seed of the random kills and faults (default: from the clock)
  --clients N        concurrent shoppers (8)
  --merchants N      number of merchants (4)
  --packed           run the packed service on a read-only root file system
  --move             move merchants between two processors
  --restore          back up the database, lose it, and restore it to an earlier moment
  --upgrade          upgrade from the previous release, with both running side by side
    --from COMMIT    upgrade from this commit instead
    --fill N         start with N existing payments
  --patroni DIR      use the servers of deploy/ha: kill, freeze and cut off their leader
  --everything DIR   all of this at once, on the same servers
  --cluster DIR      use the Citus cluster of deploy/citus: kill a node, bring it back, and add another
`
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '8' },
    merchants: { type: 'string', default: '4' },
    cluster: { type: 'string' },
    everything: { type: 'string' },
    patroni: { type: 'string' },
    restore: { type: 'boolean', default: false },
    move: { type: 'boolean' },
    packed: { type: 'boolean' },
    upgrade: { type: 'boolean' },
    from: { type: 'string' },
    fill: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(help)
  process.exit()
}
// processes that it has started end when it exits
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const seed = Number(values.seed)
const random = seeded(seed)
console.log(`soak: seed ${seed}, ${values.seconds} s, ${values.clients} clients`)

// --cluster DIR and --patroni DIR cause trouble in the database: see deploy/citus and deploy/ha
const patroni = values.patroni ? openPatroni(values.patroni) : null
// --upgrade replaces the release: see upgrade.js
const upgrade = values.upgrade ? await openUpgrade(values) : null
// --everything DIR combines all of this on the servers of deploy/ha: see everything.js
const everything = values.everything ? openEverything(values.everything) : null
// --restore backs up the database, loses it, and restores it to an earlier moment: see restore.js
const restore = values.restore ? openRestore() : null
/** @type {any} */
const cluster = values.cluster ? openCluster(values.cluster) : (patroni ?? upgrade ?? everything ?? restore)
// --move moves merchants between two processors: npm run soak -- --move --merchants 50
const moving = values.move ? openMoving() : null
const names = moving?.names ?? ['stripe']
const release = values.packed ? packedRelease() : (cluster?.release ?? thisRelease)
const world = await startWorld(await cluster?.start(), release, names)
const received = new Set()
const receiver = createServer((request, response) => {
  request.resume().on('end', async () => {
    if (everything) await pause(everything.slowMs(random))
    if (random() < 0.1) return response.writeHead(500).end()
    received.add(request.headers['svc-event-id'])
    response.end()
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const merchants = []
for (let i = 0; i < Number(values.merchants); i++) merchants.push(await addMerchant(`Soak ${i + 1}`))

const until = Date.now() + Number(values.seconds) * 1000
let isTroubled = cluster !== null
const isOver = () => Date.now() >= until && !isTroubled
const shoppers = createShoppers(world, merchants, {
  random,
  isOver,
  isRestored: values.restore,
  isKeyed: values.restore || upgrade?.isLenient,
  hasDisputes: values.restore || moving !== null,
})
const shopping = Promise.all(Array.from({ length: Number(values.clients) }, () => shoppers.run()))
await Promise.all([
  shopping,
  cluster ? trouble() : null,
  cluster && !everything ? null : killAtRandom(),
  moving?.run(merchants, operator, until),
  // without other faults, so that the measured times are those of the failover or upgrade
  patroni || upgrade ? null : faultAtRandom(),
  everything?.chores(world, merchants, isOver),
])
await control('DELETE', 'faults')
await control('DELETE', 'webhooks/disruptions')
const { calmAfterMs, open } = await untilCalm()
const troubles = (await (cluster ?? moving)?.report(world)) ?? []
const found = [...troubles, ...(await differences(world, merchants, shoppers.told, received))]
const { told } = shoppers
const kills = [...world.processes.apis, world.processes.worker, ...world.processes.sandboxes]
  .map(({ name, kills }) => `${name} ${kills}`)
  .join(', ')
console.log(
  `payments ${told.payments.length}, calls ${told.calls}, callbacks ${received.size}, kills: ${kills}`,
)
console.log(`longest wait for a definite answer ${told.longestBlockMs} ms, calm after ${calmAfterMs} ms`)
console.log('  ', JSON.stringify(told.longestBlock))
console.log(`false "Invalid state" answers: ${told.falseNos.length}`)
for (const no of told.falseNos) console.log('  ', JSON.stringify(no))
for (const difference of [...open, ...found]) {
  console.log('  DIFFERS', JSON.stringify(difference))
  for (const operation of await operationsOf(difference.id)) console.log('    ', JSON.stringify(operation))
}
const isClean = found.length === 0 && open.length === 0 && told.falseNos.length === 0
console.log(
  isClean
    ? 'nothing lost, nothing duplicated, no differences'
    : `FAILED: differences ${found.length + open.length}, false answers ${told.falseNos.length}`,
)
receiver.close()
await world.stop()
await restore?.stop()
process.exitCode = isClean ? 0 : 1

async function addMerchant(name) {
  const callbackUrl = `${urlOf(receiver)}/callbacks`
  const { merchantId, apiKey } = await operator('/merchants', { name, callbackUrl, feeBps: 1000 })
  const accounts = {}
  for (const { name: processor, url } of world.places) {
    // in every release, merchants can create the account at their active processor
    const { processorAccountId } =
      processor === names[0]
        ? await post(`${world.url}/v1/onboarding/account`, {}, { 'x-api-key': apiKey })
        : await operator(`/merchants/${merchantId}/account`, { processor })
    accounts[processor] = processorAccountId
    const account = `${url}/_sandbox/accounts/${processorAccountId}`
    await post(`${account}/onboarding`, { outcome: 'complete' })
    if (upgrade?.isLenient) await post(`${account}/releases`, { as_refunds: false })
  }
  return { merchantId, apiKey, accounts }
}

async function operator(path, body) {
  return await post(`${world.url}/admin/v1${path}`, body, { authorization: `Bearer ${world.operatorToken}` })
}

/**
 * Null if an instance was killed during the call.
 * @returns {Promise<any>}
 */
async function post(url, body, headers) {
  return await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    response => (response.ok ? response.json() : null),
    () => null,
  )
}

/** The operations on a payment, to help explain a difference. */
async function operationsOf(paymentId = null) {
  return await world.db`
    select operation_id, kind, idempotency_key is not null as has_key, state, attempt, answer_owed, created_at, settled_at,
      intent -> 'refundId' as refund_id
    from operations where payment_id = ${paymentId} order by created_at`
}

/** The load continues until the trouble is over, even if that takes longer than planned. */
async function trouble() {
  await cluster.trouble(world, shoppers.told, until, shoppers).finally(() => {
    isTroubled = false
  })
}

async function killAtRandom() {
  const { apis, worker, sandboxes } = world.processes
  const all = [...apis, ...apis, worker, worker, ...sandboxes]
  const victims = all.filter(kept => !everything?.isSpared(kept))
  while (!isOver()) {
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
    // removes unused faults: otherwise they would pile up faster than calls arrive, and every call would fail
    await control('DELETE', 'faults')
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
  for (const { url } of world.places) await fetch(`${url}/_sandbox/${path}`, request).catch(() => {})
}

/** Waits until the service has finished everything by itself, within the promised time. */
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

/** A small random generator: a seed always gives the same numbers, although the timing of processes varies. */
function seeded(start) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
