import type { Db, Queryable, Tx } from '../db/db.ts'
import { ofMerchant } from '../db/per-merchant.ts'
import { type MerchantId, unclaimedMerchantId } from '../ids.ts'

/** Clocks differ, and a backup lacks transactions that were in progress when it was taken. */
const margin = '10 minutes'

interface IncompleteHistory {
  merchantId: MerchantId
  since: Date
  /** Raised whenever more is found to be missing. */
  generation: number
}

export interface Identity {
  stored: string | null
  current: string
  /** When an instance last used the database, to the microsecond. */
  seenAt: string | null
  /** Whether that is earlier than this instance has seen, or so long ago that the processor may have forgotten keys. */
  isOutdated: boolean
}

/** The processor remembers a key for a day. While it does, no create acts twice, even if the database forgot it. */
const rememberedFor = '20 hours'

type IdentityRow = Identity & IncompleteHistory

const currentIdentity = (db: Queryable) => db`
  (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
    || '/' || (select oid from pg_database where datname = current_database())
    || '/' || 'database_identity'::regclass::oid`

/**
 * A restore changes the cluster or its timeline; loading a dump recreates the table. If old data files are put back, only
 * the time when the database was last seen shows it. A standby has no write position, so it is never mistaken for another
 * database. One round trip reads both, because instances ask every few seconds.
 */
export async function readIdentity(
  db: Db,
  seenBefore: string | null,
): Promise<Identity & { incomplete: IncompleteHistory[] }> {
  const rows = await db<[IdentityRow, ...IdentityRow[]]>`
    select i.identity as stored, ${currentIdentity(db)} as current, i.seen_at::text as seen_at,
      coalesce(i.seen_at < coalesce(${seenBefore}::text::timestamptz, now() - ${rememberedFor}::interval), false) as is_outdated,
      h.merchant_id, h.since, h.generation
    from (select) as one left join database_identity i on true left join incomplete_histories h on true`
  const [identity] = rows
  return { ...identity, incomplete: rows.filter(({ merchantId }) => merchantId !== null) }
}

/** True only for the first instance that notices a restore. A database without an identity has all its history. */
export async function storeIdentity(
  db: Db,
  { stored, current, seenAt }: Omit<Identity, 'isOutdated'>,
): Promise<boolean> {
  return await db.begin(async tx => {
    const changed = await tx`
      insert into database_identity (identity) values (${current})
      on conflict (only_row) do update set identity = excluded.identity
        where database_identity.identity = ${stored} and database_identity.seen_at = ${seenAt}::text::timestamptz
      returning 1`
    const isNoticed = stored !== null && changed.length > 0
    if (isNoticed) {
      await tx`update incomplete_histories set generation = generation + 1`
      await markAll(tx, await newestRowBefore(tx, null))
      await tx`update database_identity set seen_at = now()`
    }
    return isNoticed
  })
}

/**
 * Records that a backup taken now has everything up to now, unless the database was just restored. Reads the clock while
 * the row is locked: if a slow statement replaced a later time with its own start, the database would look like an old
 * copy.
 */
export async function noteSeen(db: Queryable): Promise<string | null> {
  const [noted] = await db<{ seenAt: string }[]>`
    update database_identity set seen_at = clock_timestamp() where identity = ${currentIdentity(db)}
    returning seen_at::text as seen_at`
  return noted?.seenAt ?? null
}

/** The database may lack everything since its newest row before a time: later rows were written after the restore. */
export async function markIncomplete(db: Db, before: Date): Promise<void> {
  await db.begin(async tx => markAll(tx, await newestRowBefore(tx, before)))
}

/** For an operator, who specifies the time. */
export async function markIncompleteSince(db: Db, since: Date): Promise<void> {
  await db.begin(tx => markAll(tx, since))
}

async function newestRowBefore(tx: Tx, before: Date | null): Promise<Date> {
  const until = tx`coalesce(${before}::timestamptz, 'infinity')`
  const [row] = await tx<[{ newest: Date }]>`
    select least((select seen_at from database_identity), greatest(
      (select max(created_at) from payments where created_at < ${until} and restored_at is null),
      (select max(received_at) from events where received_at < ${until}),
      (select min(created_at) from merchants), '2000-01-01')) - ${margin}::interval as newest`
  return row.newest
}

/** Differs from the generation of a deleted row. */
const newGeneration = (tx: Tx) => tx`floor(random() * 1000000000)::int`

async function markAll(tx: Tx, since: Date): Promise<void> {
  await tx`
    insert into incomplete_histories (merchant_id, since, generation)
    select merchant_id, ${since}::timestamptz, ${newGeneration(tx)}
    from (select merchant_id from merchants union all select ${unclaimedMerchantId}) m
    on conflict (merchant_id) do update set since = excluded.since, held_until = now()
      where incomplete_histories.since > excluded.since`
}

/**
 * A merchant or its account was restored, by an import of settings or from the processor, without its payments. A
 * healing in progress may have missed them, so it does not count.
 */
export async function markIncompleteOf(tx: Tx, merchantId: string, since: Date): Promise<void> {
  await tx`
    insert into incomplete_histories as h (merchant_id, since, generation)
    values (${merchantId}, ${since}::timestamptz - ${margin}::interval, ${newGeneration(tx)})
    on conflict (merchant_id) do update set since = least(h.since, excluded.since), generation = h.generation + 1`
}

export async function countIncomplete(db: Db, merchantId: string | null): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int from incomplete_histories
    where merchant_id <> ${unclaimedMerchantId} ${ofMerchant(db, 'merchant_id', merchantId)}`
  return row?.count ?? 0
}

export async function incompleteHistories(db: Db): Promise<IncompleteHistory[]> {
  return await db<IncompleteHistory[]>`select merchant_id, since, generation from incomplete_histories`
}

/** Null if the merchant's history is complete. */
export async function findIncomplete(db: Db, merchantId: MerchantId): Promise<IncompleteHistory | null> {
  const [row = null] = await db<IncompleteHistory[]>`
    select merchant_id, since, generation from incomplete_histories where merchant_id = ${merchantId}`
  return row
}

/** Claims accounts first, then merchants whose calls are waiting. Healing a merchant twice does no harm. */
export async function claimIncomplete(db: Db): Promise<IncompleteHistory | null> {
  const [claimed = null] = await db<IncompleteHistory[]>`
    update incomplete_histories set held_until = now() + interval '2 minutes'
    where merchant_id = (
      select h.merchant_id from incomplete_histories h
      where h.held_until <= now() and (h.merchant_id = ${unclaimedMerchantId}
        or not exists (select from incomplete_histories where merchant_id = ${unclaimedMerchantId}))
      order by h.merchant_id <> ${unclaimedMerchantId}, h.asked_at, h.merchant_id
      limit 1 for update skip locked)
    returning merchant_id, since, generation`
  return claimed
}

/** Moves a merchant up the healing queue, because one of its calls had to search the processors. */
export async function askForHealing(db: Db, merchantId: MerchantId): Promise<void> {
  await db`
    update incomplete_histories set asked_at = now() where merchant_id = ${merchantId} and asked_at is null`
}

/** Retries the healing soon. */
export async function putOffHealing(db: Db, { merchantId }: IncompleteHistory): Promise<void> {
  await db`
    update incomplete_histories set held_until = now() + interval '5 seconds' where merchant_id = ${merchantId}`
}

/** Does nothing if more was found to be missing in the meantime. */
export async function markComplete(db: Queryable, healed: IncompleteHistory): Promise<void> {
  const { merchantId, since, generation } = healed
  await db`
    delete from incomplete_histories
    where merchant_id = ${merchantId} and since >= ${since} and generation = ${generation}`
}
