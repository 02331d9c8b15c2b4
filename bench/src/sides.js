import { queueCallbacks } from './callbacks.js'
import { addOpenPayments } from './fill.js'

/**
 * Callers of a service or a floor. With `others`, they take turns at several instances of a service.
 * @param {Record<string, any>} options
 */
export function loadSide(bench, options) {
  const { name, url, pid, others = [], databaseUrl, prepare, isProfiled, allocations } = options
  const { kind, loop, clients, rate } = options
  const { seconds } = bench.options
  const ports = [url, ...others.map(other => other.url)].map(each => Number(new URL(each).port))
  return {
    name,
    pids: [pid, ...others.map(other => other.pid)],
    databaseUrl,
    prepare,
    isProfiled,
    allocations,
    async run(given) {
      const task = { task: 'run', ports, kind, given, loop, clients, rate, seconds }
      const { latencies, elapsedMs, failures } = await bench.load.ask(task)
      return { operations: latencies.length, elapsedMs, latencies, failures }
    },
  }
}

export function createSide(bench, world, service, options) {
  const apiKeys = world.merchants.map(({ apiKey }) => apiKey)
  const { databaseUrl } = world
  const prepare = () => ({ apiKeys })
  return loadSide(bench, { ...service, databaseUrl, kind: 'create', prepare, isProfiled: true, ...options })
}

/** Pairs of a credential and a payment id. */
export async function paymentsToRetrieve({ db, merchants }, limit, credential) {
  const credentials = new Map(merchants.map(merchant => [merchant.merchantId, merchant[credential]]))
  const rows = await db`
    select merchant_id, payment_id from payments order by md5(payment_id) limit ${limit}`
  return rows.map(({ merchantId, paymentId }) => [credentials.get(merchantId), paymentId])
}

/** Events about open payments: each is applied, posted and queued. */
export function webhookSide(bench, world, service, options) {
  const { db, databaseUrl, merchants } = world
  const prepare = async () => ({
    payments: await addOpenPayments(db, { merchants, payments: poolFor(bench) }),
  })
  return loadSide(bench, { ...service, databaseUrl, kind: 'webhook', prepare, isProfiled: true, ...options })
}

/** More payments than any side can process in a round. */
export const poolFor = ({ options }) => Math.ceil(options.seconds * 6000)

/**
 * Callbacks that a worker finds in its queue all at once: the transaction that inserts them is committed when the clock
 * starts.
 */
export function callbackSide(bench, world, service, { name, count }) {
  const { receiver } = bench
  return {
    name,
    pids: [service.pid],
    databaseUrl: world.databaseUrl,
    isProfiled: true,
    allocations: service.allocations,
    async prepare() {
      await receiver.ask({ task: 'reset' })
      return await queueCallbacks(world.db, world.merchants, count)
    },
    async run({ commit }) {
      const began = performance.now()
      await commit()
      await receiver.ask({ task: 'until', count })
      const elapsedMs = performance.now() - began
      await untilSettled(world.db)
      return { operations: count, elapsedMs }
    },
  }
}

async function untilSettled(db) {
  for (;;) {
    const [{ waiting }] = await db`select exists (select from delivery_queue) as waiting`
    if (!waiting) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
