import { mkdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { type Config, type Env, readConfig, readUpConfig, type UpConfig } from '../config.ts'
import { lockDataDir, startEmbeddedPostgres } from '../db/embedded/index.ts'
import { migrate } from '../db/migrate.ts'
import { createReadableLogger } from '../log.ts'
import { startServer } from '../server.ts'
import { banner } from './banner.ts'
import type { Context } from './context.ts'
import { urlOf } from './database.ts'
import { ensureDemoMerchant } from './demo-merchant.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import { keptSecret, newEncryptionKey, newOperatorToken } from './secrets.ts'

/** Everything on this machine: what is started last is stopped first. */
export async function up(context: Context): Promise<void> {
  const upConfig = readUpConfig(context.env)
  assertSettings(context.env)
  const stops: (() => Promise<void>)[] = []
  try {
    const database = await startDatabase(upConfig)
    stops.unshift(database.stop)
    const secrets = completeConfig(context.env, upConfig.dataDir, database.url)
    const sandbox = await startSandboxIfUsed(secrets, upConfig)
    stops.unshift(sandbox.stop)
    const config =
      sandbox.url === null ? secrets : { ...secrets, stripe: { ...secrets.stripe, apiBase: sandbox.url } }
    const log = createReadableLogger(config.logLevel, context.isTerminal)
    await migrate(config.databaseUrl)
    const server = await startServer({ config, role: 'all', log })
    stops.unshift(server.stop)
    const demo = await ensureDemoMerchant(server, config, upConfig.dataDir)
    const { url } = server
    const dataDir = shown(upConfig.dataDir)
    context.print(banner({ url, sandboxUrl: sandbox.url, dataDir, demo, color: context.isTerminal }))

    const reason = await Promise.race([context.stopRequested, database.failed, sandbox.failed])
    context.print(`\nStopping (${reason}) …`)
  } finally {
    for (const stop of stops) await stop()
  }
  context.print('Stopped. Your data is safe; npm start finds it again.')
}

/** Reports every faulty setting before anything is started. */
function assertSettings(env: Env): void {
  readConfig({ ...placeholders, ...sandboxKeys, ...set(env) }, 'up')
}

const placeholders: Env = {
  DATABASE_URL: 'postgres://embedded',
  SVC_OPERATOR_TOKEN: newOperatorToken(),
  SVC_ENCRYPTION_KEY: newEncryptionKey(),
}

const sandboxKeys: Env = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
}

function completeConfig(env: Env, dataDir: string, databaseUrl: string): Config {
  const given = set(env)
  return readConfig(
    {
      ...sandboxKeys,
      ...given,
      DATABASE_URL: databaseUrl,
      SVC_OPERATOR_TOKEN: given.SVC_OPERATOR_TOKEN ?? keptSecret(dataDir, 'operator-token', newOperatorToken),
      SVC_ENCRYPTION_KEY: given.SVC_ENCRYPTION_KEY ?? keptSecret(dataDir, 'encryption-key', newEncryptionKey),
    },
    'up',
  )
}

/** A variable set to nothing counts as not set. */
function set(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}

interface Database {
  url: string
  /** Resolves only when the database has ended by itself. */
  failed: Promise<string>
  stop(): Promise<void>
}

async function startDatabase({ dataDir, databaseUrl }: UpConfig): Promise<Database> {
  if (databaseUrl !== null) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return { url: databaseUrl, failed: new Promise(() => {}), stop: await lockDataDir(dataDir) }
  }
  const embedded = await startEmbeddedPostgres({ dir: dataDir })
  return {
    url: urlOf(embedded.connection),
    failed: embedded.exited.then(error =>
      error ? `the database ended: ${error.message}` : new Promise(() => {}),
    ),
    stop: embedded.stop,
  }
}

/** With a base URL of one's own, or Stripe itself, there is no sandbox to start. */
async function startSandboxIfUsed(
  config: Config,
  { dataDir, sandboxPort }: UpConfig,
): Promise<{ url: string | null; failed: Promise<string>; stop(): Promise<void> }> {
  if (config.processor !== 'sandbox' || config.stripe.apiBase !== null) {
    return { url: null, failed: new Promise(() => {}), stop: async () => {} }
  }
  const { secretKey, publishableKey } = config.stripe
  return await startSandboxProcess({ dataDir, port: sandboxPort, secretKey, publishableKey })
}

function shown(dataDir: string): string {
  const path = relative(process.cwd(), resolve(dataDir))
  return path === '' || path.startsWith('..') ? resolve(dataDir) : `./${path}`
}
