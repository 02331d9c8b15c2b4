import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import {
  exportSettings,
  type ImportedSettings,
  importSettings,
  type Subject,
  UnusableExport,
} from '../../rebuild/settings.ts'
import { CommandFault, type Context, printAnswer } from '../context.ts'
import { withSealedDatabase } from '../database.ts'
import { commandActor } from '../operator-client.ts'
import { group } from '../operator-command.ts'
import { table } from '../output.ts'

/** Settings that cannot be recovered from a processor after a restore. */
export function settingsCommands(context: Context): Command {
  const pathOf = (file: string) => resolve(context.cwd, file)
  const onFile = <Answer>(
    name: string,
    description: string,
    act: (file: string) => Promise<Answer>,
    describe: (answer: Answer) => string,
  ) =>
    new Command(name)
      .description(description)
      .argument('<file>')
      .option('--json', 'print the answer as JSON')
      .action(async (file: string, { json }) => printAnswer(context, json, await act(file), describe))

  return group('settings', 'export and import merchants, API keys, callbacks, fees and operators', [
    onFile(
      'export',
      'write these settings to a file, sealed with the encryption key',
      async file => {
        const { sealed, counts } = await withSealedDatabase(context, exportSettings)
        orFault(`${file} cannot be written`, () => writeFileSync(pathOf(file), sealed, { mode: 0o600 }))
        return counts
      },
      counts => table(['TABLE', 'ROWS'], Object.entries(counts)),
    ),
    onFile(
      'import',
      'add missing entries and reapply revocations; change nothing else',
      async file => {
        const sealed = orFault(`${file} cannot be read`, () => readFileSync(pathOf(file)))
        const actor = commandActor('settings import')
        try {
          return await withSealedDatabase(context, (db, keys) => importSettings(db, keys, actor, sealed))
        } catch (error) {
          throw error instanceof UnusableExport ? new CommandFault(error.message) : error
        }
      },
      described,
    ),
  ])
}

function described({ added, changed, left }: ImportedSettings): string {
  const line = ({ kind, id, merchantId }: Subject, what: string) =>
    `${kind} ${id}${merchantId === null || merchantId === id ? '' : ` of ${merchantId}`}: ${what}`
  const lines = [table(['TABLE', 'ADDED'], Object.entries(added))]
  if (changed.length > 0) lines.push('', 'Changed:', ...changed.map(one => line(one, one.change)))
  if (left.length > 0) lines.push('', 'Unchanged:', ...left.map(one => line(one, one.reason)))
  return lines.join('\n')
}

function orFault<Result>(what: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new CommandFault(`${what} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
