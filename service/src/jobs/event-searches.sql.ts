import { type Db, recordset } from '../db/db.ts'
import { briefly, type Claims, claimAcross, inStatements, ofMerchant } from '../db/per-merchant.ts'
import type { MerchantId } from '../ids.ts'
import { nobody } from '../inbox/nobody.ts'

/** Where the search through the processor's list of one account's events stands. */
export interface EventSearch {
  merchantId: MerchantId
  processor: string
  /** Null for the platform's own. */
  accountId: string | null
  since: Date
  /** The last event of the page before, and when the newest of the whole search happened. */
  pageAfter: string | null
  pageNewest: Date | null
}

/** Whoever dies during a search is followed by another instance after this. */
const leaseSeconds = 15

/** Those of which there are more are added in the next runs. */
const mostAdded = 5000

/**
 * A new account's first search comes after the usual time: its webhooks come first. Only accounts that are new since the
 * last look are compared: on a cluster they are on every node and searches on their merchant's, and nothing compares the
 * two in one statement. They are dated by instances' clocks, hence the hour; one that is dated ahead hides none that come
 * after it. Returns since when to look the next time.
 */
export async function addSearches(
  db: Db,
  processors: string[],
  dueInSeconds: number,
  since = new Date(0),
): Promise<Date> {
  const accounts = await db<{ merchantId: string; processor: string; createdAt: Date; lookedUntil: Date }[]>`
    select merchant_id, processor, created_at, least(created_at, now()) as looked_until from processor_accounts
    where created_at > ${since}::timestamptz - interval '1 hour'
    order by created_at`
  const platform = processors.map(processor => ({ merchantId: nobody, processor, createdAt: new Date() }))
  const wanted = [...platform, ...accounts]
  const found = await db<{ merchantId: string; processor: string }[]>`
    select merchant_id, processor from event_cursors where merchant_id = any(${wanted.map(one => one.merchantId)})`
  const known = new Set(found.map(({ merchantId, processor }) => `${merchantId} ${processor}`))
  const missing = wanted.filter(({ merchantId, processor }) => !known.has(`${merchantId} ${processor}`))
  await inStatements(db, missing.slice(0, mostAdded), own =>
    briefly(
      db,
      tx => tx`
      insert into event_cursors (merchant_id, processor, read_until, checked_at, due_at)
      select "merchantId", processor, "createdAt", "createdAt", now() + ${dueInSeconds} * interval '1 second'
      from ${recordset(tx, own, tx`"merchantId" text, processor text, "createdAt" timestamptz`)} as a
      on conflict do nothing`,
    ),
  )
  return missing.length > mostAdded ? since : (accounts.at(-1)?.lookedUntil ?? since)
}

/**
 * Each for one instance. Events are listed a little after they happen, so the last minutes are read again. What the
 * release before has read was by a clock that may have been ahead, by no more than a day.
 */
export async function claimSearches(db: Db, limit: number): Promise<Claims<EventSearch>> {
  const due = (most: number, merchantId: string | null = null) => db`
    select merchant_id, processor,
      coalesce(found_until - interval '5 minutes', least(read_until, now()) - interval '1 day') as since
    from event_cursors
    -- or further ahead than ever: the database's own clock has been
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

/** The search goes on behind this page, here or, if this instance dies, elsewhere. */
export async function savePage(db: Db, search: EventSearch, dueInSeconds = leaseSeconds): Promise<void> {
  const { merchantId, processor, pageAfter, pageNewest } = search
  await db`
    update event_cursors
    set page_after = ${pageAfter}, page_newest = ${pageNewest}, due_at = now() + ${dueInSeconds} * interval '1 second'
    where merchant_id = ${merchantId} and processor = ${processor}`
}

/** Everything up to the newest event listed is taken in; one that claims to be of the future is not gone by. */
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

/** Those of a page that are recorded and need nothing more from it. */
export async function recordedOf(db: Db, search: EventSearch, ids: string[]): Promise<Set<string>> {
  const rows = await db<{ eventId: string }[]>`
    select event_id from events
    where merchant_id = ${search.merchantId} and processor = ${search.processor} and event_id = any(${ids})
      and outcome <> 'unread'`
  return new Set(rows.map(({ eventId }) => eventId))
}
