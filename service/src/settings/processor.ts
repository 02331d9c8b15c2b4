import type { Reader } from './reader.ts'
import { looksRandom } from './strength.ts'

/** A platform account at a processor, under the name stored with payments and merchants. */
export interface Platform {
  name: string
  /** A draining platform takes no new payments. Its existing payments are still processed until they close. */
  mode: 'active' | 'drain'
  /** No money moves there. */
  isSandbox: boolean
  prefix: string
  secretKey: string
  publishableKey: string
  webhookSecrets: string[]
  apiBase: string | null
}

/** The keys of the sandbox on this machine. They are public, so nothing else may ever accept them. */
const sandboxKeys = (name: string) => {
  const own = name.replaceAll('-', '_')
  return { secret: `sk_test_${own}`, publishable: `pk_test_${own}`, webhook: `whsec_${own}` }
}
const isSandboxKey = (value: string) => /^([sr]k|pk)_test_sandbox|^whsec_sandbox/.test(value)

/** The first word of a name selects the adapter. */
const listedShape = /^(?=[^:]{1,40}(:|$))(stripe|sandbox)(-[a-z0-9]+)*(:drain)?$/

/** The first is the default for new merchants. */
export function readProcessors(read: Reader, mode: 'up' | 'serve'): [Platform, ...Platform[]] {
  const names = readNames(read, mode)
  // names decide which settings are needed; if they are invalid, the caller throws the fault, so this value is never used
  if (names === null) return [{} as Platform]
  const [first, ...others] = names
  // a sandbox in place of Stripe uses Stripe's settings, as in most trials
  const standsIn = first.name === 'sandbox' && !others.some(({ name }) => name === 'stripe')
  const processors: [Platform, ...Platform[]] = [
    readPlatform(read, mode, first, standsIn ? 'STRIPE' : prefixOf(first)),
    ...others.map(one => readPlatform(read, mode, one, prefixOf(one))),
  ]
  refuseSamePlatform(read, processors)
  return processors
}

const prefixOf = ({ name }: Named) => name.toUpperCase().replaceAll('-', '_')

/** Under two names, a platform would seem to have every payment and event twice. */
function refuseSamePlatform(read: Reader, processors: Platform[]): void {
  const seen = new Map<string, string>()
  for (const { prefix, secretKey, apiBase } of processors) {
    if (secretKey === '') continue
    const platform = `${secretKey} ${apiBase}`
    const other = seen.get(platform)
    if (other)
      read.refuse(
        `${prefix}_SECRET_KEY is the same as ${other}_SECRET_KEY; each processor needs the key of its own platform.`,
      )
    seen.set(platform, prefix)
  }
}

type Named = Pick<Platform, 'name' | 'mode'>

/** The list replaces the single name that most installations use. Null if it is invalid. */
function readNames(read: Reader, mode: 'up' | 'serve'): [Named, ...Named[]] | null {
  const fallback = mode === 'up' ? 'sandbox' : 'stripe'
  if (read.optional('SVC_PROCESSORS') === null) {
    const wanted = 'must be sandbox or stripe; for other names, set SVC_PROCESSORS'
    const name = read.required('SVC_PROCESSOR', /^(sandbox|stripe)$/, wanted, fallback)
    return [{ name: name || fallback, mode: 'active' }]
  }
  const wanted =
    'must be a comma-separated list such as stripe,stripe-eu or stripe-eu,stripe:drain. A name is stripe or sandbox, alone or with a suffix, and has at most 40 lower-case letters, digits and hyphens'
  const listed = read.list('SVC_PROCESSORS', listedShape, wanted).map(text => {
    const [name = '', drain] = text.split(':')
    return { name, mode: drain ? 'drain' : 'active' } as const
  })
  const [first, ...others] = listed
  const fault = faultIn(listed)
  if (fault) read.refuse(fault)
  return first && !fault ? [first, ...others] : null
}

function faultIn(listed: Named[]): string | null {
  const names = listed.map(({ name }) => name)
  if (new Set(names).size < names.length) return 'SVC_PROCESSORS names a processor twice; name each once.'
  if (listed[0]?.mode === 'drain')
    return 'SVC_PROCESSORS begins with a draining processor; the first one is for new merchants and cannot drain.'
  return null
}

function readPlatform(read: Reader, startMode: 'up' | 'serve', { name, mode }: Named, prefix: string) {
  const isSandbox = name.startsWith('sandbox')
  const apiBase = readApiBase(read, prefix)
  const ownSandbox = startMode === 'up' && isSandbox && apiBase === null
  const keys = ownSandbox ? sandboxKeys(name) : null
  const ofSecret = 'must be a Stripe secret key (sk_… or rk_…)'
  const secretKey = read.required(`${prefix}_SECRET_KEY`, /^[sr]k_\S/, ofSecret, keys?.secret)
  const ofPublishable = 'must be a Stripe publishable key (pk_…)'
  const publishableKey = read.required(
    `${prefix}_PUBLISHABLE_KEY`,
    /^pk_\S/,
    ofPublishable,
    keys?.publishable,
  )
  const ofWebhooks = 'must be a comma-separated list of whsec_…'
  const webhookSecrets = read.list(`${prefix}_WEBHOOK_SECRET`, /^whsec_\S/, ofWebhooks, keys?.webhook)
  if (isSandbox) refuseLiveKey(read, prefix, secretKey)
  const isLocal = ownSandbox || (apiBase !== null && isLoopback(apiBase))
  const given = { secretKey, publishableKey, webhookSecrets }
  if (!isLocal) refuseWeakKeys(read, prefix, given)
  return { name, mode, isSandbox, prefix, ...given, apiBase }
}

/** How the command line reaches the sandbox that `svcpay up` runs. */
export function readSandbox(read: Reader): { url: string; secretKey: string } {
  const port = read.integer('SANDBOX_PORT', 12111, 0, 65535)
  const secretKey = read.optional('STRIPE_SECRET_KEY') ?? sandboxKeys('sandbox').secret
  refuseLiveKey(read, 'STRIPE', secretKey)
  return { url: readApiBase(read, 'STRIPE') ?? `http://127.0.0.1:${port}`, secretKey }
}

/** Over plain HTTP, the key could be intercepted. */
function readApiBase(read: Reader, prefix: string): string | null {
  const base = read.optionalUrl(`${prefix}_API_BASE`)
  if (base?.startsWith('http:') && !isLoopback(base)) {
    read.refuse(`${prefix}_API_BASE must use https; plain http is for this machine only.`)
  }
  return base
}

function refuseLiveKey(read: Reader, prefix: string, secretKey: string): void {
  const remedy = prefix === 'STRIPE' ? 'unset it, or set SVC_PROCESSOR to stripe' : 'use a test key'
  if (/^[sr]k_(org_)?live_/.test(secretKey)) {
    read.refuse(`${prefix}_SECRET_KEY is a live key, which must not reach a sandbox; ${remedy}.`)
  }
}

/** A processor on this machine may have any keys; elsewhere they must be real ones from Stripe. */
function refuseWeakKeys(
  read: Reader,
  prefix: string,
  keys: Pick<Platform, 'secretKey' | 'publishableKey' | 'webhookSecrets'>,
): void {
  const { secretKey, publishableKey, webhookSecrets } = keys
  const judge = (setting: string, values: string[], shape: RegExp) => {
    const name = `${prefix}_${setting}`
    const given = values.filter(value => value !== '')
    if (given.some(isSandboxKey)) {
      read.refuse(`${name} has the sandbox’s public value; copy yours from the Stripe dashboard.`)
    } else if (!given.every(value => isHardToGuess(value.replace(shape, '')))) {
      read.refuse(`${name} is too short or too regular; copy yours from the Stripe dashboard.`)
    }
  }
  judge('SECRET_KEY', [secretKey], /^[sr]k_(live_|test_)?/)
  judge('WEBHOOK_SECRET', webhookSecrets, /^whsec_/)
  if (isSandboxKey(publishableKey)) judge('PUBLISHABLE_KEY', [publishableKey], /^pk_/)
}

const isHardToGuess = (secret: string) => secret.length >= 16 && looksRandom(Buffer.from(secret), 6)

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname)
}
