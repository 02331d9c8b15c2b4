import type { Db } from './db.ts'
import { isOutOfResources } from './unavailable.ts'

/** Statements that fail prove the lack; only a write that needs room proves the end of it. */
const tryEveryMs = 5_000

/** Whether writes have failed for want of disk space or memory, and none that needs room has succeeded since. */
export async function lacksRoom(db: Db): Promise<boolean> {
  const { usage } = db
  if (usage.lackedRoomAt === null) return false
  if (performance.now() - usage.lackedRoomAt < tryEveryMs) return true
  try {
    // about a megabyte: most updates fit into pages that are there already
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
