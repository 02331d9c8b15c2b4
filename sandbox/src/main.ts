import { Command, InvalidArgumentError, Option } from 'commander'
import { type SandboxOptions, startSandbox } from './start-sandbox.ts'
import { DataDirError } from './store/data-dir-error.ts'

const program = new Command('svcpay-sandbox')
  .description("A stateful stand-in for Stripe's API, for development and tests.")
  .addOption(number('--port <port>', 'port to listen on; 0 picks any free port', 'PORT', 12111))
  .addOption(option('--host <host>', 'address to listen on', 'HOST').default('127.0.0.1'))
  .addOption(
    option(
      '--data-dir <dir>',
      'where to keep the data; without it, data is lost when the process ends',
      'DATA_DIR',
    ),
  )
  .addOption(
    option('--secret-key <key>', "the platform's secret key", 'SECRET_KEY').default('sk_test_sandbox'),
  )
  .addOption(
    option('--publishable-key <key>', "the platform's publishable key", 'PUBLISHABLE_KEY').default(
      'pk_test_sandbox',
    ),
  )
  .addOption(
    number(
      '--settle-after-ms <ms>',
      'how long bank debits, slow refunds and dispute decisions take',
      'SETTLE_AFTER_MS',
      3000,
    ),
  )
  .addOption(
    number('--webhook-retry-ms <ms>', 'delay before the first retry of a webhook', 'WEBHOOK_RETRY_MS', 1000),
  )
  .addOption(
    option('--any-version', 'accept requests of any API version, and answer in the newest', 'ANY_VERSION'),
  )

function option(flags: string, description: string, variable: string): Option {
  return new Option(flags, description).env(`SVCPAY_SANDBOX_${variable}`)
}

function number(flags: string, description: string, variable: string, fallback: number): Option {
  return option(flags, description, variable).default(fallback).argParser(wholeNumber)
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('Must be a whole number.')
  return Number(value)
}

async function main(): Promise<void> {
  program.parse()
  const options = program.opts<SandboxOptions>()
  const sandbox = await startSandbox(options)
  const stop = () => {
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // Another program started this one over a channel. Stop when that program ends.
  process.once('disconnect', stop)
  process.stdout.write(`svcpay-sandbox listening on ${sandbox.url}\n`)
}

function explain(error: unknown): string {
  if (error instanceof DataDirError) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `the port is already in use (${error.message})`
  if (code === 'EACCES') return `this process may not use the port (${error.message})`
  return error.message
}

main().catch(error => {
  process.stderr.write(`svcpay-sandbox: ${explain(error)}\n`)
  process.exit(1)
})
