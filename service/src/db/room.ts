import type { Db } from './db.ts'
import { isOutOfResources } from './unavailable.ts'

/** A failed statement shows a lack of room. Only a successful write that needs room shows that it is over. */
const tryEveryMs = 5_000

/** Whether writes have failed for lack of disk space or memory, and no write that needs room has succeeded since. */
export async function lacksRoom(db: Db): Promise<boolean> {
  const { usage } = db
  if (usage.lackedRoomAt === null) return false
  if (performance.now() - usage.lackedRoomAt < tryEveryMs) return true
  try {
    // about a megabyte, because most updates fit into existing pages
    await db.begin(
      tx => tx`create temp table svcpay_room on commit drop as select n from generate_series(1, 25000) n`,
    )
  } catch (error) {
    if (isOutOfResources(error)) return true
    throw error
  }
  usage.lackedRoomAt = null
  return false
}
