import type { FastifyBaseLogger } from 'fastify'
import { Gauge } from 'prom-client'
import type { Db } from '../db/db.ts'
import { codeOf } from '../db/unavailable.ts'
import type { MerchantId } from '../ids.ts'
import { shared } from '../patience.ts'
import { type Identity, incompleteHistories, noteSeen, readIdentity, storeIdentity } from './history.sql.ts'
import type { Listing } from './listing.ts'

/** Whether this database has everything that happened, or was restored to an earlier moment. */
export interface History {
  /** Since when a merchant's history may be incomplete; null if it is complete. */
  incompleteSince(merchantId: MerchantId): Promise<Date | null>
  /** The processors' payments since then, listed once per account. */
  listingsOf(merchantId: MerchantId): Map<string, Listing>
}

/** How soon an instance learns of a restore that another instance, a job or an operator has noticed. */
const lookEveryMs = 2_000
/** How precisely a backup shows when it was taken. */
const noteEveryMs = 60_000

/**
 * Notices that the database was restored, copied or has failed over, before a call starts anything new: compares the
 * identity whenever a connection was opened since the last check, and behind a pooler every few seconds.
 */
export function watchHistory(
  db: Db,
  log: FastifyBaseLogger,
): History & { look(): Promise<void>; metric: Gauge; stop(): void } {
  let incomplete = new Map<MerchantId, { since: Date; listings: Map<string, Listing> }>()
  let seenConnections: number | undefined = -1
  /** Merchants checked since history was last incomplete. Any other merchant may just have been imported. */
  const asked = new Set<MerchantId>()
  let isIdentityHidden = false
  let notedAt = Number.NEGATIVE_INFINITY
  /** When this instance last saw the database in use. */
  let seenAt: string | null = null

  /** True if it was another database, or an old copy. */
  const compare = async (identity: Identity): Promise<boolean> => {
    const { stored, current, isOutdated } = identity
    if (stored !== current || isOutdated) {
      if (await storeIdentity(db, identity)) {
        const what = stored === current ? 'may be an old copy' : 'was restored or has failed over'
        log.warn(
          { lastUsed: identity.seenAt },
          `the database ${what}: history may be incomplete and is being restored`,
        )
      }
      return true
    }
    seenAt = identity.seenAt
    if (performance.now() - notedAt > noteEveryMs) {
      seenAt = (await noteSeen(db)) ?? seenAt
      notedAt = performance.now()
    }
    return false
  }
  /** A managed server may hide its identity. An event of an unknown payment, or an operator, still reveals a restore. */
  const unlessHidden = (error: unknown) => {
    const code = codeOf(error) ?? ''
    // insufficient privilege, undefined function, a standby
    if (!['42501', '42883', '55000'].includes(code)) throw error
    isIdentityHidden = code !== '55000'
    return null
  }
  let begun = 0
  const look = shared(async () => {
    begun++
    const connections = db.countOpened?.()
    const identity = isIdentityHidden ? null : await readIdentity(db, seenAt).catch(unlessHidden)
    const isOther = identity === null || (await compare(identity))
    const found = isOther ? await incompleteHistories(db) : identity.incomplete
    incomplete = new Map(
      found.map(({ merchantId, since }) => {
        const known = incomplete.get(merchantId)
        const isSame = known?.since.getTime() === since.getTime()
        return [merchantId, isSame ? known : { since, listings: new Map() }]
      }),
    )
    if (incomplete.size > 0) asked.clear()
    seenConnections = connections
  })
  const timer = setInterval(() => look().catch(() => {}), lookEveryMs).unref()
  return {
    async incompleteSince(merchantId) {
      const before = asked.has(merchantId) ? null : begun
      // a look that began earlier may have missed the newest connection or the merchant
      while (db.countOpened?.() !== seenConnections || begun === before) await look()
      if (incomplete.size === 0) asked.add(merchantId)
      return incomplete.get(merchantId)?.since ?? null
    },
    listingsOf: merchantId => incomplete.get(merchantId)?.listings ?? new Map(),
    look,
    metric: new Gauge({
      name: 'svcpay_history_incomplete',
      help: 'Merchants whose history may be incomplete after a restore, until it is complete again',
      registers: [],
      collect() {
        this.set(incomplete.size)
      },
    }),
    stop: () => clearInterval(timer),
  }
}
