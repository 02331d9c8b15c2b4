import postgres from 'postgres'
import { expect, onTestFinished } from 'vitest'

export interface HeldRow {
  /** Resolves when so many statements of others wait for the row. */
  waitedFor(statements?: number): Promise<void>
  release(): Promise<void>
}

/** Locks a merchant's row, so that a request that changes the merchant stays in flight until it is released. */
export async function holdMerchant(databaseUrl: string, merchantId: string): Promise<HeldRow> {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  const holder = await sql.reserve()
  await holder`begin`
  await holder`select 1 from merchants where merchant_id = ${merchantId} for update`
  let released: Promise<void> | undefined
  const release = async () => {
    await holder`rollback`
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
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return row?.count
  }
  return {
    waitedFor: async (statements = 1) => {
      await expect.poll(waiting, { timeout: 5000 }).toBe(statements)
    },
    release: releaseOnce,
  }
}
