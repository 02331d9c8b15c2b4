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
  /** A connection of its own: however busy the others are, a living worker keeps its shares. */
  leases: Db
}

/** Sends what is queued for the endpoints of its shares. Workers divide the endpoints among them. */
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

  /** Something was queued: for this merchant, or for any. */
  function wake(merchantId?: string): void {
    if (merchantId) dispatcher.lookAt(merchantId)
    else woken.abort()
  }

  /**
   * Finds what no call announced: what has become due, what came with new shares, and what a lost call was about. Returns
   * when to look again.
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
        log.error({ err: error }, 'callbacks could not be looked for')
        return settings.pollMs
      })
      await setTimeout(jittered(pauseMs), undefined, { signal: woken.signal }).catch(() => {})
    }
  }

  const ended = loop()
  return {
    wake,
    /** What is in flight is finished and settled. */
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
  /** The same sender, with metrics. */
  observed?: (sender: Sender) => Sender
}

export function startCallbacks(deps: CallbackDeps): CallbackWorker {
  const { config, names, observed = sender => sender, ...known } = deps
  const { timeoutMs, retryDelaysMs: delaysMs } = config.callbacks
  const settings = { ...defaultWorkerSettings, timeoutMs }
  // merchants can share a host: the worker limits calls per merchant, not the connections
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
