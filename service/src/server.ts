import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from './app.ts'
import { forgottenProcessors, stillOpenAt } from './back-office/still-open.sql.ts'
import type { Clock } from './clock.ts'
import type { Config, Role } from './config.ts'
import { startWhenMigrated, whyNotReady } from './db/await-schema.ts'
import { followDatabaseClock } from './db/database-clock.ts'
import { type Db, openDb } from './db/db.ts'
import { refuseWrongKeys } from './db/encryption-keys.sql.ts'
import { UnusableDatabase } from './db/unavailable.ts'
import { createNames, type Names } from './deliveries/sending/names.ts'
import { createCallbackMetrics, traced } from './deliveries/sending/observed-sender.ts'
import type { Sender } from './deliveries/sending/send.ts'
import { createWakeCalls } from './deliveries/wake-calls.ts'
import { type CallbackWorker, startCallbacks } from './deliveries/worker/worker.ts'
import { watchHistory } from './history/history.ts'
import type { DoorLimits } from './http/doors/limits.ts'
import { createAdminPort } from './http/listening/admin-port.ts'
import { CannotListen } from './http/listening/cannot-listen.ts'
import { watchDue } from './jobs/due.sql.ts'
import { findLostEvents } from './jobs/find-lost-events.ts'
import { healHistory } from './jobs/heal-history.ts'
import { moveMerchants } from './jobs/move-merchants.ts'
import { keepStatuses, readFees, refreshOpenPayments } from './jobs/read-payments.ts'
import { recoverOperations } from './jobs/recover-operations.ts'
import { type Job, repeat } from './jobs/repeat.ts'
import { retryWaitingEvents } from './jobs/retry-waiting-events.ts'
import { closeDays, endLeasesAhead, keepFiguresUpToDate, keepStatistics } from './jobs/upkeep.ts'
import { keepLeases } from './operations/leases.ts'
import { createJobMetrics } from './ops/job-metrics.ts'
import { createReadiness } from './ops/readiness.ts'
import { type Stoppable, stopInTime } from './ops/stop-in-time.ts'
import { createProcessors, type ProcessorLimits } from './processors/registry.ts'
import { reconcile } from './reconcile/job.ts'

export type RunningServer = Awaited<ReturnType<typeof startServer>>

interface ServerOptions {
  config: Config
  role: Role
  log: FastifyBaseLogger
  clock?: Clock
  doorLimits?: Partial<DoorLimits>
  processorLimits?: ProcessorLimits
  names?: Names
  consolePages?: string
  linesDropped?: () => number
}

/** Refuses to start without a processor that is still needed, and logs how long a draining one is needed. */
async function checkProcessors(db: Db, platforms: Config['processors'], log: FastifyBaseLogger) {
  const names = platforms.map(({ name }) => name)
  const forgotten = await forgottenProcessors(db, names)
  if (forgotten.length > 0) throw new UnusableDatabase(forgotten.join('\n'))
  const draining = platforms.filter(({ mode }) => mode === 'drain').map(({ name }) => name)
  for (const { neededUntil, ...open } of await stillOpenAt(db, draining)) {
    const until = neededUntil?.toISOString() ?? null
    log.info(
      { ...open, until },
      until ? 'a processor is draining' : 'a processor has drained; remove it from SVC_PROCESSORS',
    )
  }
}

/** Connections that the system queues until the event loop accepts them. It may allow fewer. */
const backlog = 4096

export async function startServer(options: ServerOptions) {
  const { config, role, log, processorLimits, names = createNames() } = options
  const { databaseUrl, databaseDirectUrl: directUrl, databaseConnections: maxConnections } = config
  const db = openDb(databaseUrl, { maxConnections, directUrl })
  const databaseClock = followDatabaseClock(db)
  const { clock = databaseClock } = options
  const readiness = createReadiness(db)
  // loaded only if it is on
  const tracing = config.tracing && (await import('./tracing/tracer.ts'))
  const tracer = config.tracing && tracing ? tracing.createTracer(config.tracing, log) : null
  const processors = createProcessors(config, processorLimits)
  const { encryptionKeys } = config
  const history = watchHistory(db, log)
  const payments = { db, clock, encryptionKeys, leases: keepLeases(db), history, tracer }
  let worker: CallbackWorker | null = null
  const wakeCalls = createWakeCalls(db, log)
  const wakeCallbacks = (merchantId?: string) => {
    worker?.wake(merchantId)
    wakeCalls.send(merchantId)
  }
  const adminPort = config.admin && createAdminPort(config.admin)
  const ofJobs = createJobMetrics()
  const ofCallbacks = createCallbackMetrics()
  const metrics = [
    ...processors.metrics,
    ...ofJobs.metrics,
    ...ofCallbacks.metrics,
    history.metric,
    ...(tracer?.metrics ?? []),
  ]
  const side = { readiness, wakeCallbacks, adminPort, tracer, metrics }
  const app = await buildApp({ ...options, db, clock, names, payments, processors, ...side }, role)

  const jobs: Stoppable[] = []
  const watched = { count: ofJobs.count, isDue: watchDue(db) }
  const start = (job: Job) => ({ name: `job ${job.name}`, ...repeat(job, log, watched) })

  const later = { ...payments, wakeCallbacks, processors: processors.forJobs }
  const [{ name: defaultProcessor }, ...others] = config.processors
  const ofEveryRole = [keepStatistics({ db })]
  const ofWorkers: Job[] = [
    recoverOperations(later, log),
    healHistory(later, log),
    retryWaitingEvents(later, log),
    findLostEvents(later, log, config.eventSearchSeconds),
    keepStatuses({ db, clock }),
    refreshOpenPayments(later, log),
    readFees(later, log),
    keepFiguresUpToDate({ db, clock }),
    closeDays({ db }),
    reconcile({ ...later, log }, config.reconcileAt),
    endLeasesAhead({ db, log }),
    ...(others.length > 0 ? [moveMerchants({ ...later, defaultProcessor }, log)] : []),
  ]
  for (const job of [...ofEveryRole, ...ofWorkers]) ofJobs.announce(job)

  function startWork(): void {
    jobs.push(...ofEveryRole.map(start))
    if (role === 'api') return
    jobs.push(...ofWorkers.map(start))
    const observed = (sender: Sender) => {
      const counted = ofCallbacks.observed(sender)
      return tracer ? traced(counted, tracer) : counted
    }
    worker = startCallbacks({ config, db, clock, log, names, observed })
    wakeCalls.receive(worker.wake)
  }

  /** Finishes requests in flight, refuses new ones, then disconnects from the database. Throws if it takes too long. */
  const close = async () => {
    readiness.enter('closing')
    databaseClock.stop()
    history.stop()
    await stopInTime({
      timeoutMs: config.stopTimeoutMs,
      log,
      steps: [
        [{ name: 'requests', stop: () => app.close() }, ...jobs],
        [{ name: 'operators’ port', stop: async () => adminPort?.close() }],
        [{ name: 'callbacks', stop: async () => worker?.stop() }],
        [
          { name: 'database connections', stop: () => db.end() },
          { name: 'traces', stop: async () => tracer?.stop() },
        ],
      ],
      operations: () => payments.leases.held().map(({ operationId }) => operationId),
    })
  }

  /** Closes after giving proxies time to notice. A worker closes at once, because it gets no requests. */
  const stop = async () => {
    readiness.enter('stopping')
    if (role !== 'worker' && config.stopDelayMs > 0) await pause(config.stopDelayMs)
    await close()
  }

  try {
    const url = await app.listen({ port: config.port, host: config.host, backlog }).catch(error => {
      throw new CannotListen(config, error)
    })
    /** The address of the operator API; null if it shares the main port. */
    const adminUrl = adminPort && (await adminPort.listen(app.server))
    const missing = await whyNotReady(db)
    const begin = async () => {
      await refuseWrongKeys(db, config.encryptionKeys)
      await checkProcessors(db, config.processors, log)
      await history.look()
      if (readiness.isStopping()) return
      if (missing !== null) log.info('The database is ready.')
      readiness.enter('started')
      startWork()
    }
    /** Rejects if the instance had to wait for the database and then cannot work with it. */
    let refused = new Promise<never>(() => {})
    if (missing === null) await begin()
    else {
      log.warn(`${missing} Waiting for it.`)
      const waiting = startWhenMigrated(db, begin)
      refused = waiting.refused
      jobs.push({ name: 'wait for the database', stop: waiting.stop })
    }
    return { url, adminUrl, db, processors: processors.forRequests(), refused, stop }
  } catch (error) {
    await close()
    throw error
  }
}
