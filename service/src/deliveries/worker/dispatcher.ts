import { wholeScheduleMs } from '../schedule.ts'
import { openSecrets } from '../sending/send-signed.ts'
import { type AttemptDeps, attemptDelivery } from './attempt.ts'
import { type EndpointDue, type QueuedDelivery, readDue, type Times, takeEndpoint } from './due.sql.ts'
import { answered, type Endpoint, isIdle, newEndpoint, roomOf } from './endpoint.ts'
import { createLane, type Lane, type Slot } from './lane.ts'
import { endOverdue } from './overdue.sql.ts'
import { idlePollMs, type WorkerSettings } from './settings.ts'
import { logDeadLetter, settle } from './settle.ts'
import { type Shares, shareOf } from './shares.ts'

interface DispatcherDeps extends AttemptDeps {
  shares: Pick<Shares, 'epochOf'>
}

type EndpointOpened = EndpointDue & { secrets: string[] | null }

/** A delivery whose result could not be written is sent again, but not immediately. */
const resendAfterMs = 30_000

/**
 * Reads the deliveries due at its endpoints, and sends as many as each endpoint's window and the free slots allow. Slow
 * and new endpoints have their own slots, so they never take any from endpoints that answer quickly.
 */
export function createDispatcher(deps: DispatcherDeps, settings: WorkerSettings) {
  const { db, clock, log, shares } = deps
  const { slots, perEndpoint, slowAfterMs, timeoutMs } = settings
  const lifetimeMs = wholeScheduleMs(deps.delaysMs, timeoutMs)
  const quickLane = createLane({ slots: slots.quick, overtime: slots.overtime })
  const slowLane = createLane({ slots: slots.slow, overtime: 0 })
  const endpoints = new Map<string, Endpoint>()
  /** Endpoints to serve, in the order of their turns. */
  const ready = new Set<Endpoint>()
  const running = new Set<Promise<void>>()
  let isDue = false

  const laneOf = ({ state }: Endpoint): Lane => (state?.quick ? quickLane : slowLane)

  function times(): Times {
    const now = clock.now()
    return { now, overdueBefore: new Date(now.getTime() - lifetimeMs) }
  }

  /** Call it when something may be due at the endpoint. */
  function lookAt(merchantId: string): void {
    if (shares.epochOf(merchantId) === null) return
    const endpoint = endpoints.get(merchantId) ?? newEndpoint(merchantId, perEndpoint.slow)
    endpoints.set(merchantId, endpoint)
    endpoint.mayHaveDue = true
    serveSoon(endpoint)
  }

  /** Waits for the end of this turn of the event loop, so that endpoints are served together. */
  function serveSoon(endpoint: Endpoint): void {
    ready.add(endpoint)
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      for (const each of [...ready]) serve(each)
    })
  }

  function serve(endpoint: Endpoint): void {
    ready.delete(endpoint)
    const epoch = shares.epochOf(endpoint.merchantId)
    if (epoch === null) endpoint.mayHaveDue = false
    if (isIdle(endpoint)) endpoints.delete(endpoint.merchantId)
    const room = roomOf(endpoint, perEndpoint)
    if (epoch === null || endpoint.isReading || !endpoint.mayHaveDue || room <= 0) return
    // the lane of a new endpoint is known only once the endpoint has been read
    const taken = endpoint.state ? laneOf(endpoint).take(room) : []
    if (endpoint.state && taken.length === 0) return void ready.add(endpoint)
    void fill(endpoint, epoch, taken, endpoint.state ? taken.length : room)
  }

  /** Sends what it has read before it reads again, even if it is woken in between. */
  async function fill(endpoint: Endpoint, epoch: number, taken: Slot[], most: number): Promise<void> {
    const { merchantId } = endpoint
    endpoint.isReading = true
    endpoint.mayHaveDue = false
    try {
      const found = await read(endpoint, epoch, most)
      if (found?.epoch === epoch && shares.epochOf(merchantId) === epoch) sendAll(endpoint, found, taken)
      if (found?.deliveries.length === most) endpoint.mayHaveDue = true
    } catch (error) {
      log.error({ err: error, merchantId }, 'could not read a merchant’s due callbacks')
    }
    for (const slot of taken) slot.release()
    endpoint.isReading = false
    serveSoon(endpoint)
  }

  async function read(endpoint: Endpoint, epoch: number, most: number): Promise<EndpointDue | null> {
    const { merchantId, state } = endpoint
    const besides = [...endpoint.held]
    const retries = !state || laneOf(endpoint).hasRoomForRetry()
    const next = () => readDue(db, { merchantId, most, besides, retries, ...times() })
    let found = await next()
    if (found && found.epoch < epoch) {
      // read again, or deliveries that the previous holder has settled since would be sent twice
      await takeEndpoint(db, merchantId, epoch)
      found = await next()
    }
    while (found?.hasOverdue) {
      const letters = await endOverdue(db, { merchantId, besides, ...times() })
      // another transaction has them locked
      if (letters.length === 0) break
      for (const letter of letters) logDeadLetter(log, letter)
      found = await next()
    }
    return found
  }

  function sendAll(endpoint: Endpoint, found: EndpointDue, taken: Slot[]): void {
    const state = { secrets: openSecrets(deps.encryptionKeys, found), ...found }
    endpoint.state = state
    for (const delivery of found.deliveries) {
      const slot = roomOf(endpoint, perEndpoint) > 0 ? (taken.pop() ?? laneOf(endpoint).take(1)[0]) : null
      if (slot && (delivery.attempt === 1 || slot.mayRetry())) send(endpoint, state, delivery, slot)
      else {
        slot?.release()
        endpoint.mayHaveDue = true
      }
    }
  }

  function send(endpoint: Endpoint, state: EndpointOpened, queued: QueuedDelivery, slot: Slot): void {
    const { deliveryId, merchantId } = queued
    endpoint.held.add(deliveryId)
    endpoint.inFlight += 1
    endpoint.unsettled += 1
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      slot.release()
      endpoint.inFlight -= 1
      serveSoon(endpoint)
    }
    const sendAgain = () => {
      endpoint.held.delete(deliveryId)
      lookAt(merchantId)
    }
    const late = () => {
      answered(endpoint, false, perEndpoint)
      slot.goIntoOvertime()
      serveSoon(endpoint)
    }
    const sent = deliver(endpoint, state, queued, { late, over })
      .catch(error => {
        log.error({ err: error, merchantId, deliveryId }, 'callback attempt failed')
        return false
      })
      .then(isSettled => {
        endpoint.unsettled -= 1
        if (isSettled) endpoint.held.delete(deliveryId)
        else setTimeout(sendAgain, resendAfterMs).unref()
        running.delete(sent)
        over()
      })
    running.add(sent)
  }

  async function deliver(
    endpoint: Endpoint,
    { quick, failuresInARow, epoch, secrets }: EndpointOpened,
    queued: QueuedDelivery,
    { late, over }: { late(): void; over(): void },
  ): Promise<boolean> {
    const timer = setTimeout(late, slowAfterMs)
    const result = await attemptDelivery(deps, queued, secrets).finally(() => clearTimeout(timer))
    const isQuick = result.durationMs < slowAfterMs
    const isWell = result.outcome === 'delivered' && failuresInARow === 0
    if (isQuick) answered(endpoint, true, perEndpoint)
    // record a failure first, because it affects how much the endpoint may be sent next
    if (isWell) over()
    const isNews = !isWell || quick !== isQuick
    const isSettled = await settle(deps, Object.assign(result, { epoch, isQuick, isNews }))
    if (result.retryAt) lookAgainAt(queued.merchantId, result.retryAt)
    return isSettled
  }

  /** A retry that is due before the next poll does not wait for it. */
  function lookAgainAt(merchantId: string, retryAt: Date): void {
    const inMs = retryAt.getTime() - clock.now().getTime()
    if (inMs < idlePollMs(settings)) setTimeout(lookAt, Math.max(0, inMs), merchantId).unref()
  }

  return {
    lookAt,
    times,
    isBusy(share: string): boolean {
      for (const { merchantId, unsettled } of endpoints.values()) {
        if (unsettled > 0 && shareOf(merchantId) === share) return true
      }
      return false
    },
    /** Resolves when nothing is in flight. */
    async ended(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
