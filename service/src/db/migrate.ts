import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { asDb, type Db, type Queryable, type Tx } from './db.ts'
import { allowSchemaChanges, distribute, isCluster } from './distribute.ts'
import { connect } from './driver.ts'
import { refuseOldServer } from './server-version.ts'
import { codeOf, UnusableDatabase } from './unavailable.ts'

export const migrationsDir = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** Any number, if all instances use the same one. */
const migrationLock = 7_082_026

const migrations = readdirSync(migrationsDir)
  .filter(file => file.endsWith('.sql'))
  .map(file => ({
    file,
    version: Number.parseInt(file, 10),
    name: file.replace(/^\d+\.do\.(.*)\.sql$/, '$1'),
  }))
  .sort((one, other) => one.version - other.version)

export const pendingAfter = (found: number) => migrations.filter(({ version }) => version > found)

export const knownSchema = Math.max(...migrations.map(({ version }) => version))

export const schemaTooNew = (found: number) =>
  new UnusableDatabase(
    `The database has schema version ${found}, but this release knows only ${knownSchema}: start a newer release.`,
  )

/** A schema newer than this release may still serve it: the database says which release is the oldest it serves. */
export async function servesThisRelease(db: Queryable, found: number): Promise<boolean> {
  if (found <= knownSchema) return found === knownSchema
  const oldest = await oldestRelease(db)
  return oldest !== null && oldest <= knownSchema
}

/** The schema of the oldest release that this database serves. */
async function oldestRelease(db: Queryable): Promise<number | null> {
  const [row] = await db<{ schema: number }[]>`select schema from oldest_release`
  return row?.schema ?? null
}

/** Releases that know this schema can inflate event bodies. */
const opensDeflated = 72

/** Learns what the oldest release that uses this database can read. */
export async function learnOldestRelease(db: Db): Promise<void> {
  db.engine.mayDeflate = ((await oldestRelease(db)) ?? 0) >= opensDeflated
}

/**
 * Brings the schema up to date, or to a version; a second instance waits for the first. Each migration is a separate
 * transaction, so that none holds its locks while another runs. An empty database has no other users, so it gets all of
 * them in one transaction.
 */
export async function migrate(url: string, to = knownSchema) {
  const db = asDb(connect(url, { max: 1, connection: { application_name: 'svcpay migrate' } }))
  try {
    await refuseOldServer(db)
    const onCluster = await isCluster(db)
    const step = <Result>(work: (tx: Tx, found: number) => Promise<Result>) =>
      untilUnlocked(() =>
        db.begin(async tx => {
          await tx`select pg_advisory_xact_lock(${migrationLock}::bigint)`
          await tx`set local lock_timeout = '1s'`
          if (onCluster) await allowSchemaChanges(tx)
          return await work(tx, await schemaVersion(tx))
        }),
      )
    let version = await step(async (_, found) => found)
    if (version > knownSchema && !(await servesThisRelease(db, version))) throw schemaTooNew(version)
    let from: number | null = null
    while (version < to) {
      version = await step(async (tx, found) => {
        // changes by another instance are not reported
        if (found >= to) return found
        const next = found === 0 ? to : (pendingAfter(found)[0]?.version ?? to)
        await runMigrations(tx, found, next)
        // no older release has used a new database, and none will: bodies of events can be deflated from the start
        if (found === 0 && next >= opensDeflated)
          await tx`update oldest_release set schema = greatest(schema, ${opensDeflated})`
        from ??= found
        return next
      })
    }
    /** Tables that were distributed over the nodes of a cluster. */
    const distributed = onCluster ? await step(distribute) : []
    /** Whether the database compares ids by the rules of a language, which slows down every access to an index. */
    const [order] = await db<{ byLanguage: boolean }[]>`select 'a' < 'B' as "byLanguage"`
    return { from: from ?? version, to: version, distributed, byLanguage: order?.byLanguage ?? false }
  } finally {
    await db.end()
  }
}

/** Waiting for a table lock blocks everyone behind us, so this gives up and retries while a long query runs. */
async function untilUnlocked<Result>(step: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (codeOf(error) !== '55P03') throw error
      await setTimeout(1000)
    }
  }
}

/** Runs all pending migrations up to this version, and records each with the checksum of its file. */
async function runMigrations(tx: Tx, found: number, to: number): Promise<void> {
  if (found === 0) {
    await tx`create table if not exists schema_version (version bigint primary key, name text, md5 text, run_at timestamptz)`
  }
  await refuseOtherMigrations(tx)
  for (const { file, version, name } of pendingAfter(found).filter(pending => pending.version <= to)) {
    const script = scriptOf(file)
    for (const statement of statementsOf(script)) await tx.unsafe(statement)
    await tx`
      insert into schema_version (version, name, md5, run_at)
      values (${version}::bigint, ${name}::text, ${checksumOf(script)}::text, now())`
  }
}

/** A database migrated by files other than ours has an untested schema. */
async function refuseOtherMigrations(tx: Tx): Promise<void> {
  const ran = await tx<{ version: number; md5: string }[]>`
    select version::int, md5 from schema_version where md5 is not null`
  for (const { file, version, name } of migrations) {
    const checksum = ran.find(row => row.version === version)?.md5
    if (checksum === undefined || checksum === checksumOf(scriptOf(file))) continue
    throw new UnusableDatabase(
      `Migration ${version} (${name}) has already run in this database, but its file has changed since.`,
    )
  }
}

const scriptOf = (file: string) => readFileSync(`${migrationsDir}${file}`, 'utf8')

const checksumOf = (script: string) => createHash('md5').update(script).digest('hex')

/** Citus passes the text of a schema change on to the shards, which refuse more than one statement. */
export const statementsOf = (script: string) =>
  script.match(/(?:--.*|'[^']*'|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+/g)?.filter(statement => statement.trim()) ?? []

/** The schema version of the database; 0 if it was never migrated. */
export async function schemaVersion(db: Queryable): Promise<number> {
  // reads the catalog: after a wait within a transaction, to_regclass may not see tables that others created
  const [table] = await db<{ found: boolean }[]>`
    select exists (select from pg_class where relname = 'schema_version' and pg_table_is_visible(oid)) as found`
  if (!table?.found) return 0
  const [row] = await db<[{ version: number }]>`
    select coalesce(max(version), 0)::int as version from schema_version`
  return row.version
}
