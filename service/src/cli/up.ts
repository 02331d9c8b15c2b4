import { relative, resolve } from 'node:path'
import { type Config, type Env, readConfig, readUpConfig, type UpConfig } from '../config.ts'
import { lockDataDir, startEmbeddedPostgres } from '../db/embedded/index.ts'
import { migrate } from '../db/migrate.ts'
import { createReadableLogger } from '../log.ts'
import { startServer } from '../server.ts'
import { banner } from './banner.ts'
import type { Context } from './context.ts'
import { ensureDemoMerchant } from './demo-merchant.ts'
import { keptSecret, newEncryptionKey, newOperatorToken } from './secrets.ts'

/** Everything on this machine: what is started last is stopped first. */
export async function up(context: Context): Promise<void> {
  const upConfig = readUpConfig(context.env)
  assertSettings(context.env)
  const stops: (() => Promise<void>)[] = []
  try {
    const database = await startDatabase(upConfig)
    stops.unshift(database.stop)
    const config = completeConfig(context.env, upConfig.dataDir, database.url)
    const log = createReadableLogger(config.logLevel, context.isTerminal)
    await migrate(config.databaseUrl)
    const server = await startServer({ config, role: 'all', log })
    stops.unshift(server.stop)
    const demo = await ensureDemoMerchant(server.db, config, upConfig.dataDir)
    context.print(
      banner({ url: server.url, dataDir: shown(upConfig.dataDir), demo, color: context.isTerminal }),
    )

    const reason = await Promise.race([context.stopRequested, database.failed])
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
  /** Rejects when the database has ended by itself; settles in no other way. */
  failed: Promise<never>
  stop(): Promise<void>
}

async function startDatabase({ dataDir, databaseUrl }: UpConfig): Promise<Database> {
  if (databaseUrl !== null) {
    return { url: databaseUrl, failed: new Promise(() => {}), stop: await lockDataDir(dataDir) }
  }
  const embedded = await startEmbeddedPostgres({ dir: dataDir })
  const { user, password, host, port, database } = embedded.connection
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`,
    failed: embedded.exited.then(error => (error ? Promise.reject(error) : new Promise<never>(() => {}))),
    stop: embedded.stop,
  }
}

function shown(dataDir: string): string {
  const path = relative(process.cwd(), resolve(dataDir))
  return path === '' || path.startsWith('..') ? resolve(dataDir) : `./${path}`
}
