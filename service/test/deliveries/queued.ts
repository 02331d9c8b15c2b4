import type { Db } from '../../src/db/db.ts'
import { type QueuedDelivery, readDue } from '../../src/deliveries/worker/due.sql.ts'
import { type AttemptResult, settleResult } from '../../src/deliveries/worker/settle.sql.ts'

/** The next deliveries to an endpoint, as a worker reads them. */
export async function dueAt(db: Db, merchantId: string, most = 20): Promise<QueuedDelivery[]> {
  const times = { now: new Date(), overdueBefore: new Date(0) }
  const found = await readDue(db, { merchantId, most, besides: [], retries: true, ...times })
  return found?.deliveries ?? []
}

/** The result of an attempt, as a worker reports it. */
export function resultOf(
  delivery: QueuedDelivery,
  outcome: AttemptResult['outcome'],
  epoch = 0,
): AttemptResult {
  const { merchantId, deliveryId, attempt, queuedAt } = delivery
  const failed = outcome !== 'delivered'
  return {
    merchantId,
    deliveryId,
    attempt,
    queuedAt,
    epoch,
    startedAt: new Date(),
    url: delivery.url,
    durationMs: 5,
    status: failed ? 500 : 200,
    error: failed ? 'HTTP 500' : null,
    answer: Buffer.from('x'),
    outcome,
    retryAt: outcome === 'retry' ? new Date(Date.now() + 60_000) : null,
    isQuick: true,
    isNews: true,
  }
}

export async function settle(
  db: Db,
  delivery: QueuedDelivery,
  outcome: AttemptResult['outcome'],
  epoch = 0,
): Promise<void> {
  await settleResult(db, { ...resultOf(delivery, outcome, epoch), now: new Date() })
}
