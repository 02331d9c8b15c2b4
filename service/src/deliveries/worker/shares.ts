import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/db.ts'
import { leavingFormerPrimary } from '../../db/driver.ts'
import { forgetWorker, releaseShares, renewShares } from './shares.sql.ts'

export type Shares = ReturnType<typeof keepShares>

interface SharesDeps {
  db: Db
  log: FastifyBaseLogger
  /** Whether a call to an endpoint of the share is in flight. */
  isBusy(share: string): boolean
  onTaken(): void
  leaseMs: number
}

/** The share of a merchant's endpoint. Ids end in random characters, so shares are of equal size. */
export const shareOf = (merchantId: string) => merchantId.slice(-1)

/** How often to check whether the calls of a departing share have ended. */
const handOverMs = 50

/**
 * Takes a fair number of shares, and keeps them for as long as the worker lives. When workers join, it hands over the
 * excess; when others die, it takes over theirs within seconds.
 */
export function keepShares({ db, log, isBusy, onTaken, leaseMs }: SharesDeps) {
  const workerId = randomUUID()
  const wakeUp = new AbortController()
  /** The shares it holds, with their epochs. */
  let held = new Map<string, number>()
  let leaving = new Set<string>()
  let surelyUntil = 0
  let stopping = false

  async function renew(): Promise<void> {
    const startedAt = performance.now()
    const { shares, part } = await leavingFormerPrimary(db, renewShares(db, { workerId, leaseMs, stopping }))
    const hasNew = shares.some(({ share, epoch }) => held.get(share) !== epoch)
    held = new Map(shares.map(({ share, epoch }) => [share, epoch]))
    surelyUntil = startedAt + leaseMs
    leaving = new Set(shares.slice(stopping ? 0 : part).map(({ share }) => share))
    if (hasNew) onTaken()
    const ended = [...leaving].filter(share => !isBusy(share))
    if (ended.length > 0) await release(ended)
  }

  async function release(ended: string[]): Promise<void> {
    for (const share of ended) held.delete(share)
    await releaseShares(db, workerId, ended)
    for (const share of ended) leaving.delete(share)
  }

  async function keep(): Promise<void> {
    while (!stopping || held.size > 0) {
      let failed = false
      await renew().catch(error => {
        failed = true
        log.error({ err: error }, 'could not renew the callback shares')
      })
      // another worker takes them once the lease has expired
      if (stopping && failed && ![...held.keys()].some(isBusy)) return
      const pauseMs = leaving.size > 0 ? handOverMs : leaseMs / 5
      await setTimeout(pauseMs, undefined, { signal: stopping ? undefined : wakeUp.signal }).catch(() => {})
    }
    await forgetWorker(db, workerId).catch(() => {})
  }

  const isSure = () => performance.now() < surelyUntil
  const kept = keep()
  return {
    /** The epoch that allows this worker to send to the endpoint; null if another worker may hold the share. */
    epochOf(merchantId: string): number | null {
      const share = shareOf(merchantId)
      return isSure() && !stopping && !leaving.has(share) ? (held.get(share) ?? null) : null
    },
    served: () => (isSure() && !stopping ? [...held.keys()].filter(share => !leaving.has(share)) : []),
    /** Hands over each share as soon as its calls have ended. */
    async stop(): Promise<void> {
      stopping = true
      wakeUp.abort()
      await kept
    },
  }
}
