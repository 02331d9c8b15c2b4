import { setTimeout } from 'node:timers/promises'
import { jittered } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { type Db, openDb } from '../../db/db.ts'
import type { Names } from '../sending/names.ts'
import { createSender, type Sender } from '../sending/send.ts'
import type { AttemptDeps } from './attempt.ts'
import { createDispatcher } from './dispatcher.ts'
import { findWaiting, mayBeDueIn } from './due.sql.ts'
import { defaultWorkerSettings, idlePollMs, maxInFlight, type WorkerSettings } from './settings.ts'
import { keepShares } from './shares.ts'

export type CallbackWorker = ReturnType<typeof startCallbackWorker>

interface WorkerDeps extends AttemptDeps {
  /** A separate connection, so that a worker keeps its shares even while all its other connections are busy. */
  leases: Db
}

/** Sends the queued deliveries of its shares. Workers divide the endpoints among themselves. */
export function startCallbackWorker(deps: WorkerDeps, settings: WorkerSettings) {
  const { db, clock, log } = deps
  const shares = keepShares({
    db: deps.leases,
    log,
    leaseMs: settings.leaseMs,
    isBusy: share => dispatcher.isBusy(share),
    onTaken: () => wake(),
  })
  const dispatcher = createDispatcher({ ...deps, shares }, settings)
  let stopping = false
  let woken = new AbortController()

  /** Call it when something was queued, for this merchant or for an unknown one. */
  function wake(merchantId?: string): void {
    if (merchantId) dispatcher.lookAt(merchantId)
    else woken.abort()
  }

  /**
   * Finds deliveries that no wake-up announced: newly due, in new shares, or after a lost wake-up. Returns when to look
   * again.
   */
  async function look(wasWoken: boolean): Promise<number> {
    const served = shares.served()
    if (served.length === 0) return settings.pollMs
    const inMs = wasWoken ? 0 : await mayBeDueIn(db, clock.now())
    if (inMs > 0) return Math.max(settings.pollMs, Math.min(inMs, idlePollMs(settings)))
    for (const merchantId of await findWaiting(db, served, dispatcher.times())) dispatcher.lookAt(merchantId)
    return settings.pollMs
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const wasWoken = woken.signal.aborted
      woken = new AbortController()
      const pauseMs = await look(wasWoken).catch(error => {
        log.error({ err: error }, 'could not look for due callbacks')
        return settings.pollMs
      })
      await setTimeout(jittered(pauseMs), undefined, { signal: woken.signal }).catch(() => {})
    }
  }

  const ended = loop()
  return {
    wake,
    /** Resolves once all calls in flight are finished and settled. */
    async stop(): Promise<void> {
      stopping = true
      woken.abort()
      await Promise.all([ended, shares.stop()])
      await dispatcher.ended()
    },
  }
}

interface CallbackDeps extends Pick<AttemptDeps, 'db' | 'clock' | 'log'> {
  config: Config
  names: Names
  /** Adds metrics to the sender. */
  observed?: (sender: Sender) => Sender
}

export function startCallbacks(deps: CallbackDeps): CallbackWorker {
  const { config, names, observed = sender => sender, ...known } = deps
  const { timeoutMs, retryDelaysMs: delaysMs } = config.callbacks
  const settings = { ...defaultWorkerSettings, timeoutMs }
  // the worker limits calls per merchant; connections are not limited per host, because merchants can share one
  const sender = observed(createSender({ ...config.callbacks, perEndpoint: maxInFlight(settings), names }))
  const leases = openDb(config.databaseDirectUrl ?? config.databaseUrl, { maxConnections: 1 })
  const { encryptionKeys } = config
  const work = { ...known, leases, sender, encryptionKeys, delaysMs, random: Math.random }
  const { wake, stop } = startCallbackWorker(work, settings)
  return {
    wake,
    async stop() {
      await stop()
      await sender.close()
      await leases.end()
    },
  }
}
