import { randomUUID } from 'node:crypto'
import type { Db } from '../../src/db/db.ts'
import { type ClaimedDelivery, type ClaimRequest, claimDeliveries } from '../../src/deliveries/claim.sql.ts'
import { type AttemptResult, settleResults } from '../../src/deliveries/settle.sql.ts'

export interface Held {
  delivery: ClaimedDelivery
  claimId: string
}

export function claimRequest(more: Partial<ClaimRequest> = {}): ClaimRequest {
  const now = more.now ?? new Date()
  return {
    line: 'first',
    quick: false,
    claimId: randomUUID(),
    now,
    leaseUntil: new Date(now.getTime() + 30_000),
    after: '',
    maxEndpoints: 200,
    maxPerEndpoint: 10,
    firstPerEndpoint: more.maxPerEndpoint ?? 10,
    rooms: {},
    limit: 256,
    ...more,
  }
}

/** Claims what is due, as a worker does. */
export async function claimAll(db: Db, more: Partial<ClaimRequest> = {}): Promise<Held[]> {
  const request = claimRequest(more)
  const { deliveries } = await claimDeliveries(db, request)
  return deliveries.map(delivery => ({ delivery, claimId: request.claimId }))
}

/** What came of an attempt, as a worker reports it. */
export function resultOf({ delivery, claimId }: Held, outcome: AttemptResult['outcome']): AttemptResult {
  const { merchantId, deliveryId, attempt } = delivery
  const failed = outcome !== 'delivered'
  return {
    merchantId,
    deliveryId,
    claimId,
    attempt,
    startedAt: new Date(),
    url: delivery.url,
    durationMs: 5,
    status: failed ? 500 : 200,
    error: failed ? 'HTTP 500' : null,
    answer: Buffer.from('x'),
    outcome,
    retryAt: outcome === 'retry' ? new Date(Date.now() + 60_000) : null,
  }
}

export function settle(db: Db, held: Held, outcome: AttemptResult['outcome']): Promise<void> {
  return settleResults(db, [resultOf(held, outcome)], new Date())
}
