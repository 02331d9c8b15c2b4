import type { Reader } from './reader.ts'
import { looksRandom } from './strength.ts'

type ProcessorName = 'sandbox' | 'stripe'

export interface ProcessorSettings {
  processor: ProcessorName
  stripe: { secretKey: string; publishableKey: string; webhookSecrets: string[]; apiBase: string | null }
}

/** What the sandbox on this machine goes by. They are public, so nothing else may ever be let in with them. */
const sandboxKeys = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox', webhook: 'whsec_sandbox' }
const isSandboxKey = (value: string) => /^([sr]k|pk)_test_sandbox|^whsec_sandbox/.test(value)

export function readProcessor(read: Reader, mode: 'up' | 'serve'): ProcessorSettings {
  const fallback = mode === 'up' ? 'sandbox' : 'stripe'
  const processor = read.oneOf<ProcessorName>('SVC_PROCESSOR', ['sandbox', 'stripe'], fallback)
  const apiBase = readApiBase(read)
  const ownSandbox = mode === 'up' && processor === 'sandbox' && apiBase === null
  const keys = ownSandbox ? sandboxKeys : null
  const secretKey = read.required(
    'STRIPE_SECRET_KEY',
    /^[sr]k_\S/,
    'must be a Stripe secret key (sk_… or rk_…)',
    keys?.secret,
  )
  const publishableKey = read.required(
    'STRIPE_PUBLISHABLE_KEY',
    /^pk_\S/,
    'must be a Stripe publishable key (pk_…)',
    keys?.publishable,
  )
  const wanted = 'must be a comma-separated list of whsec_…'
  const webhookSecrets = read.list('STRIPE_WEBHOOK_SECRET', /^whsec_\S/, wanted, keys?.webhook)
  if (processor === 'sandbox') refuseLiveKey(read, secretKey)
  const isLocal = ownSandbox || (apiBase !== null && isLoopback(apiBase))
  if (!isLocal) refuseWorthless(read, { secretKey, publishableKey, webhookSecrets })
  return { processor, stripe: { secretKey, publishableKey, webhookSecrets, apiBase } }
}

/** How the command line reaches the sandbox that `svcpay up` runs. */
export function readSandbox(read: Reader): { url: string; secretKey: string } {
  const port = read.integer('SANDBOX_PORT', 12111, 0, 65535)
  const secretKey = read.optional('STRIPE_SECRET_KEY') ?? sandboxKeys.secret
  refuseLiveKey(read, secretKey)
  return { url: readApiBase(read) ?? `http://127.0.0.1:${port}`, secretKey }
}

/** On plain HTTP, the key could be read on the way. */
function readApiBase(read: Reader): string | null {
  const base = read.optionalUrl('STRIPE_API_BASE')
  if (base?.startsWith('http:') && !isLoopback(base)) {
    read.refuse('STRIPE_API_BASE must use https; plain http is for this machine only.')
  }
  return base
}

function refuseLiveKey(read: Reader, secretKey: string): void {
  if (/^[sr]k_(org_)?live_/.test(secretKey)) {
    read.refuse(
      'STRIPE_SECRET_KEY is a live key, which no sandbox may get; unset it, or set SVC_PROCESSOR to stripe.',
    )
  }
}

/** A processor on this machine may have any keys; elsewhere they must be what Stripe gave out. */
function refuseWorthless(
  read: Reader,
  keys: { secretKey: string; publishableKey: string; webhookSecrets: string[] },
): void {
  const { secretKey, publishableKey, webhookSecrets } = keys
  const judge = (name: string, values: string[], prefix: RegExp) => {
    const given = values.filter(value => value !== '')
    if (given.some(isSandboxKey)) {
      read.refuse(`${name} is known to everybody as the sandbox’s; copy yours from the Stripe dashboard.`)
    } else if (!given.every(value => isHardToGuess(value.replace(prefix, '')))) {
      read.refuse(`${name} is too short or too regular; copy yours from the Stripe dashboard.`)
    }
  }
  judge('STRIPE_SECRET_KEY', [secretKey], /^[sr]k_(live_|test_)?/)
  judge('STRIPE_WEBHOOK_SECRET', webhookSecrets, /^whsec_/)
  if (isSandboxKey(publishableKey)) judge('STRIPE_PUBLISHABLE_KEY', [publishableKey], /^pk_/)
}

function isHardToGuess(secret: string): boolean {
  return secret.length >= 16 && looksRandom(Buffer.from(secret), 6)
}

/** Whether a URL can lead to nowhere but this machine. */
function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname)
}
