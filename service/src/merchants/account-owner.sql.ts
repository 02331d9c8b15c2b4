import { LRUCache } from 'lru-cache'
import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'

export interface AccountOwner {
  merchantId: MerchantId
  /** When the account was recorded. */
  since: Date
}

const remembered = new WeakMap<Db, LRUCache<string, AccountOwner>>()

/** By size: for a `max`, the cache makes all its room at once. */
const roomForOwners = () => new LRUCache<string, AccountOwner>({ maxSize: 100_000, sizeCalculation: () => 1 })

/** Whose an account is never changes, so it is looked up once. Null while nobody has it. */
export async function findAccountOwner(
  db: Db,
  processor: string,
  accountId: string,
): Promise<AccountOwner | null> {
  const known = remembered.get(db) ?? roomForOwners()
  remembered.set(db, known)
  const key = `${processor} ${accountId}`
  const cached = known.get(key)
  if (cached) return cached
  const [owner] = await db<AccountOwner[]>`
    select merchant_id, created_at as since from processor_accounts
    where processor = ${processor} and account_id = ${accountId}`
  if (!owner) return null
  known.set(key, owner)
  return owner
}
