import { Command } from 'commander'
import { sealedColumns } from '../../db/encryption-keys.sql.ts'
import { CommandFault, type Context, printAnswer, watchForStop } from '../context.ts'
import { withSealedDatabase } from '../database.ts'
import { counted, table } from '../output.ts'
import { resealBatch } from './reseal.sql.ts'

const atOnce = 200

export function resealCommand(context: Context): Command {
  return new Command('reseal')
    .description('re-encrypt everything with the newest key')
    .option('--json', 'print the answer as JSON')
    .action(async ({ json }) => {
      const { isStopped, refuse } = watchForStop(context)
      const found = await withSealedDatabase(context, async (db, keys) => {
        const totals: { table: string; column: string; resealed: number; failed: number }[] = []
        for (const sealed of sealedColumns) {
          const { table, column } = sealed
          const total = { table, column, resealed: 0, failed: 0 }
          let after: string[] | null = null
          do {
            const batch = await resealBatch(db, keys, sealed, after, atOnce)
            total.resealed += batch.resealed
            total.failed += batch.failed
            after = batch.next
          } while (after !== null && !isStopped())
          totals.push(total)
        }
        return totals
      })
      const rows = found.map(one => [`${one.table}.${one.column}`, one.resealed, one.failed])
      printAnswer(context, json, found, () => table(['COLUMN', 'RE-ENCRYPTED', 'CANNOT BE DECRYPTED'], rows))
      refuse()
      const failed = found.reduce((sum, one) => sum + one.failed, 0)
      if (failed > 0)
        throw new CommandFault(
          `${counted(failed, 'value')} cannot be decrypted: their key is missing from SVC_ENCRYPTION_KEYS, or another key had its id.`,
        )
    })
}
