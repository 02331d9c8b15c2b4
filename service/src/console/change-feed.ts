import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { type Change, changesSince } from './changes.sql.ts'

export type ChangeFeed = ReturnType<typeof createChangeFeed>

const lookEveryMs = 500
/** A change is dated before it is committed, so each poll reaches back this far. */
const overlapMs = 5000
const missedAtMostMs = 5 * 60_000
const atMost = 500

/**
 * Polls for changes while there are followers, once for all of them. Writers do not know about it, so followers add
 * nothing to the cost of a write.
 */
export function createChangeFeed(deps: { db: Db; clock: Clock; log: FastifyBaseLogger }) {
  const { db, clock, log } = deps
  const followers = new Set<(changes: Change[]) => void>()
  let seen = new Map<string, Date>()
  let looking: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const before = (ms: number) => new Date(clock.now().getTime() - ms)

  async function look(followedAt: Date | null): Promise<void> {
    const since = before(overlapMs)
    const changes = await changesSince(db, since, atMost)
    const fresh = changes.filter(change => !seen.has(keyOf(change)))
    seen = new Map([...seen].filter(([, at]) => at > since))
    for (const change of fresh) seen.set(keyOf(change), change.at)
    const wanted = fresh.filter(({ at }) => followedAt === null || at >= followedAt)
    for (const receive of wanted.length > 0 ? followers : []) receive(wanted)
  }

  function lookNow(followedAt: Date | null = null): void {
    if (looking) return
    looking = look(followedAt)
      .catch(error => log.debug({ err: error }, 'could not read the latest changes'))
      .finally(() => {
        looking = null
        if (followers.size > 0) timer = setTimeout(() => lookNow(), lookEveryMs).unref()
      })
  }

  return {
    /** Passes on each change from now on, until the returned function is called. */
    follow(receive: (changes: Change[]) => void): () => void {
      followers.add(receive)
      if (followers.size === 1) {
        seen = new Map()
        lookNow(clock.now())
      }
      return () => {
        followers.delete(receive)
        if (followers.size === 0) clearTimeout(timer)
      }
    },
    /** The changes since that time, going back at most five minutes. */
    missedSince(since: Date): Promise<Change[]> {
      const fromMs = Math.max(since.getTime() - overlapMs, before(missedAtMostMs).getTime())
      return changesSince(db, new Date(fromMs), atMost)
    },
  }
}

function keyOf({ kind, id, at, status, outcome, state, attempts }: Change): string {
  return [kind, id, at.getTime(), status, outcome, state, attempts].join(' ')
}
