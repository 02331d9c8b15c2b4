import type { FastifyBaseLogger } from 'fastify'
import { Gauge } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { noteSeen, seeHistory, seeIncomplete, storeIdentity } from './history.sql.ts'
import type { Listing } from './listing.ts'

/** Whether this database has everything that happened, or was restored to an earlier moment. */
export interface History {
  /** Since when a merchant's history may be incomplete; null if it is complete. */
  incompleteSince(merchantId: MerchantId): Promise<Date | null>
  /** What was listed at the processors since then, by account. */
  listingsOf(merchantId: MerchantId): Map<string, Listing>
}

/** Another instance, a job or an operator may notice first. */
const lookEveryMs = 2_000
/** How precisely the time of a backup is known. */
const noteEveryMs = 60_000

/**
 * Notices that the database was restored, copied or has failed over, before a call begins anything new on it: its identity
 * is compared whenever a connection was opened since the last look, and behind a pooler every few seconds.
 */
export function watchHistory(
  db: Db,
  log: FastifyBaseLogger,
): History & { look(): Promise<void>; metric: Gauge; stop(): void } {
  let incomplete = new Map<string, { since: Date; listings: Map<string, Listing> }>()
  let seenConnections: number | undefined = -1
  let looking: Promise<void> | null = null
  let isIdentityHidden = false
  let notedAt = Number.NEGATIVE_INFINITY

  const look = async () => {
    const connections = db.countOpened?.()
    const seen = isIdentityHidden ? null : await seeHistory(db).catch(hidden)
    if (seen && seen.stored !== seen.current && (await storeIdentity(db, seen))) {
      log.warn('the database was restored or has failed over: history may be incomplete, and is brought back')
    }
    const isNew = seen !== null && seen.stored !== seen.current
    if (seen && !isNew && performance.now() - notedAt > noteEveryMs) {
      await noteSeen(db)
      notedAt = performance.now()
    }
    const found = seen && !isNew ? seen : await seeIncomplete(db)
    incomplete = new Map(
      Object.entries(found.incomplete ?? {}).map(([merchantId, ms]) => {
        const known = incomplete.get(merchantId)
        const isSame = known?.since.getTime() === new Date(ms).getTime()
        return [merchantId, isSame ? known : { since: new Date(ms), listings: new Map() }]
      }),
    )
    seenConnections = connections
  }
  /** A managed server may hide its identity. An orphan or an operator still reveals a restore. */
  const hidden = (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // insufficient privilege, undefined function, a standby
    if (code !== '42501' && code !== '42883' && code !== '55000') throw error
    isIdentityHidden = code !== '55000'
    return null
  }
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }
  /** A look that had begun before may have missed the newest connection. */
  const lookAtNew = async () => {
    while (db.countOpened?.() !== seenConnections) await lookOnce()
  }
  const timer = setInterval(() => lookOnce().catch(() => {}), lookEveryMs).unref()
  return {
    async incompleteSince(merchantId) {
      await lookAtNew()
      return incomplete.get(merchantId)?.since ?? null
    },
    listingsOf: merchantId => incomplete.get(merchantId)?.listings ?? new Map(),
    look: lookOnce,
    metric: new Gauge({
      name: 'svcpay_history_incomplete',
      help: 'Merchants whose history may be incomplete after a restore, until it is brought back',
      registers: [],
      collect() {
        this.set(incomplete.size)
      },
    }),
    stop: () => clearInterval(timer),
  }
}
