import postgres from 'postgres'
import { expect, inject, onTestFinished } from 'vitest'

/** The view that lists waiting statements: on a cluster, they wait on the shard's node. */
export const activityView = () =>
  inject('otherNodes').length > 0 ? 'citus_stat_activity' : 'pg_stat_activity'

export interface HeldRow {
  /** Resolves when this many statements of others wait for the row. */
  waitedFor(statements?: number): Promise<void>
  release(): Promise<void>
}

/** Locks a merchant's row, so that a request that changes the merchant stays in flight until it is released. */
export function holdMerchant(databaseUrl: string, merchantId: string): Promise<HeldRow> {
  return hold(databaseUrl, sql => sql`select 1 from merchants where merchant_id = ${merchantId} for update`)
}

/** Locks a payment, so that all changes to it wait. */
export function holdPayment(databaseUrl: string, merchantId: string, paymentId: string): Promise<HeldRow> {
  return hold(
    databaseUrl,
    sql =>
      sql`select 1 from payments where merchant_id = ${merchantId} and payment_id = ${paymentId} for update`,
  )
}

/** Locks an open operation, like a process that is about to finish it. */
export function holdOperation(databaseUrl: string, operationId: string): Promise<HeldRow> {
  return hold(
    databaseUrl,
    sql => sql`select 1 from open_operations where operation_id = ${operationId} for update`,
  )
}

/** Locks the open operations, so that none is begun, resumed or finished. */
export function holdOpenOperations(databaseUrl: string): Promise<HeldRow> {
  return hold(databaseUrl, sql => sql`lock table open_operations in share mode`)
}

/** Locks all deliveries of these merchants, one merchant at a time: on a cluster, they are on different shards. */
export function holdDeliveries(databaseUrl: string, merchantIds: string[]): Promise<HeldRow> {
  return hold(databaseUrl, async sql => {
    for (const merchantId of merchantIds) {
      await sql`select 1 from deliveries where merchant_id = ${merchantId} for update`
    }
  })
}

/** Changes a delivery's row, and commits on release: waiting statements then find a new version of the row. */
export function holdDelivery(databaseUrl: string, deliveryId: string): Promise<HeldRow> {
  return hold(
    databaseUrl,
    sql => sql`update deliveries set updated_at = now() where delivery_id = ${deliveryId}`,
  )
}

async function hold(
  databaseUrl: string,
  lock: (sql: postgres.ReservedSql) => PromiseLike<unknown>,
): Promise<HeldRow> {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  const holder = await sql.reserve()
  await holder`begin`
  await lock(holder)
  let released: Promise<void> | undefined
  const release = async () => {
    await holder`commit`
    holder.release()
    await sql.end()
  }
  const releaseOnce = () => {
    released ??= release()
    return released
  }
  onTestFinished(releaseOnce)
  const waiting = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from ${sql(activityView())}
      where datname = current_database() and wait_event_type = 'Lock'`
    return row?.count
  }
  return {
    waitedFor: async (statements = 1) => {
      await expect.poll(waiting).toBe(statements)
    },
    release: releaseOnce,
  }
}
