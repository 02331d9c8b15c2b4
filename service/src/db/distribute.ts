import type { Queryable, Tx } from './db.ts'
import { everywhere, onShards } from './placement.ts'

export async function isCluster(db: Queryable): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`
    select exists (select from pg_extension where extname = 'citus') as found`
  return row?.found ?? false
}

/** For schema changes: changes one node at a time, and allows triggers that refuse changes on shards. */
export async function allowSchemaChanges(tx: Tx): Promise<void> {
  await tx`set local citus.multi_shard_modify_mode = 'sequential'`
  await tx`set local citus.enable_unsafe_triggers = on`
}

/** Distributes every table that is not distributed yet, with its rows. Returns their names. */
export async function distribute(tx: Tx): Promise<string[]> {
  const unplaced = await unplacedTables(tx)
  if (unplaced.length === 0) return []
  // on a shard, these functions could not reach their tables
  await tx`drop function if exists take_figures_back, note_identity_change cascade`
  // Citus recreates tables that refer to a table on every node, and would start their numbering from 1 again
  const counters = await tx<{ counter: string; last: string }[]>`
    select format('%I.%I', schemaname, sequencename) as counter, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null`
  const attachments = await attachmentsOf(tx, unplaced)
  for (const { detach } of attachments) await tx.unsafe(detach)
  for (const table of unplaced) await place(tx, table)
  for (const { attach } of attachments) await tx.unsafe(attach)
  for (const { counter, last } of counters) await tx`select setval(${counter}, ${last})`
  return unplaced
}

async function unplacedTables(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid
        and (p.partmethod = 'h' or p.repmodel = 't'))`
  const found = new Set(rows.map(({ name }) => name))
  return [...everywhere, ...onShards].filter(name => found.has(name))
}

async function place(tx: Tx, table: string): Promise<void> {
  const [first = ''] = onShards
  const beside = table === first ? 'none' : first
  if (everywhere.includes(table)) await tx`select create_reference_table(${table})`
  else await tx`select create_distributed_table(${table}, 'merchant_id', colocate_with => ${beside})`
  // the rows were copied to their shards; nothing reads the local ones
  await tx`select truncate_local_data_after_distributing_table(${table})`
}

/**
 * Constraints and triggers to remove temporarily: foreign keys connect tables that are distributed one by one, and
 * triggers prevent rows from being moved.
 */
async function attachmentsOf(tx: Tx, tables: string[]): Promise<{ attach: string; detach: string }[]> {
  return await tx`
    with affected as (
      select c.oid from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables})
    )
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as attach,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as detach
    from pg_constraint
    where contype = 'f' and conparentid = 0
      and (conrelid in (select oid from affected) or confrelid in (select oid from affected))
    union all
    select pg_get_triggerdef(oid), format('drop trigger %I on %s', tgname, tgrelid::regclass)
    from pg_trigger where not tgisinternal and tgrelid in (select oid from affected)`
}
