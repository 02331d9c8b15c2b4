import type { PendingQuery, Row } from 'postgres'
import type { Db } from '../../src/db/db.ts'

/** As if nobody had worked on what is open for an hour: the recovery job may take it. */
export async function endLeases(db: Db): Promise<void> {
  await moveTimes(db, -3_600_000, db`lease_until <= now()`)
}

/** Which rows of open_operations belong to a key. */
export function underKey(db: Db, key: string) {
  return db`(merchant_id, operation_id) in (select merchant_id, operation_id from operations where idempotency_key = ${key})`
}

/** Moves when operations are free to be taken, and when they are due. A shard adds no interval in an update itself. */
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
