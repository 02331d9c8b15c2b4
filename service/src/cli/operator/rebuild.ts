import { Command } from 'commander'
import { systemClock } from '../../clock.ts'
import { learnOldestRelease } from '../../db/migrate.ts'
import { recordAction } from '../../operators/audit-log.sql.ts'
import { createProcessors } from '../../processors/registry.ts'
import { rebuild } from '../../rebuild/rebuild.ts'
import type { Rebuilt } from '../../rebuild/run.ts'
import { CommandFault, type Context, printAnswer, watchForStop } from '../context.ts'
import { serviceConfigOf, withSealedDatabase } from '../database.ts'
import { commandActor } from '../operator-client.ts'
import { timestamp } from '../operator-command.ts'
import { table } from '../output.ts'

/** Runs in this process, like `migrate`: the service may not be running yet. */
export function rebuildCommand(context: Context): Command {
  return new Command('rebuild')
    .description('recover the lost records of a restored database from the processor')
    .requiredOption(
      '--since <time>',
      'a few minutes before the restore point, such as 2026-01-31T12:00:00Z',
      timestamp,
    )
    .option('--json', 'print the answer as JSON')
    .action(async ({ since, json }) => {
      const config = await serviceConfigOf(context)
      const processors = createProcessors(config).forJobs
      const { isStopped, refuse } = watchForStop(context)
      const rebuilt = await withSealedDatabase(context, async (db, encryptionKeys) => {
        await learnOldestRelease(db)
        const entry = { action: 'rebuild.start', target: 'database', merchantId: null, detail: { since } }
        await db.begin(tx => recordAction(tx, systemClock.now(), commandActor('rebuild'), entry))
        const deps = { db, clock: systemClock, encryptionKeys, wakeCallbacks: () => {}, processors }
        return await rebuild(deps, { since: new Date(since), isStopped, progress: context.printError })
      })
      printAnswer(context, json, rebuilt, describe)
      for (const { processor, accountId, merchantId } of rebuilt.unknownAccounts)
        context.printError(
          `${accountId} at ${processor} belongs to merchant ${merchantId}, which is not in this database.`,
        )
      refuse()
      for (const { accountId, reason } of rebuilt.unfinished)
        context.printError(`${accountId ?? 'The platform'}: ${reason}`)
      if (rebuilt.unfinished.length > 0)
        throw new CommandFault('Some accounts could not be read completely. Run it again to continue.')
    })
}

const notRecoverable = `The processor does not have API keys, callback URLs and secrets, fee policies, operators or the audit log, so changes to
them since the backup are lost. To add missing entries and list differences, run svcpay settings import on an export.`

function describe(rebuilt: Rebuilt): string {
  const { accounts, payments, refunds, disputes, events, keys } = rebuilt
  const rows = [
    ['accounts', accounts],
    ['payments', payments],
    ['refunds', refunds],
    ['disputes', disputes],
    ['events', events],
    ['keys with their answers', keys],
    ['known payments that had changed', rebuilt.refreshed],
    ['payments that cannot be proven to be ours', rebuilt.unproven],
    ['calls to the processor', rebuilt.calls],
  ]
  return `${table(['', 'RECOVERED'], rows)}\n\n${notRecoverable}`
}
