import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { EmbeddedPostgresError } from 'svcpay-embedded-database'
import { ConfigFaults, type Role } from '../config.ts'
import {
  isDatabaseUnavailable,
  isOutOfResources,
  isSchemaMissing,
  UnusableDatabase,
} from '../db/unavailable.ts'
import { CannotListen } from '../http/listening/cannot-listen.ts'
import { StopTimedOut } from '../ops/stop-in-time.ts'
import { version } from '../settings/version.ts'
import { completionCommands } from './completion.ts'
import { CommandFault, type Context, warnOfIgnoredSettings } from './context.ts'
import { migrateCommand } from './database.ts'
import { listenCommand } from './develop/listen.ts'
import { sandboxCommands, triggerCommand } from './develop/sandbox.ts'
import { findNamedMerchant } from './merchant-by-name.ts'
import { apiCommand, completeCall } from './operator/api.ts'
import { deliveryCommands } from './operator/deliveries.ts'
import { ledgerCommands } from './operator/ledger.ts'
import { callbackCommands, keyCommands, merchantCommands } from './operator/merchants.ts'
import { auditCommand, operatorCommands } from './operator/operators.ts'
import { paymentCommands } from './operator/payments.ts'
import { processorsCommand } from './operator/processors.ts'
import { rebuildCommand } from './operator/rebuild.ts'
import { reconcileCommand } from './operator/reconcile.ts'
import { resealCommand } from './operator/reseal.ts'
import { retentionCommand } from './operator/retention/retention.ts'
import { searchCommand } from './operator/search.ts'
import { settingsCommands } from './operator/settings.ts'
import { statsCommand } from './operator/stats.ts'
import { visible } from './output.ts'

/** The exit code for an invalid command. Not 1, which can also mean a result, such as differences. */
const usageError = 2

/** Runs one command and returns the exit code. A bug is thrown. */
export async function runCommand(args: string[], given: Context): Promise<number> {
  const context = {
    ...given,
    print: (text: string) => given.print(visible(text)),
    printError: (text: string) => given.printError(visible(text)),
  }
  const svcpay = program(context, given)
  svcpay.hook('preAction', (_svcpay, command) => findNamedMerchant(context, command))
  try {
    await svcpay.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError
    const lines = faultLines(error)
    if (!lines) throw error
    // a misspelled setting is often the reason why another one is missing
    if (error instanceof ConfigFaults) warnOfIgnoredSettings(context)
    for (const line of lines) context.printError(`svcpay: ${line}`)
    return error instanceof CommandFault ? error.exitCode : 1
  }
}

/**
 * Only the commands that run the service load it, so that the others answer at once. A styled context passes control
 * characters on to the terminal.
 */
export function program(context: Context, styled = context): Command {
  const svcpay = new Command('svcpay')
    .description('A payments API for platforms that take payments on behalf of merchants.')
    .version(version, '-v, --version', 'print the version')

  svcpay.commandsGroup('Run:')
  svcpay
    .command('up')
    .description('run everything on this machine: database, sandbox, API and worker')
    .option('--demo', 'start with four weeks of made-up payments, in an empty data directory')
    .option('--processors <number>', 'number of sandboxes, to try moving merchants between them', countTo(9))
    .addHelpText(
      'after',
      `
Settings from the environment:
  PORT           port of the API and the console (default: 8080)
  SANDBOX_PORT   port of the sandbox (default: 12111)
  SVC_DATA_DIR   data directory, for all commands (default: ./data)`,
    )
    .action(async options => (await import('./up/up.ts')).up(styled, options))
  svcpay
    .command('serve')
    .description('run in production, with settings from the environment')
    .addOption(
      new Option('--role <role>', 'role of this process').choices(['all', 'api', 'worker']).default('all'),
    )
    .action(async (options: { role: Role }) => (await import('./operator/serve.ts')).serve(context, options))
  svcpay
    .command('migrate')
    .description('update the database schema')
    .option('--plan', 'show which tables each pending migration locks; change nothing')
    .action((options: { plan?: boolean }) => migrateCommand(context, options))
  svcpay
    .command('doctor')
    .description('check settings, database, processor, webhooks and disk, and say what to do')
    .option('--json', 'print the answer as JSON')
    .option(
      '--rehearse <merchantId>',
      'run a test payment, capture, refund and cancel for this merchant, and check webhooks and callbacks',
    )
    .option('--wait <seconds>', 'with --rehearse: limit for each webhook and callback', countTo(600), 30)
    .action(async ({ rehearse: merchantId, wait, json }) => {
      if (!merchantId) return (await import('./operator/doctor/doctor.ts')).doctor(context, { json })
      const { rehearse } = await import('./operator/doctor/rehearsal/rehearse.ts')
      return rehearse(context, merchantId, { waitMs: wait * 1000, json })
    })

  svcpay.commandsGroup('Develop:')
  svcpay.addCommand(listenCommand(context))
  svcpay.addCommand(triggerCommand(context))
  svcpay.addCommand(sandboxCommands(context))

  svcpay.commandsGroup('Operate:')
  svcpay.addCommand(apiCommand(context))
  svcpay.addCommand(merchantCommands(context))
  svcpay.addCommand(processorsCommand(context))
  svcpay.addCommand(keyCommands(context))
  svcpay.addCommand(callbackCommands(context))
  svcpay.addCommand(paymentCommands(context))
  svcpay.addCommand(deliveryCommands(context))
  svcpay.addCommand(searchCommand(context))
  svcpay.addCommand(ledgerCommands(context))
  svcpay.addCommand(reconcileCommand(context))
  svcpay.addCommand(statsCommand(context))
  svcpay.addCommand(operatorCommands(context))
  svcpay.addCommand(auditCommand(context))
  svcpay.addCommand(resealCommand(context))
  svcpay.addCommand(retentionCommand(context))
  svcpay.addCommand(rebuildCommand(context))
  svcpay.addCommand(settingsCommands(context))

  const { completion, complete } = completionCommands(context, svcpay, { api: completeCall })
  svcpay.addCommand(completion)
  svcpay.addCommand(complete, { hidden: true })
  printThrough(svcpay, context)
  return svcpay
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** Turns the message into a sentence, like every other fault. */
function usageFault(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /, 'svcpay: ')
    .replaceAll('\n', ' ')
  return /[.)]$/.test(line) ? line : `${line}.`
}

/** Only main.ts ends the process. */
function printThrough(command: Command, context: Context): void {
  const { print, printError } = context
  command.exitOverride()
  command.configureOutput({
    writeOut: text => print(text.trimEnd()),
    writeErr: text => printError(text.trimEnd()),
    outputError: (text, write) => write(`${usageFault(text)} See ${pathOf(command)} --help.`),
  })
  for (const child of command.commands) printThrough(child, context)
}

const countTo = (most: number) => (text: string) => {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > most) {
    throw new InvalidArgumentError(`It must be a number from 1 to ${most}.`)
  }
  return count
}

const oneLiners = [CannotListen, CommandFault, EmbeddedPostgresError, StopTimedOut, UnusableDatabase]

/** One clear line per fault; null for a bug, which deserves its stack. */
function faultLines(error: unknown): string[] | null {
  if (error instanceof ConfigFaults) return error.faults
  if (oneLiners.some(kind => error instanceof kind)) return (error as Error).message.split('\n')
  if (isOutOfResources(error)) return [`The database is out of resources: ${(error as Error).message}.`]
  if (isDatabaseUnavailable(error)) return ['The database cannot be reached: check DATABASE_URL.']
  if (isSchemaMissing(error)) return ['The database lacks migrations: run svcpay migrate.']
  const { code = '', message } = error as NodeJS.ErrnoException
  // wrong password, unknown user or database, or no permission to connect
  if (['28P01', '28000', '3D000'].includes(code)) return [`The database refused the connection: ${message}.`]
  if (code === '42501')
    return [`The database refused: ${message}. Connect as the owner of the database and its tables.`]
  return null
}
