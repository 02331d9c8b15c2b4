import { Command, CommanderError, Option } from 'commander'
import type { Context } from './cli/context.ts'
import { listenCommand } from './cli/develop/listen.ts'
import { sandboxCommands } from './cli/develop/sandbox.ts'
import { triggerCommand } from './cli/develop/trigger.ts'
import { faultLines } from './cli/faults.ts'
import { auditCommand } from './cli/operator/audit.ts'
import { callbackCommands } from './cli/operator/callback.ts'
import { deliveryCommands } from './cli/operator/deliveries.ts'
import { eventCommands } from './cli/operator/events.ts'
import { keyCommands } from './cli/operator/keys.ts'
import { ledgerCommands } from './cli/operator/ledger.ts'
import { merchantCommands } from './cli/operator/merchants.ts'
import { migrateCommand } from './cli/operator/migrate.ts'
import { operationCommands } from './cli/operator/operations.ts'
import { operatorCommands } from './cli/operator/operators.ts'
import { paymentCommands } from './cli/operator/payments.ts'
import { resealCommand } from './cli/operator/reseal.ts'
import { statsCommand } from './cli/operator/stats.ts'
import { readEnvironment } from './config.ts'

const context: Context = {
  env: readEnvironment(process.cwd()),
  print: text => console.log(text),
  stopRequested: stopRequested(),
  isTerminal: process.stdout.isTTY === true,
}

/** The service is loaded only by the commands that run it: the others are to answer at once. */
function program(): Command {
  const svcpay = new Command('svcpay')
    .description('A payments API for platforms that take payments on behalf of merchants.')
    .exitOverride()

  svcpay
    .command('up')
    .description('run everything on this machine: database, sandbox and API (npm start)')
    .action(async () => (await import('./cli/up/up.ts')).up(context))
  svcpay
    .command('serve')
    .description('run in production, with settings from the environment')
    .addOption(
      new Option('--role <role>', 'what this process does').choices(['all', 'api', 'worker']).default('all'),
    )
    .action(async ({ role }) => (await import('./cli/operator/serve.ts')).serve(context, role))
  svcpay
    .command('migrate')
    .description('bring the schema of DATABASE_URL up to date')
    .action(() => migrateCommand(context))

  svcpay.addCommand(operatorCommands(context))
  svcpay.addCommand(merchantCommands(context))
  svcpay.addCommand(keyCommands(context))
  svcpay.addCommand(callbackCommands(context))
  svcpay.addCommand(paymentCommands(context))
  svcpay.addCommand(operationCommands(context))
  svcpay.addCommand(eventCommands(context))
  svcpay.addCommand(deliveryCommands(context))
  svcpay.addCommand(statsCommand(context))
  svcpay.addCommand(auditCommand(context))
  svcpay.addCommand(ledgerCommands(context))
  svcpay.addCommand(resealCommand(context))
  svcpay.addCommand(sandboxCommands(context))
  svcpay.addCommand(listenCommand(context))
  svcpay.addCommand(triggerCommand(context))
  return svcpay
}

const sameWishMs = 500

/**
 * The first signal asks for an orderly stop; a second one does not wait for it. Ctrl-C under npm arrives twice,
 * from the terminal and from npm, so what follows within a moment is the same wish.
 */
function stopRequested(): Promise<string> {
  return new Promise(resolve => {
    const signals = ['SIGINT', 'SIGTERM'] as const
    let askedAt: number | null = null
    for (const signal of signals) {
      process.on(signal, () => {
        if (askedAt !== null && performance.now() - askedAt > sameWishMs) process.exit(130)
        askedAt ??= performance.now()
        resolve(signal)
      })
    }
  })
}

try {
  await program().parseAsync()
  process.exit(0)
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode)
  const lines = faultLines(error)
  if (lines) for (const line of lines) console.error(`svcpay: ${line}`)
  else console.error(error)
  process.exit(1)
}
