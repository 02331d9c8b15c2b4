import { allAtOnce, atOnce } from '../at-once.ts'
import { grouped } from '../grouped.ts'
import type { Db, Fragment, Queryable, Tx } from './db.ts'
import { isCluster } from './distribute.ts'

export async function learnPlacement(db: Db): Promise<void> {
  db.engine.isOne = !(await isCluster(db))
}

/** Restricts a statement to a merchant, if there is one. */
export function ofMerchant(db: Queryable, column: string, merchantId: string | null) {
  return merchantId === null ? db`` : db`and ${db(column)} = ${merchantId}`
}

/** The merchant of a statement on a cluster, where each statement is about one merchant. */
export function merchantOf(db: Queryable, [item]: { merchantId: string }[]): string | null {
  return item && !db.engine.isOne ? item.merchantId : null
}

/** The items for each statement: all of them, or those of each merchant. */
export function perStatement<Item extends { merchantId: string }>(db: Db, items: Item[]): Item[][] {
  if (items.length === 0) return []
  return db.engine.isOne ? [items] : [...grouped(items, ({ merchantId }) => merchantId).values()]
}

const merchantsAtOnce = 8

/** Runs a statement for all items, or one for each merchant, a few at a time. */
export async function inStatements<Item extends { merchantId: string }, Result>(
  db: Db,
  items: Item[],
  statement: (items: Item[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  await allAtOnce(merchantsAtOnce, perStatement(db, items), async own => {
    results.push(await statement(own))
  })
  return results
}

/** For statements that never wait for a lock: if one takes a second, its shard hangs, so the statement is canceled. */
export async function briefly<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await db.begin(async (tx): Promise<Result> => {
    await tx`set local statement_timeout = '1s'`
    return await work(tx)
  })
}

/** The claimed work, and the faults that prevented claiming the rest. */
export interface Claims<Claimed> {
  claimed: Claimed[]
  faults: unknown[]
}

/**
 * Claims work on any engine. A single PostgreSQL finds and locks it in one statement. Shards cannot be locked together,
 * so on a cluster a plain read finds the work, and each merchant's part is claimed separately, up to the number found.
 */
export async function claimAcross<Claimed>(
  db: Db,
  limit: number,
  found: (limit: number) => Fragment,
  claim: (db: Queryable, limit: number, merchantId: string | null) => Promise<Claimed[]>,
): Promise<Claims<Claimed>> {
  try {
    if (db.engine.isOne) return { claimed: await claim(db, limit, null), faults: [] }
    const rows = (await found(limit)) as unknown as { merchantId: string }[]
    const claimed: Claimed[] = []
    const byMerchant = grouped(rows, ({ merchantId }) => merchantId)
    const faults = await atOnce(merchantsAtOnce, byMerchant, async ([merchantId, own]) => {
      claimed.push(...(await briefly(db, tx => claim(tx, own.length, merchantId))))
    })
    return { claimed, faults }
  } catch (fault) {
    return { claimed: [], faults: [fault] }
  }
}
