import { type Connection, findRunningEmbedded } from 'svcpay-embedded-database'
import { systemClock } from '../clock.ts'
import { type Config, readConfig, readEncryptionRing, readUpConfig } from '../config.ts'
import type { KeyRing } from '../crypto.ts'
import { type Db, openDb } from '../db/db.ts'
import { refuseWrongKeys } from '../db/encryption-keys.sql.ts'
import { migrate } from '../db/migrate.ts'
import { openCallbackSecrets, sealedCallbackSecrets } from '../merchants/callback-settings.sql.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { CommandFault, type Context } from './context.ts'
import { dataDirOf, findInstance, findKeptSecret, withDefaults } from './data-dir.ts'
import { type Hold, planMigrations } from './migration-plan.sql.ts'
import { findOldestMerchant } from './up/demo-merchant.sql.ts'
import { keptWebhookSecrets } from './up/local-sandbox.ts'

/** DATABASE_URL, or the embedded database that `svcpay up` runs on this data dir. */
async function databaseUrlOf(context: Context): Promise<string> {
  const { databaseUrl } = readUpConfig(context.env)
  if (databaseUrl !== null) return databaseUrl
  const running = await findRunningEmbedded(dataDirOf(context))
  if (!running)
    throw new CommandFault('No database: set DATABASE_URL, or SVC_DATA_DIR to the data dir of svcpay up.')
  return urlOf(running)
}

export function urlOf({ user, password, host, port, database }: Connection): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}

export async function withDatabase<T>(context: Context, use: (db: Db) => Promise<T>) {
  const url = await databaseUrlOf(context)
  const db = openDb(url, { maxConnections: 8, applicationName: 'svcpay cli' })
  return await use(db).finally(() => db.end())
}

/** For commands that encrypt or decrypt. Verifies that the keys belong to this database. */
export async function withSealedDatabase<T>(context: Context, use: (db: Db, keys: KeyRing) => Promise<T>) {
  const keys = encryptionKeysOf(context)
  return await withDatabase(context, async db => {
    await refuseWrongKeys(db, keys)
    return await use(db, keys)
  })
}

/** Keys from the environment or, as in the service, from the data dir of `svcpay up`. */
export function encryptionKeysOf(context: Context): KeyRing {
  const kept = () => findKeptSecret(dataDirOf(context), 'encryption-key')
  return readEncryptionRing(withDefaults(context.env, { SVC_ENCRYPTION_KEY: kept }))
}

const waits: Record<Hold, (table: string) => string> = {
  rewritten: table => `rewrites ${table}: reads and writes wait until it ends`,
  all: table => `reads and writes of ${table} wait until it ends`,
  writes: table => `writes to ${table} wait until it ends`,
  rows: table => `changes rows of ${table}: only writes to the same rows wait`,
}

async function planCommand(context: Context): Promise<void> {
  const plan = await withDatabase(context, planMigrations)
  if (plan.length === 0) return context.print('The schema is up to date.')
  for (const { version, name, tables } of plan) {
    context.print(`${version} ${name}`)
    for (const { name, hold, rows, bytes } of tables) {
      const size = `about ${Math.round(rows)} rows, ${(bytes / 2 ** 20).toFixed(1)} MB`
      context.print(`  ${waits[hold](name)} (${size})`)
    }
    if (tables.length === 0) context.print('  locks nothing')
  }
  context.print(
    'Each migration is one transaction. If it cannot lock a table within a second, it gives up and retries.',
  )
}

export async function migrateCommand(context: Context, { plan }: { plan?: boolean }): Promise<void> {
  if (plan) return await planCommand(context)
  const { from, to, distributed, byLanguage } = await migrate(await databaseUrlOf(context))
  if (from === to) context.print(`The schema is up to date (version ${to}).`)
  else context.print(`Migrated from version ${from} to ${to}.`)
  if (distributed.length > 0) context.print(`Distributed ${distributed.length} tables over the cluster.`)
  if (byLanguage && from === 0)
    context.print(
      "This database sorts text by the rules of a language, which slows down every write. Before you use it, recreate it with\ntemplate template0 encoding 'UTF8' lc_collate 'C'.",
    )
}

/** The service settings that a command needs, from the environment or from a running `svcpay up`. */
export async function serviceConfigOf(context: Context): Promise<Config> {
  const dataDir = dataDirOf(context)
  const instance = findInstance(dataDir)
  if (instance === null) return readConfig(context.env, 'serve')
  const sandboxes = Object.keys(instance.sandboxes)
  const embedded = await findRunningEmbedded(dataDir)
  const kept = (name: string) => () => findKeptSecret(dataDir, name)
  const env = withDefaults(context.env, {
    SVC_OPERATOR_TOKEN: kept('operator-token'),
    SVC_ENCRYPTION_KEY: kept('encryption-key'),
    DATABASE_URL: () => embedded && urlOf(embedded),
    // `svcpay up` may be running several sandboxes
    SVC_PROCESSORS: () => (sandboxes.length > 1 ? sandboxes.join(',') : null),
  })
  const config = readConfig(env, 'up')
  const processors = config.processors.map(platform => {
    const { [platform.name]: sandboxUrl = null } = instance.sandboxes
    if (platform.apiBase !== null || sandboxUrl === null) return platform
    return { ...platform, apiBase: sandboxUrl, webhookSecrets: keptWebhookSecrets(dataDir, platform.name) }
  })
  return { ...config, processors: processors as Config['processors'] }
}

/**
 * The API shows a secret only once. With the encryption key, a command can read it from the database again, as the service
 * does to sign callbacks.
 */
export async function readSigningSecret(context: Context, merchantId?: string): Promise<string> {
  return await withSealedDatabase(context, async (db, keys) => {
    const merchant = merchantId ? await findMerchant(db, merchantId) : await findOldestMerchant(db)
    if (!merchant) {
      throw new CommandFault(merchantId ? `There is no merchant ${merchantId}.` : noMerchant)
    }
    const sealed = await sealedCallbackSecrets(db, merchant.merchantId, systemClock.now())
    const [secret] = openCallbackSecrets(keys, merchant.merchantId, sealed)
    if (!secret)
      throw new CommandFault(
        `There is no signing secret: create one with svcpay api POST /merchants/${merchant.merchantId}/callback/rotate-secret.`,
      )
    return secret
  })
}

export const noMerchant = 'There are no merchants yet: create one with svcpay merchants create.'
