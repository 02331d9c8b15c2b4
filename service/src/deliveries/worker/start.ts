import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { type Db, openDb } from '../../db/db.ts'
import type { Names } from '../../names/names.ts'
import { createSender, type Sender } from '../sending/send.ts'
import { defaultWorkerSettings, maxInFlight } from './settings.ts'
import { type CallbackWorker, startCallbackWorker } from './worker.ts'

interface CallbackDeps {
  config: Config
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  names: Names
  /** The same sender, with metrics. */
  observed?: (sender: Sender) => Sender
}

export function startCallbacks({
  config,
  db,
  clock,
  log,
  names,
  observed = sender => sender,
}: CallbackDeps): CallbackWorker {
  const { timeoutMs, retryDelaysMs } = config.callbacks
  const settings = { ...defaultWorkerSettings, timeoutMs }
  // merchants can share a host: the worker limits calls per merchant, not the connections
  const sender = observed(createSender({ ...config.callbacks, perEndpoint: maxInFlight(settings), names }))
  const leases = openDb(config.databaseDirectUrl ?? config.databaseUrl, { maxConnections: 1, names })
  const { encryptionKeys } = config
  const policy = { delaysMs: retryDelaysMs }
  const worker = startCallbackWorker(
    { db, leases, clock, log, sender, encryptionKeys, policy, random: Math.random },
    settings,
  )
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop()
      await sender.close()
      await leases.end()
    },
  }
}
