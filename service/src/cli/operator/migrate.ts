import { migrate } from '../../db/migrate.ts'
import type { Context } from '../context.ts'
import { databaseUrlOf } from '../database.ts'

export async function migrateCommand(context: Context): Promise<void> {
  const { from, to, distributed } = await migrate(await databaseUrlOf(context))
  context.print(
    from === to ? `The schema is up to date (version ${to}).` : `Migrated from version ${from} to ${to}.`,
  )
  if (distributed.length > 0) context.print(`Distributed ${distributed.length} tables over the cluster.`)
}
