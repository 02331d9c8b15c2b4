import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import {
  exportSettings,
  importSettings,
  type SettingsCounts,
  UnusableExport,
} from '../../rebuild/settings.ts'
import { CommandFault, type Context } from '../context.ts'
import { withDatabase } from '../database.ts'
import { table } from '../output.ts'
import { encryptionKeysOf } from '../signing-secret.ts'

/** What a processor cannot give back after a restore. */
export function settingsCommands(context: Context): Command {
  const pathOf = (file: string) => resolve(context.cwd, file)
  const tell = (counts: SettingsCounts, json: boolean | undefined) =>
    context.print(json ? JSON.stringify(counts, null, 2) : table(['TABLE', 'ROWS'], Object.entries(counts)))
  return new Command('settings')
    .description('keep merchants, API keys, callbacks, fees and operators in a file of their own')
    .addCommand(
      new Command('export')
        .description('write them to a file, sealed with the encryption key')
        .argument('<file>')
        .option('--json', 'print the answer as JSON')
        .action(async (file: string, { json }: { json?: boolean }) => {
          const keys = encryptionKeysOf(context)
          const { sealed, counts } = await withDatabase(context, db => exportSettings(db, keys))
          orFault(`${file} cannot be written`, () => writeFileSync(pathOf(file), sealed, { mode: 0o600 }))
          tell(counts, json)
        }),
    )
    .addCommand(
      new Command('import')
        .description('add what is missing and replace what differs; nothing is removed')
        .argument('<file>')
        .option('--json', 'print the answer as JSON')
        .action(async (file: string, { json }: { json?: boolean }) => {
          const keys = encryptionKeysOf(context)
          const sealed = orFault(`${file} cannot be read`, () => readFileSync(pathOf(file)))
          const counts = await withDatabase(context, db => importSettings(db, keys, sealed)).catch(error => {
            throw error instanceof UnusableExport ? new CommandFault(error.message) : error
          })
          tell(counts, json)
        }),
    )
}

function orFault<Result>(what: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new CommandFault(`${what} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
