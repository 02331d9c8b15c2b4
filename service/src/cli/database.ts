import { findRunningEmbedded } from 'svcpay-embedded-database'
import { readUpConfig } from '../config.ts'
import { type Db, openDb } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { dataDirOf } from './access.ts'
import { CommandFault, type Context } from './context.ts'

/** DATABASE_URL, or the embedded database that `svcpay up` runs on this data dir. */
async function databaseUrlOf(context: Context): Promise<string> {
  const { databaseUrl } = readUpConfig(context.env)
  if (databaseUrl !== null) return databaseUrl
  const running = await findRunningEmbedded(dataDirOf(context))
  if (!running)
    throw new CommandFault(
      'No database: set DATABASE_URL, or SVC_DATA_DIR to the data dir of a running svcpay up.',
    )
  return urlOf(running)
}

interface ConnectionParts {
  host: string
  port: number
  user: string
  password: string
  database: string
}

export function urlOf({ user, password, host, port, database }: ConnectionParts): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}

export async function withDatabase<Result>(
  context: Context,
  use: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = openDb(await databaseUrlOf(context), { maxConnections: 2, applicationName: 'svcpay cli' })
  return await use(db).finally(() => db.end())
}

export async function migrateCommand(context: Context): Promise<void> {
  const { from, to, distributed } = await migrate(await databaseUrlOf(context))
  context.print(
    from === to ? `The schema is up to date (version ${to}).` : `Migrated from version ${from} to ${to}.`,
  )
  if (distributed.length > 0) context.print(`Distributed ${distributed.length} tables over the cluster.`)
}
