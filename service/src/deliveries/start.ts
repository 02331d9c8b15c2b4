import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Names } from '../names/names.ts'
import { createSender } from './send.ts'
import { type CallbackWorker, defaultWorkerSettings, maxInFlight, startCallbackWorker } from './worker.ts'

export interface CallbackDeps {
  config: Config
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  names: Names
}

export function startCallbacks({ config, db, clock, log, names }: CallbackDeps): CallbackWorker {
  const { timeoutMs, retryDelaysMs } = config.callbacks
  const settings = { ...defaultWorkerSettings, timeoutMs }
  // merchants can share a host: what each may have in flight is for the claim to say, not for the connections
  const sender = createSender({ ...config.callbacks, perEndpoint: maxInFlight(settings), names })
  const { encryptionKeys } = config
  const policy = { delaysMs: retryDelaysMs }
  const worker = startCallbackWorker(
    { db, clock, log, sender, encryptionKeys, policy, random: Math.random },
    settings,
  )
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop()
      await sender.close()
    },
  }
}
