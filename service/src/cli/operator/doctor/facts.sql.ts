import type { Db } from '../../../db/db.ts'

export interface ServerFacts {
  version: number
  isReadOnly: boolean
  encoding: string
  collationChanged: boolean
  /** Settings that protect committed data. */
  fsync: boolean
  fullPageWrites: boolean
  synchronousCommit: string
  autovacuum: boolean
  maxConnections: number
  usedConnections: number
  replicas: number
  now: Date
}

export async function readServerFacts(db: Db): Promise<ServerFacts | null> {
  const [facts] = await db<ServerFacts[]>`
    select current_setting('server_version_num')::int / 10000 as version,
      pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_read_only,
      current_setting('server_encoding') as encoding,
      exists (select from pg_collation
        where collversion <> pg_collation_actual_version(oid)) as collation_changed,
      current_setting('fsync')::bool as fsync,
      current_setting('full_page_writes')::bool as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('autovacuum')::bool as autovacuum,
      current_setting('max_connections')::int as max_connections,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used_connections,
      (select count(*) from pg_stat_replication)::int as replicas,
      clock_timestamp() as now`
  return facts ?? null
}

export async function readCallbackFacts(db: Db) {
  const [facts] = await db<{ endpoints: number; paused: number }[]>`
    select count(*)::int as endpoints, count(*) filter (where paused_until > now())::int as paused
    from callback_endpoints`
  return facts ?? { endpoints: 0, paused: 0 }
}

export interface ArrivalFacts {
  processor: string
  byWebhookAt: Date | null
  accountsAt: Date | null
  platformAt: Date | null
  /** The latest event found in the processor's own list. */
  foundAt: Date | null
  /** How many were found in the list since the last webhook. */
  foundSince: number
}

const newestEvents = 10_000

/** An event that came by webhook has the trace id of that request; an event found in the list has none. */
export async function readArrivalFacts(db: Db): Promise<ArrivalFacts[]> {
  return await db<ArrivalFacts[]>`
    with newest as (select processor, received_at, trace_id is not null as by_webhook,
        coalesce(webhook_at, received_at) as came_at,
        account_id is null or type like 'application\\_fee.%' as is_platform
        from events order by received_at desc limit ${newestEvents}),
      last as (select processor, max(came_at) filter (where by_webhook) as by_webhook_at,
        max(came_at) filter (where by_webhook and not is_platform) as accounts_at,
        max(came_at) filter (where by_webhook and is_platform) as platform_at,
        max(received_at) filter (where not by_webhook) as found_at from newest group by processor)
    select processor, by_webhook_at, accounts_at, platform_at, found_at, (select count(*) from newest n
      where n.processor = last.processor and n.received_at > coalesce(by_webhook_at, '-infinity'))::int as found_since
    from last order by processor`
}

/** The event of this type about a payment; null until it has arrived. `byWebhook` is false if polling found it. */
export async function findArrived(db: Db, merchantId: string, paymentId: string, type: string) {
  // the processor reports the release of an uncaptured part as a refund, which is ignored
  const [event] = await db<{ eventId: string; byWebhook: boolean }[]>`
    select event_id, trace_id is not null as by_webhook from events
    where merchant_id = ${merchantId} and payment_id = ${paymentId} and type = ${type}
      and outcome not in ('ignored', 'waiting')
    order by received_at limit 1`
  return event ?? null
}
