import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { jittered } from '../../clock.ts'
import type { Role } from '../../config.ts'
import { shareMetrics } from '../../ops/metrics-of-all.ts'
import { CommandFault, type Context } from '../context.ts'

const restartMs = 1000

/** What a process of the group tells the first one when it takes requests. */
export interface Listening {
  type: 'svcpay:listening'
  addresses: object
}

/**
 * Several processes behind one port, each an instance like any other. This one answers no requests: it accepts
 * connections and hands them out in turn, and replaces a process that ends.
 */
export async function runProcesses(
  context: Context,
  group: { role: Role; processes: number; log: Logger; stopMs: number },
): Promise<void> {
  const { role, processes, log, stopMs } = group
  let isStopping = false
  shareMetrics()

  function start(index: number): Worker {
    // of those that do everything, one is enough for callbacks and jobs
    const part = role === 'all' && index > 0 ? 'api' : role
    cluster.setupPrimary({ exec: process.argv[1] ?? '', args: ['serve', '--role', part] })
    const worker = cluster.fork()
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      log.error({ process: index + 1, code, signal }, 'a process ended; another takes its place')
      setTimeout(() => isStopping || start(index), jittered(restartMs))
    })
    return worker
  }

  const stopped = context.stopRequested.then(reason => {
    isStopping = true
    log.info({ reason }, 'stopping')
  })
  const workers = Array.from({ length: processes }, (_, index) => start(index))
  const started = await Promise.race([Promise.all(workers.map(hasStarted)), stopped])
  if (started?.includes(null)) {
    isStopping = true
    await stopAll(stopMs)
    throw new CommandFault('A process could not start.')
  }
  const [first] = started ?? []
  if (first) log.info({ ...first.addresses, role, processes }, 'listening')
  await stopped
  if (!(await stopAll(stopMs))) throw new CommandFault('A process did not stop as it should.')
  log.info('stopped')
}

async function hasStarted(worker: Worker): Promise<Listening | null> {
  return await new Promise(resolve => {
    worker.on('message', message => {
      if (message?.type === 'svcpay:listening') resolve(message)
    })
    worker.once('exit', () => resolve(null))
  })
}

const graceMs = 2000

/** Each process ends in time by itself, unless it hangs. Says whether all of them stopped as they should. */
async function stopAll(stopMs: number): Promise<boolean> {
  const running = Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
  const ends = await Promise.all(
    running.map(async worker => {
      const ended = once(worker, 'exit')
      worker.process.kill('SIGTERM')
      const late = setTimeout(() => worker.process.kill('SIGKILL'), stopMs + graceMs)
      const [code, signal] = await ended
      clearTimeout(late)
      // one that has just begun does not catch the signal yet
      return code === 0 || signal === 'SIGTERM'
    }),
  )
  return ends.every(Boolean)
}
