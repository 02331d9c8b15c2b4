import { failedBefore, pendingDeliveries } from '../events/deliveries.ts'
import { logFailure } from '../log-failure.ts'
import type { DeliveryRecord } from '../records/delivery.ts'
import { toEvent } from '../shapes/event.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { createQueue, type DueQueue } from '../time/due-queue.ts'
import { type Disruption, type Disruptions, takeDisruption } from './disruptions.ts'
import { createWebhookPoster } from './post-webhook.ts'

export interface Dispatcher {
  pause(): void
  resume(): void
  isPaused(): boolean
  /** Checks again for due deliveries, after the clock was advanced. */
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

/** Simultaneous deliveries to one endpoint. */
const atOnce = 16
const maxAttempts = 16
const resendMs = 1000
const maxBackoffMs = 60 * 60 * 1000
const noCause = { requestId: null, idempotencyKey: null }

/** The deliveries to one endpoint, so that one that hangs does not delay the others. */
interface Lane {
  readonly queue: DueQueue<DeliveryRecord>
  sending: number
  timer: NodeJS.Timeout | undefined
}

/** Sends deliveries when they are due, and retries with growing delays until the endpoint accepts them. */
export function createDispatcher({ store, clock, disruptions, retryBaseMs }: Dependencies): Dispatcher {
  const { tables } = store
  const poster = createWebhookPoster()
  const lanes = new Map<string, Lane>()
  let held: DeliveryRecord[] = []
  let paused = false
  let stopped = false

  function laneOf({ endpoint }: DeliveryRecord): Lane {
    const lane = lanes.get(endpoint) ?? { queue: createQueue(), sending: 0, timer: undefined }
    lanes.set(endpoint, lane)
    return lane
  }

  function pump(lane: Lane): void {
    clearTimeout(lane.timer)
    while (!paused && !stopped && lane.sending < atOnce) {
      const next = lane.queue.peek()
      if (!next) return
      const wait = next.dueAt - clock.now()
      if (wait > 0) {
        lane.timer = setTimeout(() => pump(lane), Math.min(wait, 60_000))
        lane.timer.unref()
        return
      }
      lane.queue.pop()
      // If there is a newer version, or none, this one is obsolete.
      if (tables.delivery.get(next.id) !== next || next.status !== 'pending') continue
      start(lane, next)
    }
  }

  function pumpAll(): void {
    for (const lane of lanes.values()) pump(lane)
  }

  function clearLanes(): void {
    for (const lane of lanes.values()) {
      clearTimeout(lane.timer)
      lane.queue.clear()
    }
    lanes.clear()
  }

  function start(lane: Lane, delivery: DeliveryRecord): void {
    const type = tables.event.get(delivery.event)?.type
    const rule = delivery.attempts === 0 && type !== undefined ? takeDisruption(disruptions, type) : undefined
    if (rule) disrupt(lane, delivery, rule)
    else void run(lane, [delivery])
  }

  function disrupt(lane: Lane, delivery: DeliveryRecord, rule: Disruption): void {
    switch (rule.mode) {
      case 'drop':
        void run(lane, [delivery], async () => save({ ...delivery, status: 'failed' }))
        return
      case 'duplicate':
        void run(lane, [delivery, delivery])
        return
      case 'delay':
        setTimeout(() => void run(lane, [delivery]), rule.ms).unref()
        return
      case 'reorder': {
        held.push(delivery)
        if (rule.count > 0) return
        const backwards = held.reverse()
        held = []
        void run(lane, backwards)
      }
    }
  }

  /** Sequentially, to keep their order. */
  async function run(lane: Lane, deliveries: readonly DeliveryRecord[], work = attempt): Promise<void> {
    lane.sending++
    for (const delivery of deliveries) {
      await work(delivery).catch(error => {
        logFailure(error)
        // Its outcome could not be stored, for example because the disk is full, so it is sent again.
        setTimeout(() => requeue(lane, delivery), resendMs).unref()
      })
    }
    lane.sending--
    pump(lane)
  }

  function requeue(lane: Lane, delivery: DeliveryRecord): void {
    lane.queue.push(delivery)
    pump(lane)
  }

  async function attempt(delivery: DeliveryRecord): Promise<void> {
    const event = tables.event.get(delivery.event)
    const endpoint = tables.webhook_endpoint.get(delivery.endpoint)
    if (!event || !endpoint) {
      remove(delivery)
      return
    }
    const pending = Math.max(1, pendingDeliveries(tables, event))
    const payload = JSON.stringify(toEvent(event, pending, endpoint.api_version))
    const taken = await poster.post(endpoint.url, payload, endpoint.secret)
    if (stopped) return
    if (taken) {
      // An earlier failed delivery of the event, resent by hand, has now arrived.
      remove(delivery, ...failedBefore(tables, delivery))
      return
    }
    const attempts = delivery.attempts + 1
    const wait = Math.min(retryBaseMs * 2 ** (attempts - 1), maxBackoffMs)
    const status = attempts < maxAttempts ? 'pending' : 'failed'
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

  for (const delivery of tables.delivery.all()) laneOf(delivery).queue.push(delivery)
  store.onCommit(changes => {
    const changed = new Set<Lane>()
    for (const change of changes) {
      if (!('put' in change) || change.put !== 'delivery') continue
      const lane = laneOf(change.record)
      lane.queue.push(change.record)
      changed.add(lane)
    }
    // After the answer has been sent, so that webhooks do not delay the call that caused them.
    for (const lane of changed) setImmediate(pump, lane)
  })
  pumpAll()

  return {
    pause() {
      paused = true
    },
    resume() {
      paused = false
      pumpAll()
    },
    isPaused: () => paused,
    wake: pumpAll,
    reset() {
      clearLanes()
      poster.close()
      held = []
      paused = false
    },
    stop() {
      stopped = true
      clearLanes()
      poster.close()
    },
  }
}
