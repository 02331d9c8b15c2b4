import { Command } from 'commander'
import { readEncryptionRing } from '../../config.ts'
import type { KeyRing } from '../../crypto.ts'
import type { Db } from '../../db/db.ts'
import { dataDirOf } from '../access.ts'
import { CommandFault, type Context } from '../context.ts'
import { withDatabase } from '../database.ts'
import { table } from '../output.ts'
import { findKeptSecret } from '../secrets.ts'
import { resealBatch, type SealedColumn, sealedColumns } from './reseal.sql.ts'

const atOnce = 200

interface Resealed {
  table: string
  column: string
  resealed: number
  failed: number
}

/** After a new key was put first: moves everything stored over to it, so that old keys can be taken away. */
export function resealCommand(context: Context): Command {
  return new Command('reseal')
    .description('seal again, with the newest key, what older keys have sealed')
    .option('--json', 'print the answer as JSON')
    .action(async ({ json }) => {
      const keys = ringOf(context)
      let stopped = false
      context.stopRequested.then(() => {
        stopped = true
      })
      const found = await withDatabase(context, async db => {
        const all: Resealed[] = []
        for (const column of sealedColumns) all.push(await resealColumn(db, keys, column, () => stopped))
        return all
      })
      const rows = found.map(one => [`${one.table}.${one.column}`, one.resealed, one.failed])
      context.print(
        json ? JSON.stringify(found, null, 2) : table(['COLUMN', 'SEALED AGAIN', 'CANNOT BE OPENED'], rows),
      )
      if (stopped) throw new CommandFault('Stopped before the end. Run it again to go on.')
      const failed = found.reduce((sum, one) => sum + one.failed, 0)
      if (failed > 0) throw new CommandFault(`${failed} values cannot be opened: a key of theirs is missing.`)
    })
}

async function resealColumn(
  db: Db,
  keys: KeyRing,
  column: SealedColumn,
  isStopped: () => boolean,
): Promise<Resealed> {
  const total = { table: column.table, column: column.column, resealed: 0, failed: 0 }
  let after: string[] | null = null
  do {
    const batch = await resealBatch(db, keys, column, after, atOnce)
    total.resealed += batch.resealed
    total.failed += batch.failed
    after = batch.next
  } while (after !== null && !isStopped())
  return total
}

/** From the environment, completed by the data dir of `svcpay up` as the service does it. */
function ringOf(context: Context): KeyRing {
  const { env } = context
  const kept = env.SVC_ENCRYPTION_KEY?.trim() ? null : findKeptSecret(dataDirOf(context), 'encryption-key')
  return readEncryptionRing(kept ? { ...env, SVC_ENCRYPTION_KEY: kept } : env)
}
