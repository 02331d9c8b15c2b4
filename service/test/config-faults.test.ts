import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Env, faultsOf, readConfig, readSandboxAccess, readUpConfig } from '../src/config.ts'
import { encryptionKey, otherEncryptionKey, required, stripeSecrets } from './support/secrets.ts'

const serveFaults = (env: Env) => faultsOf(() => readConfig({ ...required, ...env }, 'serve'))

describe('an invalid setting', () => {
  const invalid: Record<string, string[]> = {
    PORT: ['x', '-1', '65536', '80.5', '0x50', '8080;'],
    SVC_ADMIN_PORT: ['x', '-1', '65536'],
    SVC_ADMIN_HOST: ['10.0.0.1'],
    DATABASE_URL: [
      'mysql://db/x',
      'db:5432',
      'postgres://',
      'postgres://a b/x',
      'postgres://u:p@host:port/x',
    ],
    LOG_LEVEL: ['loud', 'INFO'],
    SVC_OPERATOR_TOKEN: [
      'short',
      'with a space in its middle',
      'a'.repeat(20),
      'ab'.repeat(10),
      '12345678901234567890',
      'abcdefghijklmnopqrstuvwxyz',
      'passwordpasswordpassword',
      'correcthorsebatterystaple',
      'correct-horse-battery-staple',
      'changeme-changeme-changeme-now',
      'svcpay-operator-token-production',
      'my-super-secret-operator-token-2024',
      'operator-2024-01-01-production!',
      'this-is-the-dev-key-for-our-app1',
      'asdfghjkl;zxcvbnm,./1',
    ],
    SVC_ENCRYPTION_KEY: [
      'x',
      'ab'.repeat(32),
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      Buffer.alloc(32).toString('base64'),
      Buffer.alloc(32, 7).toString('base64'),
      Buffer.alloc(32, 'svcpay').toString('base64'),
      Buffer.from('ThisIsMyVerySecretEncryptionKey1').toString('base64'),
      Buffer.from('this is a secret key 32 bytes ok').toString('base64'),
      'correcthorsebatterystaplecorrecthorsebatter=',
      'ThisIsMyVerySecretEncryptionKeyForSvcPayAAA=',
      Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64'),
    ],
    SVC_ENCRYPTION_KEYS: [
      'x',
      encryptionKey,
      `:${encryptionKey}`,
      `a b:${encryptionKey}`,
      `a:${encryptionKey},b`,
      `a:${encryptionKey},a:${encryptionKey}`,
      `default:${otherEncryptionKey}`,
      `a:${Buffer.alloc(32).toString('base64')}`,
      ',',
    ],
    SVC_FEE_BPS: ['-1', '10001', '1.5', 'x'],
    SVC_FEE_FIXED_CENTS: ['-1', '5000001', '0.5'],
    SVC_RATE_LIMIT_PER_SECOND: ['-1', 'x', '1000001'],
    SVC_EVENT_SEARCH_SECONDS: ['0', '3601', '1.5'],
    SVC_RECONCILE_AT: ['24:00', '3:00', 'never'],
    SVC_DATABASE_CONNECTIONS: ['2', 'x'],
    SVC_STOP_DELAY_MS: ['-1', '600001', '5s'],
    SVC_PUBLIC_URL: [
      'pay.example.com',
      'ftp://pay.example.com',
      'https://pay.example.com/pay',
      'https://user@pay.example.com',
      'https://a.example,https://b.example',
    ],
    SVC_MAX_CONNECTIONS: ['0', 'x'],
    SVC_MAX_CONNECTIONS_PER_ADDRESS: ['0', 'many'],
    SVC_MAX_IN_FLIGHT_PER_MERCHANT: ['0', '-1'],
    SVC_BODY_TIMEOUT_MS: ['0', '60001'],
    SVC_PORTAL_EMBEDDERS: [
      'app.example.com',
      'https://app.example.com/',
      'https://*.example.com',
      "https://a.example;script-src 'self'",
      ',',
    ],
    SVC_BRAND_LOGO: ['logo.txt', '/nowhere/logo.png'],
    SVC_TRUST_PROXY: ['true', '10', '10.0.0.0/33', '10.0.0.1,', 'proxy.example'],
    SVC_PROCESSOR: ['paypal', 'Stripe'],
    SVC_PROCESSORS: [
      ',',
      'Stripe',
      'paypal',
      'stripe:off',
      'stripe,stripe',
      'stripe:drain',
      'stripe-',
      'stripe_eu',
    ],
    STRIPE_SECRET_KEY: [
      'pk_live_x',
      'x',
      'sk_',
      'sk_live_',
      'sk_live_x',
      'sk_test_sandbox',
      'rk_test_sandbox',
      `sk_live_${'x'.repeat(40)}`,
    ],
    STRIPE_PUBLISHABLE_KEY: ['sk_live_x', 'x', 'pk_', 'pk_test_sandbox'],
    STRIPE_WEBHOOK_SECRET: [
      'x',
      'whsec_a,x',
      ',',
      ' , ',
      'whsec_',
      'whsec_x',
      'whsec_sandbox',
      'whsec_sandbox_yQ3vT7mK1xZ9pL4c',
      `whsec_${'ab'.repeat(20)}`,
      `${stripeSecrets.STRIPE_WEBHOOK_SECRET},whsec_short`,
    ],
    STRIPE_API_BASE: [
      'x',
      'ftp://a',
      '//a',
      'http://processor.example',
      'http://10.0.0.1',
      'http://localhost.example',
    ],
    SVC_CALLBACK_RETRY_DELAYS_MS: [
      '1',
      '1,2,3,4,5,6,7',
      '1,2,3,4,5,6,7,8,9',
      '1,2,3,4,5,6,7,x',
      '1,2,3,4,5,6,7,-8',
    ],
    SVC_CALLBACK_TIMEOUT_MS: ['0', 'x', '-5', '120001'],
    SVC_CALLBACK_ALLOW_PRIVATE: ['yes', '1', 'TRUE'],
    SVC_CALLBACK_DENY: ['10.0.0.0', '10.0.0.0/33', 'private', '10.0.0.0/8;11.0.0.0/8'],
    SVC_CALLBACK_PROXY: ['proxy.internal', 'socks5://proxy.internal', 'http//x'],
  }
  const cases = Object.entries(invalid).flatMap(([name, values]) => values.map(value => [name, value]))

  it.each([...cases, ['DATABASE_URL', ' ']])('%s=%s is one fault that names it', (name = '', value = '') => {
    const faults = serveFaults({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name} .*\\.$`))
  })

  it.each(['SANDBOX_PORT', 'DATABASE_URL'])('%s stops a start on one machine', name => {
    expect(faultsOf(() => readUpConfig({ [name]: 'nonsense' }))).toEqual([expect.stringContaining(name)])
  })
})

describe('the sandbox’s public keys', () => {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...withoutKeys } = required
  const stripeFaults = [/^STRIPE_SECRET_KEY is not set/, /^STRIPE_PUBLISHABLE_KEY/, /^STRIPE_WEBHOOK_SECRET/]

  it('are accepted for the sandbox on this machine', () => {
    for (const env of [{}, { SVC_PROCESSOR: 'sandbox' }, { STRIPE_API_BASE: ' ' }]) {
      expect(readConfig({ ...withoutKeys, ...env }, 'up').processors[0].secretKey).toBe('sk_test_sandbox')
    }
  })

  it.each<['up' | 'serve', Env]>([
    ['up', { SVC_PROCESSOR: 'stripe' }],
    ['up', { SVC_PROCESSOR: 'stripe', STRIPE_API_BASE: 'https://processor.example' }],
    ['up', { STRIPE_API_BASE: 'https://processor.example' }],
    ['serve', { SVC_PROCESSOR: 'sandbox' }],
    ['serve', {}],
  ])('are not taken by %s with %o', (mode, env) => {
    expect(faultsOf(() => readConfig({ ...withoutKeys, ...env }, mode))).toEqual(
      stripeFaults.map(fault => expect.stringMatching(fault)),
    )
  })
})

describe('a processor on this machine', () => {
  const local = {
    SVC_PROCESSOR: 'sandbox',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  }

  it.each(['http://127.0.0.1:12111', 'http://localhost:1', 'http://[::1]:1', 'https://127.0.0.1'])(
    'at %s may have any keys',
    base => expect(serveFaults({ ...local, STRIPE_API_BASE: base })).toEqual([]),
  )

  it('must still have keys', () => {
    const bare = { STRIPE_SECRET_KEY: 'sk_', STRIPE_WEBHOOK_SECRET: 'whsec_', STRIPE_PUBLISHABLE_KEY: 'pk_' }
    expect(serveFaults({ ...bare, STRIPE_API_BASE: 'http://127.0.0.1:1' })).toHaveLength(3)
  })
})

describe('a live key', () => {
  it.each(['sk_live_', 'rk_live_'])('%s… is never passed to a sandbox', prefix => {
    const env = { ...required, STRIPE_SECRET_KEY: `${prefix}yQ3vT7mK1xZ9pL4c`, SVC_PROCESSOR: 'sandbox' }
    const base = 'http://127.0.0.1:12111'
    for (const faults of [
      faultsOf(() => readConfig(env, 'up')),
      faultsOf(() => readConfig({ ...env, SVC_PROCESSOR: '' }, 'up')),
      faultsOf(() => readConfig({ ...env, STRIPE_API_BASE: base }, 'serve')),
      faultsOf(() => readSandboxAccess(env)),
    ]) {
      expect(faults).toEqual([expect.stringMatching(/^STRIPE_SECRET_KEY is a live key.*SVC_PROCESSOR/)])
    }
  })

  it('is accepted for Stripe', () => {
    const env = { ...required, STRIPE_SECRET_KEY: 'sk_live_yQ3vT7mK1xZ9pL4c', SVC_PROCESSOR: 'stripe' }
    expect(faultsOf(() => readConfig(env, 'up'))).toEqual([])
  })
})

describe('all faults', () => {
  it('are reported together', () => {
    const missing = Object.keys(required)
    const wrong = {
      PORT: 'x',
      LOG_LEVEL: 'x',
      SVC_FEE_BPS: 'x',
      SVC_PROCESSOR: 'x',
      SVC_CALLBACK_TIMEOUT_MS: 'x',
    }
    const faults = faultsOf(() => readConfig(wrong, 'serve'))
    expect(faults.map(fault => fault.split(' ')[0]).sort()).toEqual(
      [...missing, ...Object.keys(wrong)].sort(),
    )
  })

  it('are reported once, without consequential faults', () => {
    const { SVC_ENCRYPTION_KEY, ...withoutKey } = required
    for (const [env, fault] of [
      [{ ...withoutKey, SVC_ENCRYPTION_KEYS: 'x' }, /^SVC_ENCRYPTION_KEYS is not valid/],
      [{ ...withoutKey, SVC_ENCRYPTION_KEYS_FILE: '/nowhere' }, /^SVC_ENCRYPTION_KEYS_FILE names a file/],
      [{ ...required, STRIPE_SECRET_KEY: '', SVC_PROCESSORS: 'stripe-eu,stripe_us' }, /^SVC_PROCESSORS/],
    ] as const) {
      expect(faultsOf(() => readConfig(env, 'serve'))).toEqual([expect.stringMatching(fault)])
    }
    expect(faultsOf(() => readUpConfig({ DATABASE_URL_FILE: '/nowhere' }))).toHaveLength(1)
  })

  it('contain no part of a secret', () => {
    const secrets = {
      DATABASE_URL: 'mysql://user:database-secret@db/x',
      SVC_OPERATOR_TOKEN: 'operator secret',
      SVC_ENCRYPTION_KEY: 'encryption-secret',
      STRIPE_SECRET_KEY: 'stripe-secret',
      STRIPE_PUBLISHABLE_KEY: 'publishable-secret',
      STRIPE_WEBHOOK_SECRET: 'whsec_good-secret,webhook-secret',
    }
    const faults = serveFaults(secrets)
    expect(faults).toHaveLength(6)
    expect(faults.join('\n')).not.toMatch(
      /(database|operator|encryption|stripe|publishable|good|webhook)[- ]secret/,
    )
  })
})

it.each([
  ['openssl rand -hex 24', () => randomBytes(24).toString('hex')],
  ['openssl rand -base64 32', () => randomBytes(32).toString('base64')],
  ['openssl rand -base64 24', () => randomBytes(24).toString('base64')],
  ['uuidgen', randomUUID],
])('the output of %s is accepted as a token', (_command, make) => {
  const faults = Array.from({ length: 200 }, () => serveFaults({ SVC_OPERATOR_TOKEN: make() }))
  expect(faults.flat()).toEqual([])
})

it.each([
  ['a run of digits', '9ae71234567ecf94cc42bb63f7009e99cd11b7199570e495225d7d9b3fd62adc'],
  ['letters that could be spoken', 'yVojTAEGEcoozrte4fCiHVWOSD2Ilvem'],
])('random text that contains %s by chance is accepted as a token', (_what, token) => {
  expect(serveFaults({ SVC_OPERATOR_TOKEN: token })).toEqual([])
})

it('the output of openssl rand -base64 32 is accepted as a key', () => {
  const key = () => randomBytes(32).toString('base64')
  const faults = Array.from({ length: 200 }, () => serveFaults({ SVC_ENCRYPTION_KEY: key() }))
  expect(faults.flat()).toEqual([])
})
