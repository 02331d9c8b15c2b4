import { randomUUID } from 'node:crypto'
import { Unanswered } from '../processors/outcomes.ts'
import { claimRun, finishRun, type Page, putOff, type Run, savePage, startDailyRun } from './runs.sql.ts'
import type { WalkDeps } from './step.ts'
import { walk } from './walk.ts'

/** A stop waits at most this long, plus one call. */
const sliceMs = 3_000
/** Failures in a row, over some minutes. */
const mostFailures = 10

/** Runs comparisons one at a time, and starts the daily one at `dailyAt`, in minutes since midnight UTC. */
export function reconcile(deps: WalkDeps, dailyAt: number | null) {
  const { db, clock, log } = deps
  const holder = randomUUID()
  /** The run in progress on this instance; another instance would resume after its last page. */
  let held: { id: string; pages: AsyncGenerator<Page> } | null = null

  const startDaily = async () => {
    if (dailyAt === null) return
    const now = clock.now()
    const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
    if (now.getTime() < today + dailyAt * 60_000) return
    await startDailyRun(db, new Date(today - 86_400_000))
  }

  const workOn = async (run: Run) => {
    const id = run.reconciliationId
    if (held?.id !== id) held = { id, pages: walk(deps, run) }
    const { pages } = held
    const until = performance.now() + sliceMs
    while (performance.now() < until) {
      const { value, done } = await pages.next()
      if (done) {
        held = null
        await finishRun(db, id, holder)
        log.info({ reconciliationId: id }, 'compared the books with the processor')
        return
      }
      if (!(await savePage(db, run, holder, value))) {
        held = null
        return
      }
    }
  }

  let minuteBefore = ''
  return {
    name: 'reconcile',
    everyMs: 1000,
    // if `dailyAt` is the last minute of the day, the daily comparison can start only in that minute
    maxRestMs: 30_000,
    async run(): Promise<void> {
      const minute = clock.now().toISOString().slice(0, 16)
      if (minute !== minuteBefore) await startDaily()
      minuteBefore = minute
      const run = await claimRun(db, holder)
      if (!run) return
      try {
        await workOn(run)
      } catch (error) {
        held = null
        const isOurs = !(error instanceof Unanswered)
        const reason = isOurs ? 'The comparison failed in the service; see its log.' : error.message
        await putOff(db, run.reconciliationId, holder, reason, mostFailures)
        if (isOurs) throw error
      }
    },
  }
}
