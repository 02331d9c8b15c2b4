import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readBrand } from './settings/brand.ts'
import { readProcessors, readSandbox } from './settings/processor.ts'
import { collectingFaults, type Env, faultsOf, type Reader } from './settings/reader.ts'
import { readEncryptionKeys, readOperatorToken } from './settings/secrets.ts'
import { readTracing } from './settings/tracing.ts'

export type { Brand } from './settings/brand.ts'
export type { Platform } from './settings/processor.ts'
export { ConfigFaults, type Env, faultsOf } from './settings/reader.ts'

export type Role = 'all' | 'api' | 'worker'

const defaultRetryDelaysMs = [
  15_000, 60_000, 240_000, 960_000, 3_840_000, 15_360_000, 61_440_000, 172_800_000,
]
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Merges a `.env` file in the folder, if there is one, with the process environment, which takes precedence. */
export function readEnvironment(folder: string): Env {
  let file = ''
  try {
    file = readFileSync(join(folder, '.env'), 'utf8')
  } catch {
    // no .env file: the environment alone
  }
  return { ...parseEnv(file), ...process.env }
}

export type UpConfig = ReturnType<typeof readUpConfig>

/** The settings that `svcpay up` needs before it can generate the rest itself. */
export function readUpConfig(env: Env) {
  return collectingFaults(env, read => ({
    dataDir: read.text('SVC_DATA_DIR', './data'),
    sandboxPort: read.integer('SANDBOX_PORT', 12111, 0, 65535),
    databaseUrl: readMigrationUrl(read),
  }))
}

/** Commands change settings of their connections, which a pooler does not allow. */
function readMigrationUrl(read: Reader): string | null {
  const direct = readDirectUrl(read)
  if (read.optional('DATABASE_URL') !== null) return direct ?? read.databaseUrl('DATABASE_URL')
  if (direct !== null)
    read.refuse('DATABASE_DIRECT_URL has no effect without DATABASE_URL; set both or neither.')
  return null
}

const readDirectUrl = (read: Reader) =>
  read.optional('DATABASE_DIRECT_URL') === null ? null : read.databaseUrl('DATABASE_DIRECT_URL')

/** The address and token for the operator API. If no token is set, the data dir may hold one. */
export function readOperatorAccess(env: Env) {
  return collectingFaults(env, read => {
    const api = { host: readHost(read), port: readPort(read) }
    return {
      url: urlAt(readAdminPlace(read) ?? api),
      apiUrl: urlAt(api),
      token: read.optional('SVC_OPERATOR_TOKEN'),
    }
  })
}

/** The address and key of the sandbox that `svcpay up` runs, for the command line. */
export const readSandboxAccess = (env: Env) => collectingFaults(env, readSandbox)

/** The keys alone, for commands that need nothing else. */
export const readEncryptionRing = (env: Env) => collectingFaults(env, readEncryptionKeys)

const readHost = (read: Reader) => read.text('HOST', '127.0.0.1')
const readPort = (read: Reader) => read.integer('PORT', 8080, 0, 65535)

export function urlAt({ host, port }: { host: string; port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function readAdminPlace(read: Reader): { host: string; port: number } | null {
  const host = read.optional('SVC_ADMIN_HOST')
  if (read.optional('SVC_ADMIN_PORT') === null) {
    if (host !== null)
      read.refuse('SVC_ADMIN_HOST has no effect without SVC_ADMIN_PORT; set both or neither.')
    return null
  }
  return { host: host ?? readHost(read), port: read.integer('SVC_ADMIN_PORT', 0, 0, 65535) }
}

function readPublicUrl(read: Reader): string | null {
  const text = read.optional('SVC_PUBLIC_URL')
  if (text === null) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  read.refuse('SVC_PUBLIC_URL is not valid; it must be an origin such as https://pay.example.com.')
  return null
}

const longestCallbackTimeoutMs = 120_000

export type Config = ReturnType<typeof readConfig>

/** Reads and checks every setting that the service needs to run; throws all faults at once. */
export function readConfig(env: Env, mode: 'up' | 'serve') {
  return collectingFaults(env, read => ({
    port: readPort(read),
    host: readHost(read),
    /** The separate address of the operator API, metrics and docs; null if they share the main one. */
    admin: readAdminPlace(read),
    /** The address at which merchants and their browsers reach the service; null for the address of each request. */
    publicUrl: readPublicUrl(read),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    /** Bypasses the connection pooler at `databaseUrl`; null if there is none. */
    databaseDirectUrl: readDirectUrl(read),
    databaseConnections: read.integer('SVC_DATABASE_CONNECTIONS', 10, 3, 1000),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    /** How long requests are still served after the signal to stop, while `/readyz` answers 503. */
    stopDelayMs: read.integer('SVC_STOP_DELAY_MS', mode === 'up' ? 0 : 5_000, 0, 600_000),
    /** How long the rest of a stop may take before the process ends anyway. */
    stopTimeoutMs: read.integer('SVC_STOP_TIMEOUT_MS', 25_000, 100, 600_000),
    operatorToken: readOperatorToken(read),
    encryptionKeys: readEncryptionKeys(read),
    fees: {
      bps: read.integer('SVC_FEE_BPS', 100, 0, 10_000),
      fixedCents: read.integer('SVC_FEE_FIXED_CENTS', 0, 0, 5_000_000),
    },
    /** Origins whose pages may show a merchant's portal in a frame. */
    portalEmbedders: read.origins('SVC_PORTAL_EMBEDDERS'),
    brand: readBrand(read),
    rateLimitPerSecond: read.integer('SVC_RATE_LIMIT_PER_SECOND', 1000, 0, 1_000_000),
    /** How often the processor's list of events is read, per account. */
    eventSearchSeconds: read.integer('SVC_EVENT_SEARCH_SECONDS', 30, 1, 3600),
    /** When to compare the previous day with the processor, in minutes since midnight UTC; null for never. */
    reconcileAt: read.timeOfDay('SVC_RECONCILE_AT', '03:00'),
    doors: {
      maxConnections: read.integer('SVC_MAX_CONNECTIONS', 5000, 10, 100_000),
      maxConnectionsPerAddress: read.integer('SVC_MAX_CONNECTIONS_PER_ADDRESS', 2000, 1, 100_000),
      inFlightPerMerchant: read.integer('SVC_MAX_IN_FLIGHT_PER_MERCHANT', 1000, 1, 100_000),
      bodyTimeoutMs: read.integer('SVC_BODY_TIMEOUT_MS', 5000, 100, 60_000),
    },
    /** Proxies trusted to name the client: how many in a row, or their networks. */
    trustProxy: read.proxies('SVC_TRUST_PROXY'),
    processors: readProcessors(read, mode),
    callbacks: {
      retryDelaysMs: read.delays('SVC_CALLBACK_RETRY_DELAYS_MS', defaultRetryDelaysMs),
      timeoutMs: read.integer('SVC_CALLBACK_TIMEOUT_MS', 10_000, 1, longestCallbackTimeoutMs),
      allowPrivate: read.boolean('SVC_CALLBACK_ALLOW_PRIVATE', mode === 'up'),
      deny: read.ranges('SVC_CALLBACK_DENY'),
      proxy: read.optionalUrl('SVC_CALLBACK_PROXY'),
    },
    tracing: readTracing(read),
  }))
}

/** A sentence for each ignored variable. If its name resembles a setting, it is most likely misspelled. */
export function ignoredSettings(env: Env): string[] {
  const asked = new Set<string>()
  const recording = new Proxy(env, {
    get(target, name: string) {
      asked.add(name)
      return target[name]
    },
  })
  faultsOf(
    () => readConfig(recording, 'serve'),
    () => readUpConfig(recording),
  )
  return Object.keys(env)
    .filter(name => /^(SVC|OTEL)_/.test(name) && !asked.has(name))
    .map(name =>
      name === 'SVC_PROCESSOR'
        ? 'SVC_PROCESSOR has no effect if SVC_PROCESSORS is set; the first name there is the default.'
        : `${name} is not a setting and has no effect.`,
    )
}
