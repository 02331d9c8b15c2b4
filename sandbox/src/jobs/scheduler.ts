import { logFailure } from '../log-failure.ts'
import type { JobKind, JobRecord } from '../records/job.ts'
import type { Change } from '../store/log-codec.ts'
import type { Store, Tx } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { createQueue } from '../time/due-queue.ts'

export type JobHandlers = Readonly<Record<JobKind, (tx: Tx, target: string) => void>>

interface Scheduler {
  /** Advances the clock and runs the jobs that fall due in between, each at its due time. */
  advance(ms: number): number
  reset(): void
  stop(): void
}

const maxTimerMs = 60_000
/** A job whose changes could not be written, for example because the disk is full, is retried. */
const retryMs = 1000

/** Runs jobs when they are due. The timer waits only for the first one. */
export function createScheduler(store: Store, clock: Clock, handlers: JobHandlers): Scheduler {
  const queue = createQueue<JobRecord>()
  let timer: NodeJS.Timeout | undefined
  for (const job of store.tables.job.all()) queue.push(job)

  function runDue(until: number): number {
    // Never before now: a later record must not get an earlier timestamp.
    const now = clock.now()
    let done = 0
    for (let job = queue.peek(); job && job.dueAt <= until; job = queue.peek()) {
      queue.pop()
      try {
        runJob(job, Math.max(job.dueAt, now))
      } catch (error) {
        queue.push(job)
        throw error
      }
      done++
    }
    return done
  }

  function runJob(job: JobRecord, at: number): void {
    if (!store.tables.job.get(job.id)) return
    clock.standAt(at, () => {
      store.transact({ requestId: null, idempotencyKey: null }, tx => {
        tx.remove('job', job.id)
        handlers[job.kind](tx, job.target)
      })
    })
  }

  function arm(notBeforeMs = 0): void {
    clearTimeout(timer)
    const next = queue.peek()
    if (!next) return
    const wait = Math.min(Math.max(next.dueAt - clock.now(), notBeforeMs), maxTimerMs)
    timer = setTimeout(() => {
      try {
        runDue(clock.now())
        arm()
      } catch (error) {
        logFailure(error)
        arm(retryMs)
      }
    }, wait)
    timer.unref()
  }

  store.onCommit((changes: readonly Change[]) => {
    const first = queue.peek()
    for (const change of changes) if ('put' in change && change.put === 'job') queue.push(change.record)
    if (queue.peek() !== first) arm()
  })
  arm()

  return {
    advance(ms) {
      const target = clock.now() + ms
      const offset = clock.offset() + ms
      const done = runDue(target)
      store.moveClock(offset)
      arm()
      return done
    },
    reset() {
      queue.clear()
      clearTimeout(timer)
    },
    stop: () => clearTimeout(timer),
  }
}
