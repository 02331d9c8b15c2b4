import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { createQueue } from '../time/due-queue.ts'
import { type DeliveryRecord, failedBefore, pendingDeliveries } from './delivery.ts'
import type { Disruption, Disruptions } from './disruptions.ts'
import { createWebhookPoster } from './post-webhook.ts'
import { toEvent } from './serialize.ts'

export interface Dispatcher {
  pause(): void
  resume(): void
  isPaused(): boolean
  /** Looks again for what is due, after the clock was moved. */
  wake(): void
  reset(): void
  stop(): void
}

interface Dependencies {
  readonly store: Store
  readonly clock: Clock
  readonly disruptions: Disruptions
  readonly retryBaseMs: number
}

const atOnce = 16
const mostAttempts = 16
const longestBackoffMs = 60 * 60 * 1000
const noCause = { requestId: null, idempotencyKey: null }

/** Sends deliveries as they fall due, and again with growing pauses until the endpoint takes them. */
export function createDispatcher({ store, clock, disruptions, retryBaseMs }: Dependencies): Dispatcher {
  const { tables } = store
  const poster = createWebhookPoster()
  const queue = createQueue<DeliveryRecord>()
  let held: DeliveryRecord[] = []
  let paused = false
  let stopped = false
  let sending = 0
  let timer: NodeJS.Timeout | undefined

  function pump(): void {
    clearTimeout(timer)
    while (!paused && !stopped && sending < atOnce) {
      const next = queue.peek()
      if (!next) return
      const wait = next.dueAt - clock.now()
      if (wait > 0) {
        timer = setTimeout(pump, Math.min(wait, 60_000))
        timer.unref()
        return
      }
      queue.pop()
      // A newer version of the delivery, or none, means this one is done with.
      if (tables.delivery.get(next.id) !== next || next.status !== 'pending') continue
      start(next)
    }
  }

  function start(delivery: DeliveryRecord): void {
    const type = tables.event.get(delivery.event)?.type
    const rule = delivery.attempts === 0 && type !== undefined ? disruptions.take(type) : undefined
    if (rule) disrupt(delivery, rule)
    else void run([delivery])
  }

  function disrupt(delivery: DeliveryRecord, rule: Disruption): void {
    switch (rule.mode) {
      case 'drop':
        save({ ...delivery, status: 'failed' })
        return
      case 'duplicate':
        void run([delivery, delivery])
        return
      case 'delay':
        setTimeout(() => void run([delivery]), rule.ms).unref()
        return
      case 'reorder': {
        held.push(delivery)
        if (rule.count > 0) return
        const backwards = held.reverse()
        held = []
        void run(backwards)
      }
    }
  }

  /** One after the other, so that their order is certain. */
  async function run(deliveries: readonly DeliveryRecord[]): Promise<void> {
    sending++
    for (const delivery of deliveries) await attempt(delivery)
    sending--
    pump()
  }

  async function attempt(delivery: DeliveryRecord): Promise<void> {
    const event = tables.event.get(delivery.event)
    const endpoint = tables.webhook_endpoint.get(delivery.endpoint)
    if (!event || !endpoint) {
      remove(delivery)
      return
    }
    const payload = JSON.stringify(toEvent(event, Math.max(1, pendingDeliveries(tables, event))))
    const taken = await poster.post(endpoint.url, payload, endpoint.secret)
    if (stopped) return
    if (taken) {
      // What was given up before and then sent again by hand has arrived after all.
      remove(delivery, ...failedBefore(tables, delivery))
      return
    }
    const attempts = delivery.attempts + 1
    const wait = Math.min(retryBaseMs * 2 ** (attempts - 1), longestBackoffMs)
    const status = attempts < mostAttempts ? 'pending' : 'failed'
    save({ ...delivery, attempts, dueAt: clock.now() + wait, status })
  }

  function save(delivery: DeliveryRecord): void {
    if (!tables.delivery.get(delivery.id)) return
    store.transact(noCause, tx => tx.put('delivery', delivery))
  }

  function remove({ id }: DeliveryRecord, ...others: readonly string[]): void {
    if (!tables.delivery.get(id)) return
    store.transact(noCause, tx => {
      for (const done of [id, ...others]) tx.remove('delivery', done)
    })
  }

  for (const delivery of tables.delivery.all()) queue.push(delivery)
  store.onCommit(changes => {
    let more = false
    for (const change of changes) {
      if (!('put' in change) || change.put !== 'delivery') continue
      queue.push(change.record)
      more = true
    }
    // After the answer is on its way: a webhook never overtakes the call that caused it by blocking it.
    if (more) setImmediate(pump)
  })
  pump()

  return {
    pause() {
      paused = true
    },
    resume() {
      paused = false
      pump()
    },
    isPaused: () => paused,
    wake: pump,
    reset() {
      queue.clear()
      held = []
      paused = false
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      poster.close()
    },
  }
}
