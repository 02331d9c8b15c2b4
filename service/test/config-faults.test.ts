import { describe, expect, it } from 'vitest'
import { type Env, faultsOf, readConfig, readUpConfig } from '../src/config.ts'

const encryptionKey = Buffer.alloc(32, 9).toString('base64')
const required: Env = {
  DATABASE_URL: 'postgres://user:database-secret@db.example:5432/svcpay',
  SVC_OPERATOR_TOKEN: 'operator-secret-of-20-characters',
  SVC_ENCRYPTION_KEY: encryptionKey,
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

const serveFaults = (env: Env) => faultsOf(() => readConfig({ ...required, ...env }, 'serve'))

describe('an invalid setting', () => {
  const invalid: Record<string, string[]> = {
    PORT: ['x', '-1', '65536', '80.5', '0x50', '8080;'],
    DATABASE_URL: [
      'mysql://db/x',
      'db:5432',
      'postgres://',
      'postgres://a b/x',
      'postgres://u:p@host:port/x',
    ],
    LOG_LEVEL: ['loud', 'INFO'],
    SVC_OPERATOR_TOKEN: ['short', 'with a space in its middle'],
    SVC_ENCRYPTION_KEY: [
      'x',
      'ab'.repeat(32),
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
    ],
    SVC_FEE_BPS: ['-1', '10001', '1.5', 'x'],
    SVC_FEE_FIXED_CENTS: ['-1', '5000001', '0.5'],
    SVC_RATE_LIMIT_PER_SECOND: ['-1', 'x', '1000001'],
    SVC_MAX_CONNECTIONS: ['0', 'x'],
    SVC_MAX_CONNECTIONS_PER_ADDRESS: ['0', 'many'],
    SVC_MAX_IN_FLIGHT_PER_MERCHANT: ['0', '-1'],
    SVC_BODY_TIMEOUT_MS: ['0', '60001'],
    SVC_TRUST_PROXY: ['true', '10', '10.0.0.0/33', '10.0.0.1,', 'proxy.example'],
    SVC_PROCESSOR: ['paypal', 'Stripe'],
    STRIPE_SECRET_KEY: ['pk_live_x', 'x'],
    STRIPE_PUBLISHABLE_KEY: ['sk_live_x', 'x'],
    STRIPE_WEBHOOK_SECRET: ['x', 'whsec_a,x', ',', ' , '],
    STRIPE_API_BASE: ['x', 'ftp://a', '//a'],
    SVC_CALLBACK_RETRY_DELAYS_MS: [
      '1',
      '1,2,3,4,5,6,7',
      '1,2,3,4,5,6,7,8,9',
      '1,2,3,4,5,6,7,x',
      '1,2,3,4,5,6,7,-8',
    ],
    SVC_CALLBACK_TIMEOUT_MS: ['0', 'x', '-5', '120001'],
    SVC_CALLBACK_ALLOW_PRIVATE: ['yes', '1', 'TRUE'],
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

  it('are taken for the sandbox on this machine', () => {
    for (const env of [{}, { SVC_PROCESSOR: 'sandbox' }, { STRIPE_API_BASE: ' ' }]) {
      expect(readConfig({ ...withoutKeys, ...env }, 'up').stripe.secretKey).toBe('sk_test_sandbox')
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

describe('all faults', () => {
  it('are told at once', () => {
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

  it('hold no secret, nor a part of one', () => {
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
