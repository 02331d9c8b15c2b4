import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from './app.ts'
import type { Clock } from './clock.ts'
import type { Config, Role } from './config.ts'
import { startWhenMigrated, whatIsMissing } from './db/await-schema.ts'
import { followDatabaseClock } from './db/database-clock.ts'
import { type Db, openDb } from './db/db.ts'
import { startCallbacks } from './deliveries/start.ts'
import { createWakeCalls } from './deliveries/wake-calls.ts'
import type { CallbackWorker } from './deliveries/worker.ts'
import { createAdminPort } from './http/admin-port.ts'
import { CannotListen } from './http/cannot-listen.ts'
import type { DoorLimits } from './http/doors/limits.ts'
import { endLeasesAhead } from './jobs/end-leases-ahead.ts'
import { endWaiting } from './jobs/end-waiting-deliveries.ts'
import { findLostEvents } from './jobs/find-lost-events.ts'
import { keepFiguresUpToDate } from './jobs/keep-figures.ts'
import { keepStatistics } from './jobs/keep-statistics.ts'
import { readFees } from './jobs/read-fees.ts'
import { recoverOperations } from './jobs/recover-operations.ts'
import { refreshOpenPayments } from './jobs/refresh-open-payments.ts'
import { type Job, repeat } from './jobs/repeat.ts'
import { retryWaitingEvents } from './jobs/retry-waiting-events.ts'
import { createNames, type Names } from './names/names.ts'
import { keepLeases } from './operations/leases.ts'
import { createReadiness } from './ops/readiness.ts'
import { type Stoppable, stopInTime } from './ops/stop-in-time.ts'
import { createProcessors, type ProcessorLimits, type Processors } from './processors/registry.ts'

export interface RunningServer {
  url: string
  /** Of the operator API; null where it has no port of its own. */
  adminUrl: string | null
  db: Db
  processors: Processors
  /** Finishes requests in flight, refuses new ones, then lets go of the database. Throws when that takes too long. */
  stop(): Promise<void>
}

interface ServerOptions {
  config: Config
  role: Role
  log: FastifyBaseLogger
  clock?: Clock
  doorLimits?: Partial<DoorLimits>
  processorLimits?: ProcessorLimits
  names?: Names
  consolePages?: string
  /** How many lines the log has lost. */
  linesDropped?: () => number
}

/** Connections the system keeps until the event loop comes to them. It may allow fewer. */
const backlog = 4096

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, role, log, doorLimits = {}, processorLimits, names = createNames() } = options
  const db = openDb(config.databaseUrl, { maxConnections: config.databaseConnections, names })
  const databaseClock = followDatabaseClock(db)
  const { clock = databaseClock } = options
  const readiness = createReadiness(db)
  const processors = createProcessors(config, { names, ...processorLimits })
  const payments = {
    db,
    clock,
    encryptionKeys: config.encryptionKeys,
    leases: keepLeases(db),
  }
  let worker: CallbackWorker | null = null
  const wakeCalls = createWakeCalls(db, log)
  const wakes: (() => void)[] = [() => worker?.wake()]
  const wakeAll = () => {
    for (const wake of wakes) wake()
  }
  const wakeCallbacks = () => {
    wakeAll()
    wakeCalls.send()
  }
  const onWake = (wake: () => void) => void wakes.push(wake)
  const adminPort = config.admin && createAdminPort(config.admin)
  const side = { log, names, readiness, doorLimits, wakeCallbacks, onWake, adminPort }
  const { consolePages, linesDropped } = options
  const optional = { ...(consolePages && { consolePages }), ...(linesDropped && { linesDropped }) }
  const app = await buildApp({ config, db, clock, payments, processors, ...side, ...optional }, role)

  const jobs: Stoppable[] = []
  const start = (job: Job) => ({ name: `job ${job.name}`, ...repeat(job, log) })

  function startWork(): void {
    wakeCalls.receive(wakeAll)
    jobs.push(start(keepStatistics({ db })))
    if (role === 'api') return
    const later = { ...payments, wakeCallbacks, processors: processors.forJobs }
    const work = [
      recoverOperations(later, log),
      retryWaitingEvents(later, log),
      findLostEvents(later, log, config.eventSearchSeconds),
      refreshOpenPayments(later, log),
      readFees(later, log),
      keepFiguresUpToDate({ db, clock }),
      endWaiting({ db, clock, log, callbacks: config.callbacks }),
      endLeasesAhead({ db, log }),
    ]
    jobs.push(...work.map(start))
    worker = startCallbacks({ config, db, clock, log, names })
  }

  const stop = async () => {
    readiness.markStopping()
    databaseClock.stop()
    await stopInTime({
      timeoutMs: config.stopTimeoutMs,
      log,
      steps: [
        [{ name: 'requests', stop: () => app.close() }, ...jobs],
        [{ name: 'operators’ port', stop: async () => adminPort?.close() }],
        [{ name: 'callbacks', stop: async () => worker?.stop() }],
        [{ name: 'database connections', stop: () => db.end({ timeout: 1 }) }],
      ],
      operations: () => payments.leases.held().map(({ operationId }) => operationId),
    })
  }

  try {
    const url = await app.listen({ port: config.port, host: config.host, backlog }).catch(error => {
      throw new CannotListen(config, error)
    })
    const adminUrl = adminPort && (await adminPort.listen(app.server))
    const missing = await whatIsMissing(db)
    readiness.markStarted()
    if (missing === null) startWork()
    else {
      log.warn(`${missing} Waiting for it.`)
      const waiting = startWhenMigrated(db, () => {
        log.info('The database is ready.')
        startWork()
      })
      jobs.push({ name: 'wait for the database', ...waiting })
    }
    return { url, adminUrl, db, processors: processors.forRequests(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
