import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import ipaddr from 'ipaddr.js'

export type Env = Record<string, string | undefined>
export type Role = 'all' | 'api' | 'worker'
export type ProcessorName = 'sandbox' | 'stripe'

/** What the service needs to run, whoever started it. */
export interface Config {
  port: number
  host: string
  databaseUrl: string
  logLevel: string
  operatorToken: string
  encryptionKey: Buffer
  fees: { bps: number; fixedCents: number }
  rateLimitPerSecond: number
  doors: {
    maxConnections: number
    maxConnectionsPerAddress: number
    inFlightPerMerchant: number
    bodyTimeoutMs: number
  }
  /** Proxies that are believed when they say who calls: how many in a row, or their networks. */
  trustProxy: number | string[]
  processor: ProcessorName
  stripe: { secretKey: string; publishableKey: string; webhookSecrets: string[]; apiBase: string | null }
  callbacks: { retryDelaysMs: number[]; timeoutMs: number; allowPrivate: boolean }
}

/** What `svcpay up` needs before it can make the rest of the configuration itself. */
export interface UpConfig {
  dataDir: string
  sandboxPort: number
  databaseUrl: string | null
}

export class ConfigFaults extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigFaults'
    this.faults = faults
  }
}

export const defaultRetryDelaysMs = [
  15_000, 60_000, 240_000, 960_000, 3_840_000, 15_360_000, 61_440_000, 172_800_000,
]
/** What the sandbox on this machine goes by. They are public, so nothing else may ever be let in with them. */
const sandboxKeys = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox', webhook: 'whsec_sandbox' }
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** The process environment over a `.env` file in the folder, if there is one. */
export function readEnvironment(folder: string): Env {
  let file = ''
  try {
    file = readFileSync(join(folder, '.env'), 'utf8')
  } catch {
    // no .env file: the environment alone
  }
  return { ...parseEnv(file), ...process.env }
}

export function readUpConfig(env: Env): UpConfig {
  return collectingFaults(env, read => ({
    dataDir: read.text('SVC_DATA_DIR', './data'),
    sandboxPort: read.integer('SANDBOX_PORT', 12111, 0, 65535),
    databaseUrl: env.DATABASE_URL?.trim() ? read.databaseUrl('DATABASE_URL') : null,
  }))
}

/** Where the operator API is and how to be let in; without a token the data dir may hold one. */
export function readOperatorAccess(env: Env): { url: string; token: string | null; dataDir: string } {
  return collectingFaults(env, read => ({
    url: `http://${inUrl(read.text('HOST', '127.0.0.1'))}:${read.integer('PORT', 8080, 0, 65535)}`,
    token: env.SVC_OPERATOR_TOKEN?.trim() || null,
    dataDir: read.text('SVC_DATA_DIR', './data'),
  }))
}

/** How the command line reaches the sandbox that `svcpay up` runs. */
export function readSandboxAccess(env: Env): { url: string; secretKey: string } {
  return collectingFaults(env, read => ({
    url:
      read.optionalUrl('STRIPE_API_BASE') ??
      `http://127.0.0.1:${read.integer('SANDBOX_PORT', 12111, 0, 65535)}`,
    secretKey: read.text('STRIPE_SECRET_KEY', sandboxKeys.secret),
  }))
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Reads and checks every setting; throws all faults at once. */
export function readConfig(env: Env, mode: 'up' | 'serve'): Config {
  return collectingFaults(env, read => ({
    port: read.integer('PORT', 8080, 0, 65535),
    host: read.text('HOST', '127.0.0.1'),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    operatorToken: read.secret('SVC_OPERATOR_TOKEN', 20),
    encryptionKey: read.key('SVC_ENCRYPTION_KEY'),
    fees: {
      bps: read.integer('SVC_FEE_BPS', 100, 0, 10_000),
      fixedCents: read.integer('SVC_FEE_FIXED_CENTS', 0, 0, 5_000_000),
    },
    rateLimitPerSecond: read.integer('SVC_RATE_LIMIT_PER_SECOND', 1000, 0, 1_000_000),
    doors: {
      maxConnections: read.integer('SVC_MAX_CONNECTIONS', 5000, 10, 100_000),
      maxConnectionsPerAddress: read.integer('SVC_MAX_CONNECTIONS_PER_ADDRESS', 2000, 1, 100_000),
      inFlightPerMerchant: read.integer('SVC_MAX_IN_FLIGHT_PER_MERCHANT', 1000, 1, 100_000),
      bodyTimeoutMs: read.integer('SVC_BODY_TIMEOUT_MS', 5000, 100, 60_000),
    },
    trustProxy: read.proxies('SVC_TRUST_PROXY'),
    ...readProcessor(read, mode),
    callbacks: {
      retryDelaysMs: read.delays('SVC_CALLBACK_RETRY_DELAYS_MS', defaultRetryDelaysMs),
      timeoutMs: read.integer('SVC_CALLBACK_TIMEOUT_MS', 10_000, 1, 120_000),
      allowPrivate: read.boolean('SVC_CALLBACK_ALLOW_PRIVATE', mode === 'up'),
    },
  }))
}

function readProcessor(read: Reader, mode: 'up' | 'serve'): Pick<Config, 'processor' | 'stripe'> {
  const fallback = mode === 'up' ? 'sandbox' : 'stripe'
  const processor = read.oneOf<ProcessorName>('SVC_PROCESSOR', ['sandbox', 'stripe'], fallback)
  const apiBase = read.optionalUrl('STRIPE_API_BASE')
  const keys = mode === 'up' && processor === 'sandbox' && apiBase === null ? sandboxKeys : null
  const wanted = 'is a comma-separated list of whsec_…'
  return {
    processor,
    stripe: {
      secretKey: read.required('STRIPE_SECRET_KEY', /^[sr]k_/, 'starts with sk_ or rk_', keys?.secret),
      publishableKey: read.required('STRIPE_PUBLISHABLE_KEY', /^pk_/, 'starts with pk_', keys?.publishable),
      webhookSecrets: read.list('STRIPE_WEBHOOK_SECRET', /^whsec_/, wanted, keys?.webhook),
      apiBase,
    },
  }
}

type Reader = ReturnType<typeof reader>

/** What any of them finds wrong, each fault once. */
export function faultsOf(...reads: (() => unknown)[]): string[] {
  const faults = new Set<string>()
  for (const read of reads) {
    try {
      read()
    } catch (error) {
      if (!(error instanceof ConfigFaults)) throw error
      for (const fault of error.faults) faults.add(fault)
    }
  }
  return [...faults]
}

function collectingFaults<T>(env: Env, build: (read: Reader) => T): T {
  const faults: string[] = []
  const result = build(reader(env, faults))
  if (faults.length > 0) throw new ConfigFaults(faults)
  return result
}

/** PostgreSQL's URLs may list several hosts; others may not. */
function withOneHost(url: string): string {
  return url.replace(/^(\w+:\/\/(?:[^@/?]*@)?[^/?,]+),[^/?]*/, '$1')
}

/** A single address is a network of one. */
function networkIn(text: string): string | null {
  if (ipaddr.isValidCIDR(text)) return text
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return `${text}/32`
  return ipaddr.IPv6.isValid(text) ? `${text}/128` : null
}

/** Faults name the variable and what is wanted, never the value: it may be a secret. */
function reader(env: Env, faults: string[]) {
  const given = (name: string) => env[name]?.trim() || undefined
  const fault = <T>(message: string, fallback: T): T => {
    faults.push(message)
    return fallback
  }
  const matching = (name: string, pattern: RegExp, wanted: string, fallback?: string): string => {
    const value = given(name) ?? fallback
    if (value === undefined) return fault(`${name} is not set; it ${wanted}.`, '')
    return pattern.test(value) ? value : fault(`${name} is not valid; it ${wanted}.`, '')
  }
  return {
    text: (name: string, fallback: string) => given(name) ?? fallback,
    required: matching,
    integer(name: string, fallback: number, min: number, max: number): number {
      const value = given(name)
      if (value === undefined) return fallback
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
      return number >= min && number <= max
        ? number
        : fault(`${name} must be a whole number from ${min} to ${max}.`, fallback)
    },
    boolean(name: string, fallback: boolean): boolean {
      const value = given(name)
      if (value === undefined) return fallback
      if (value === 'true' || value === 'false') return value === 'true'
      return fault(`${name} must be true or false.`, fallback)
    },
    oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const value = given(name)
      if (value === undefined) return fallback
      const found = allowed.find(candidate => candidate === value)
      return found ?? fault(`${name} must be one of ${allowed.join(', ')}.`, fallback)
    },
    databaseUrl(name: string): string {
      const wanted = 'is a URL such as postgres://user:password@host:5432/svcpay'
      const value = matching(name, /^postgres(ql)?:\/\/\S+$/, wanted)
      if (value === '' || URL.canParse(withOneHost(value))) return value
      return fault(`${name} is not valid; it ${wanted}.`, '')
    },
    secret: (name: string, minLength: number) =>
      matching(
        name,
        new RegExp(`^\\S{${minLength},}$`),
        `has at least ${minLength} characters and no spaces`,
      ),
    key(name: string): Buffer {
      const wanted = 'is 32 random bytes in base64, for example from: openssl rand -base64 32'
      const key = Buffer.from(matching(name, /^[A-Za-z0-9+/]{43}=$/, wanted), 'base64')
      return key
    },
    list(name: string, pattern: RegExp, wanted: string, fallback?: string): string[] {
      const value = matching(name, /\S/, wanted, fallback)
      if (value === '') return []
      const listed = value
        .split(',')
        .map(one => one.trim())
        .filter(Boolean)
      const valid = listed.length > 0 && listed.every(one => pattern.test(one))
      return valid ? listed : fault(`${name} is not valid; it ${wanted}.`, [])
    },
    optionalUrl(name: string): string | null {
      const value = given(name)
      if (value === undefined) return null
      const valid = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
      return valid ? value : fault(`${name} must be an http or https URL.`, null)
    },
    proxies(name: string): number | string[] {
      const value = given(name)
      if (value === undefined) return 0
      if (/^\d$/.test(value)) return Number(value)
      const networks = value.split(',').map(one => networkIn(one.trim()))
      const valid = networks.filter(network => network !== null)
      return valid.length === networks.length
        ? valid
        : fault(
            `${name} must be a number of proxies from 0 to 9, or a comma-separated list of addresses or networks.`,
            0,
          )
    },
    delays(name: string, fallback: number[]): number[] {
      const value = given(name)
      if (value === undefined) return fallback
      const delays = value.split(',').map(part => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : Number.NaN))
      const valid = delays.length === 8 && !delays.some(Number.isNaN)
      return valid
        ? delays
        : fault(`${name} must be eight whole numbers of milliseconds, comma-separated.`, fallback)
    },
  }
}
