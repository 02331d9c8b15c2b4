import type { PendingQuery, Row } from 'postgres'
import type { Db } from '../../src/db/db.ts'

/** Ends all leases, as if no operation had been worked on for an hour, so that the recovery job may take them. */
export async function endLeases(db: Db): Promise<void> {
  await moveTimes(db, -3_600_000, db`lease_until <= now()`)
}

/** A condition for the rows of open_operations that belong to a key. */
export function underKey(db: Db, key: string) {
  return db`(merchant_id, operation_id) in (select merchant_id, operation_id from operations where idempotency_key = ${key})`
}

/** Shifts leases and due times. Computes them first, because a shard cannot add an interval in an update. */
export async function moveTimes(db: Db, byMs: number, which: PendingQuery<Row[]>): Promise<void> {
  await db`
    with moved as materialized (
      select merchant_id, operation_id, lease_until + ${byMs}::float8 * interval '1 millisecond' as lease_until,
        recover_at + ${byMs}::float8 * interval '1 millisecond' as recover_at
      from open_operations where ${which}
    )
    update open_operations o set lease_until = moved.lease_until, recover_at = moved.recover_at from moved
    where o.merchant_id = moved.merchant_id and o.operation_id = moved.operation_id`
}
