import type { Db } from '../db/db.ts'
import { ofMerchant } from '../db/per-merchant.ts'
import { ofProcessor } from './counted-rows.sql.ts'
import type { Period } from './overview.sql.ts'
import type { Stats } from './schemas.ts'

export async function deliveriesNow(
  db: Db,
  { merchantId, processor }: Pick<Period, 'merchantId' | 'processor'>,
): Promise<Stats['deliveries']> {
  const own = ofMerchant(db, 'merchant_id', merchantId)
  const there = processor === null ? db`` : db`and processor = ${processor}`
  const [[queued], [letters]] = await Promise.all([
    db<{ pending: number; oldestId: string | null }[]>`
      select count(*)::int as pending, min(delivery_id) as oldest_id from delivery_queue
      where true ${own} ${ofProcessor(db, 'delivery_queue', processor)}`,
    db<{ dead: number }[]>`select count(*)::int as dead from deliveries
      where dead_at is not null ${own} ${there}`,
  ])
  const [oldest] = await db<{ createdAt: Date }[]>`
    select created_at from deliveries where delivery_id = ${queued?.oldestId ?? null} ${own}`
  return {
    pending: queued?.pending ?? 0,
    dead: letters?.dead ?? 0,
    oldestPendingAt: oldest?.createdAt ?? null,
  }
}
