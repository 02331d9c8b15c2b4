import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { parseDatabaseUrl } from './database-url.ts'

export type Env = Record<string, string | undefined>

/** Each may also be read from the file named by <NAME>_FILE. */
const secrets = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SVC_OPERATOR_TOKEN',
  'SVC_ENCRYPTION_KEY',
  'SVC_ENCRYPTION_KEYS',
  'SVC_CALLBACK_PROXY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
])
const ofProcessor = /_(SECRET_KEY|WEBHOOK_SECRET)$/

export class ConfigFaults extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigFaults'
    this.faults = faults
  }
}

export type Reader = ReturnType<typeof reader>

/** All faults that these reads find, each once. */
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

export function collectingFaults<T>(env: Env, build: (read: Reader) => T): T {
  const faults: string[] = []
  const result = build(reader(env, faults))
  if (faults.length > 0) throw new ConfigFaults(faults)
  return result
}

function listIn(text: string): string[] {
  const items = text.split(',').map(item => item.trim())
  return items.filter(Boolean)
}

/** A single address is a network of one. */
function networkIn(text: string): string | null {
  if (ipaddr.isValidCIDR(text)) return text
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return `${text}/32`
  return ipaddr.IPv6.isValid(text) ? `${text}/128` : null
}

/** Faults name the variable and the expected form, never the value, which may be a secret. */
function reader(env: Env, faults: string[]) {
  const fault = <T>(message: string, fallback: T): T => {
    if (!faults.includes(message)) faults.push(message)
    return fallback
  }
  /** Undefined if it is not set; empty if its file cannot be read, which is already reported as a fault. */
  const given = (name: string): string | undefined => {
    const value = env[name]?.trim() || undefined
    const isSecret = secrets.has(name) || ofProcessor.test(name)
    const file = isSecret ? env[`${name}_FILE`]?.trim() : undefined
    if (!file) return value
    if (value !== undefined) return fault(`${name} and ${name}_FILE are both set; keep one of them.`, value)
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      return fault(`${name}_FILE names a file that cannot be read (${code}).`, '')
    }
  }
  const matching = (name: string, pattern: RegExp, wanted: string, fallback?: string): string => {
    const value = given(name) ?? fallback
    if (value === undefined) return fault(`${name} is not set; it ${wanted}.`, '')
    return value === '' || pattern.test(value) ? value : fault(`${name} is not valid; it ${wanted}.`, '')
  }
  /** `parse` returns undefined if the value is not of the `wanted` form. */
  const parsed = <T>(name: string, fallback: T, wanted: string, parse: (value: string) => T | undefined) => {
    const value = given(name)
    if (value === undefined || value === '') return fallback
    const result = parse(value)
    return result === undefined ? fault(`${name} must be ${wanted}.`, fallback) : result
  }
  return {
    text: (name: string, fallback: string) => given(name) ?? fallback,
    optional: (name: string) => given(name) ?? null,
    required: matching,
    /** For checks that depend on other settings. */
    refuse: (message: string) => void faults.push(message),
    integer: (name: string, fallback: number, min: number, max: number) =>
      parsed(name, fallback, `a whole number from ${min} to ${max}`, value => {
        const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
        return number >= min && number <= max ? number : undefined
      }),
    boolean: (name: string, fallback: boolean) =>
      parsed(name, fallback, 'true or false', value =>
        value === 'true' || value === 'false' ? value === 'true' : undefined,
      ),
    oneOf: <T extends string>(name: string, allowed: readonly T[], fallback: T) =>
      parsed(name, fallback, `one of ${allowed.join(', ')}`, value => allowed.find(one => one === value)),
    databaseUrl(name: string): string {
      const wanted = 'must be a URL such as postgres://user:password@host:5432/svcpay'
      const value = matching(name, /^postgres(ql)?:\/\/\S+$/, wanted)
      if (value === '' || parseDatabaseUrl(value)) return value
      return fault(`${name} is not valid; it ${wanted}.`, '')
    },
    list(name: string, pattern: RegExp, wanted: string, fallback?: string): string[] {
      const value = matching(name, /\S/, wanted, fallback)
      if (value === '') return []
      const listed = listIn(value)
      const valid = listed.length > 0 && listed.every(one => pattern.test(one))
      return valid ? listed : fault(`${name} is not valid; it ${wanted}.`, [])
    },
    origins(name: string): string[] {
      const wanted = 'must be a comma-separated list of origins such as https://app.example.com'
      if (given(name) === undefined) return []
      const listed = this.list(name, /^https?:\/\/[^\s/?#;'"*]+$/, wanted)
      const valid = listed.every(one => URL.canParse(one) && new URL(one).origin === one)
      return valid ? listed : fault(`${name} is not valid; it ${wanted}.`, [])
    },
    optionalUrl: (name: string) =>
      parsed<string | null>(name, null, 'an http or https URL', value =>
        URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : undefined,
      ),
    proxies(name: string): number | string[] {
      const wanted = 'a number of proxies from 0 to 9, or a comma-separated list of addresses or networks'
      return parsed<number | string[]>(name, 0, wanted, value => {
        if (/^\d$/.test(value)) return Number(value)
        const networks = value.split(',').map(one => networkIn(one.trim()))
        return networks.every(network => network !== null) ? networks : undefined
      })
    },
    ranges: (name: string) =>
      parsed<string[]>(name, [], 'address ranges such as 203.0.113.0/24, comma-separated', value => {
        const ranges = listIn(value)
        return ranges.every(range => ipaddr.isValidCIDR(range)) ? ranges : undefined
      }),
    /** In minutes since midnight UTC; null if it is off. */
    timeOfDay(name: string, fallback: string): number | null {
      const wanted = 'must be a time of day in UTC such as 03:00, or off'
      const value = matching(name, /^(([01]\d|2[0-3]):[0-5]\d|off)$/, wanted, fallback)
      const [hours, minutes] = value.split(':')
      return value === 'off' || value === '' ? null : Number(hours) * 60 + Number(minutes)
    },
    delays: (name: string, fallback: number[]) =>
      parsed(name, fallback, 'eight whole numbers of milliseconds, comma-separated', value => {
        const parts = value.split(',')
        const valid = parts.length === 8 && parts.every(part => /^\s*\d{1,9}\s*$/.test(part))
        return valid ? parts.map(Number) : undefined
      }),
  }
}
