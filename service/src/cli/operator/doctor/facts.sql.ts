import type { Db } from '../../../db/db.ts'

export interface ServerFacts {
  version: number
  isReadOnly: boolean
  encoding: string
  collationChanged: boolean
  /** Settings that protect what was committed. */
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

export interface TrafficFacts {
  lastEventAt: Date | null
  endpoints: number
  paused: number
}

export async function readTrafficFacts(db: Db): Promise<TrafficFacts> {
  const [facts] = await db<TrafficFacts[]>`
    select (select max(received_at) from (
        select received_at from events order by received_at desc limit 1) newest) as last_event_at,
      (select count(*) from callback_endpoints)::int as endpoints,
      (select count(*) from callback_endpoints where paused_until > now())::int as paused`
  return facts ?? { lastEventAt: null, endpoints: 0, paused: 0 }
}
