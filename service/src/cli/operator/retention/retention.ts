import { Command, InvalidArgumentError } from 'commander'
import { type Context, printAnswer, watchForStop } from '../../context.ts'
import { withDatabase } from '../../database.ts'
import { table } from '../../output.ts'
import { timeDaysAgo } from './old-details.sql.ts'
import { type Removed, removeDetails } from './remove-details.ts'

/** The processor repeats and lists events for this long, and recent payments may need investigating. */
const minDays = 30
const progressEvery = 10_000

export function retentionCommand(context: Context): Command {
  return new Command('retention')
    .description('remove old event bodies, callback attempts and operation details')
    .requiredOption('--older-than <days>', 'minimum age in days, such as 400d', daysIn)
    .option('--yes', 'remove them; without it, only show how much would be removed')
    .option('--json', 'print the answer as JSON')
    .action(async ({ olderThan, yes = false, json }) => {
      const { isStopped, refuse } = watchForStop(context)
      const progress = progressLines(context)
      const removed = await withDatabase(context, async db => {
        const cutoff = await timeDaysAgo(db, olderThan)
        return await removeDetails(db, { cutoff, isDryRun: !yes, isStopped, progress })
      })
      printAnswer(context, json, removed, () => describe(removed, yes))
      refuse()
    })
}

function daysIn(age: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(age)?.[1] ?? Number.NaN)
  if (Number.isNaN(days)) throw new InvalidArgumentError('It must be a number of days, such as 400d.')
  if (days < minDays)
    throw new InvalidArgumentError(
      `It must be at least ${minDays}d: until then the processor may repeat events, and merchants may need redelivered callbacks.`,
    )
  return days
}

function progressLines(context: Context): (removed: Removed) => void {
  const printed = new Map<string, number>()
  return ({ kind, rows }) => {
    if (rows < (printed.get(kind) ?? 0) + progressEvery) return
    printed.set(kind, rows)
    context.printError(`${kind}: ${rows.toLocaleString('en-US')} so far`)
  }
}

function describe(removed: Removed[], yes: boolean): string {
  const rows = removed.map(({ kind, rows, bytes }) => [kind, rows, bytes])
  if (yes) return table(['KIND', 'REMOVED', 'BYTES'], rows)
  const asked =
    'Nothing was removed. Add --yes to remove them permanently; after that, only your backups have them.'
  return `${table(['KIND', 'WOULD REMOVE', 'BYTES'], rows)}\n\n${asked}`
}
