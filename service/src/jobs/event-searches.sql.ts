import { type Db, recordset } from '../db/db.ts'
import { briefly, type Claims, claimAcross, inStatements, ofMerchant } from '../db/per-merchant.ts'
import { type MerchantId, unclaimedMerchantId } from '../ids.ts'

/** The progress of a search through one account's events at the processor. */
export interface EventSearch {
  merchantId: MerchantId
  processor: string
  /** Null for the platform itself. */
  accountId: string | null
  since: Date
  /** The last event of the previous page, and the time of the newest event of the whole search. */
  pageAfter: string | null
  pageNewest: Date | null
}

/** How soon another instance continues a search after its instance has died. */
const leaseSeconds = 15

/** Later runs add the rest. */
const maxAdded = 5000

/**
 * Adds searches for new accounts. An account is first searched when it is old enough for its webhooks to have arrived.
 * Only accounts created since the last call are compared: on a cluster, accounts are on every node but searches only on
 * their merchant's node, and no single statement can compare the two. Instances date accounts by their own clocks, so
 * calls overlap by an hour; an account dated in the future does not hide later ones. Returns `since` for the next call.
 */
export async function addSearches(db: Db, processors: string[], dueInSeconds: number, since = new Date(0)) {
  const accounts = await db<{ merchantId: string; processor: string; createdAt: Date; lookedUntil: Date }[]>`
    select merchant_id, processor, created_at, least(created_at, now()) as looked_until from processor_accounts
    where created_at > ${since}::timestamptz - interval '1 hour'
    order by created_at`
  const ofPlatform = { merchantId: unclaimedMerchantId, createdAt: new Date() }
  const wanted = [...processors.map(processor => ({ ...ofPlatform, processor })), ...accounts]
  const found = await db<Pick<EventSearch, 'merchantId' | 'processor'>[]>`
    select merchant_id, processor from event_cursors where merchant_id = any(${wanted.map(one => one.merchantId)})`
  const keyOf = (one: { merchantId: string; processor: string }) => `${one.merchantId} ${one.processor}`
  const known = new Set(found.map(keyOf))
  const missing = wanted.filter(one => !known.has(keyOf(one)))
  await inStatements(db, missing.slice(0, maxAdded), own =>
    briefly(
      db,
      tx => tx`
      insert into event_cursors (merchant_id, processor, read_until, checked_at, due_at)
      select "merchantId", processor, "createdAt", "createdAt",
        least("createdAt", now()) + ${dueInSeconds} * interval '1 second'
      from ${recordset(tx, own, tx`"merchantId" text, processor text, "createdAt" timestamptz`)} as a
      on conflict do nothing`,
    ),
  )
  return missing.length > maxAdded ? since : (accounts.at(-1)?.lookedUntil ?? since)
}

/**
 * Claims due searches, each for one instance. Events appear in the list a little after they happen, so the last minutes
 * are reread. Earlier releases set `read_until` from a clock that may have been up to a day ahead.
 */
export async function claimSearches(db: Db, limit: number): Promise<Claims<EventSearch>> {
  const due = (most: number, merchantId: string | null = null) => db`
    select merchant_id, processor,
      coalesce(found_until - interval '5 minutes', least(read_until, now()) - interval '1 day') as since
    from event_cursors
    -- or further ahead than possible, because the database's clock was set back
    where (due_at <= now() or due_at > now() + interval '2 hours') ${ofMerchant(db, 'merchant_id', merchantId)}
    order by due_at limit ${most}`
  return await claimAcross(
    db,
    limit,
    due,
    (tx, most, merchantId) => tx<EventSearch[]>`
    with due as materialized (
      ${due(most, merchantId)} for update skip locked
    )
    update event_cursors c set due_at = now() + ${leaseSeconds} * interval '1 second'
    from due d left join processor_accounts a on a.merchant_id = d.merchant_id and a.processor = d.processor
    where c.merchant_id = d.merchant_id and c.processor = d.processor ${ofMerchant(db, 'c.merchant_id', merchantId)}
    returning c.merchant_id, c.processor, a.account_id, c.page_after, c.page_newest, d.since`,
  )
}

/** Saves the position, so that another instance can continue the search if this one dies. */
export async function savePage(db: Db, search: EventSearch, dueInSeconds = leaseSeconds): Promise<void> {
  const { merchantId, processor, pageAfter, pageNewest } = search
  await db`
    update event_cursors
    set page_after = ${pageAfter}, page_newest = ${pageNewest}, due_at = now() + ${dueInSeconds} * interval '1 second'
    where merchant_id = ${merchantId} and processor = ${processor}`
}

/** Records that all events up to the newest listed one are known. Ignores a time in the future. */
export async function finishSearch(db: Db, search: EventSearch, dueInSeconds: number): Promise<void> {
  const { merchantId, processor, pageNewest } = search
  await db`
    with newest as materialized (
      select ${pageNewest}::timestamptz as at where ${pageNewest}::timestamptz <= now()
    )
    update event_cursors
    set found_until = greatest(found_until, (select at from newest)),
      page_after = null, page_newest = null,
      due_at = now() + ${dueInSeconds} * interval '1 second'
    where merchant_id = ${merchantId} and processor = ${processor}`
}
