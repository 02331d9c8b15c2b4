import type { FastifyBaseLogger } from 'fastify'
import { claimIncomplete, incompleteHistories, markComplete, putOffHealing } from '../history/history.sql.ts'
import type { InboxDeps } from '../inbox/receive-event.ts'
import { rebuildHistory } from '../rebuild/rebuild.ts'
import { nothing } from '../rebuild/run.ts'
import type { Job } from './repeat.ts'

/** Rebuilds a restored database's lost records from the processors, merchant by merchant. */
export function healHistory(deps: InboxDeps, log: FastifyBaseLogger): Job {
  let rebuilt: ReturnType<typeof nothing> | null = null
  return {
    name: 'heal history',
    everyMs: 2_000,
    maxRestMs: 60_000,
    async run(stopped) {
      const isStopped = () => stopped?.aborted ?? false
      while (!isStopped()) {
        const incomplete = await claimIncomplete(deps.db)
        if (!incomplete) break
        rebuilt ??= nothing()
        const options = { ...incomplete, isStopped, progress: () => {} }
        const isWhole = await rebuildHistory(deps, options, rebuilt)
        if (isWhole && !isStopped()) await markComplete(deps.db, incomplete)
        else await putOffHealing(deps.db, incomplete)
      }
      if (!rebuilt || isStopped()) return
      const { unfinished, ...restored } = rebuilt
      rebuilt.unfinished = []
      if (unfinished.length > 0) log.warn({ unfinished }, 'history is still incomplete; will try again')
      // other instances may still be healing
      else if ((await incompleteHistories(deps.db)).length === 0) {
        log.info(restored, 'history is complete again; this instance restored the missing records')
        rebuilt = null
      }
    },
  }
}
