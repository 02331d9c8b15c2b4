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
import { withSealedDatabase } from '../database.ts'
import { group } from '../operator-command.ts'
import { table } from '../output.ts'

/** What a processor cannot give back after a restore. */
export function settingsCommands(context: Context): Command {
  const pathOf = (file: string) => resolve(context.cwd, file)
  const onFile = (name: string, description: string, act: (file: string) => Promise<SettingsCounts>) =>
    new Command(name)
      .description(description)
      .argument('<file>')
      .option('--json', 'print the answer as JSON')
      .action(async (file: string, { json }: { json?: boolean }) => {
        const counts = await act(file)
        context.print(
          json ? JSON.stringify(counts, null, 2) : table(['TABLE', 'ROWS'], Object.entries(counts)),
        )
      })

  return group('settings', 'keep merchants, API keys, callbacks, fees and operators in a file of their own', [
    onFile('export', 'write them to a file, sealed with the encryption key', async file => {
      const { sealed, counts } = await withSealedDatabase(context, exportSettings)
      orFault(`${file} cannot be written`, () => writeFileSync(pathOf(file), sealed, { mode: 0o600 }))
      return counts
    }),
    onFile('import', 'add what is missing and replace what differs; nothing is removed', file => {
      const sealed = orFault(`${file} cannot be read`, () => readFileSync(pathOf(file)))
      return withSealedDatabase(context, (db, keys) => importSettings(db, keys, sealed)).catch(error => {
        throw error instanceof UnusableExport ? new CommandFault(error.message) : error
      })
    }),
  ])
}

function orFault<Result>(what: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new CommandFault(`${what} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
