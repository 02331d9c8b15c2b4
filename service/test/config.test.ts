import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type Env,
  faultsOf,
  ignoredSettings,
  readConfig,
  readEnvironment,
  readOperatorAccess,
  readUpConfig,
} from '../src/config.ts'
import { encryptionKey, otherEncryptionKey, required } from './support/secrets.ts'

const random = 'yQ3vT7mK1xZ9pL4c'

describe('with only the required settings', () => {
  it('production gets the promised defaults', () => {
    expect(readConfig(required, 'serve')).toEqual({
      port: 8080,
      host: '127.0.0.1',
      admin: null,
      publicUrl: null,
      databaseUrl: required.DATABASE_URL,
      databaseDirectUrl: null,
      databaseConnections: 10,
      logLevel: 'info',
      operatorToken: required.SVC_OPERATOR_TOKEN,
      encryptionKeys: [{ id: 'default', key: Buffer.from(encryptionKey, 'base64') }],
      fees: { bps: 100, fixedCents: 0 },
      portalEmbedders: [],
      brand: { name: 'svcpay', logo: null },
      rateLimitPerSecond: 1000,
      stopDelayMs: 5_000,
      stopTimeoutMs: 25_000,
      eventSearchSeconds: 30,
      reconcileAt: 180,
      doors: {
        maxConnections: 5000,
        maxConnectionsPerAddress: 2000,
        inFlightPerMerchant: 1000,
        bodyTimeoutMs: 5000,
      },
      trustProxy: 0,
      processors: [
        {
          name: 'stripe',
          mode: 'active',
          isSandbox: false,
          prefix: 'STRIPE',
          secretKey: required.STRIPE_SECRET_KEY,
          publishableKey: required.STRIPE_PUBLISHABLE_KEY,
          webhookSecrets: [required.STRIPE_WEBHOOK_SECRET],
          apiBase: null,
        },
      ],
      callbacks: {
        retryDelaysMs: [15_000, 60_000, 240_000, 960_000, 3_840_000, 15_360_000, 61_440_000, 172_800_000],
        timeoutMs: 10_000,
        allowPrivate: false,
        deny: [],
        proxy: null,
      },
      tracing: null,
    })
  })

  it('a start on one machine uses the sandbox and may call private addresses', () => {
    const { processors, callbacks, stopDelayMs } = readConfig(required, 'up')
    expect(stopDelayMs).toBe(0)
    expect([processors[0].name, callbacks.allowPrivate]).toEqual(['sandbox', true])
  })

  it('operators find the service at its own address', () => {
    const url = 'http://127.0.0.1:8080'
    expect(readOperatorAccess({})).toEqual({ url, apiUrl: url, token: null })
    expect(readOperatorAccess({ SVC_ADMIN_PORT: '9000' })).toMatchObject({
      url: 'http://127.0.0.1:9000',
    })
    const elsewhere = { HOST: '10.0.0.1', SVC_ADMIN_PORT: '9000', SVC_ADMIN_HOST: '::1' }
    expect(readOperatorAccess(elsewhere).url).toBe('http://[::1]:9000')
    expect(readOperatorAccess({ HOST: '::1', PORT: '9000' }).url).toBe('http://[::1]:9000')
  })

  it('an empty variable counts as not set', () => {
    expect(readConfig({ ...required, PORT: '', LOG_LEVEL: ' ' }, 'serve')).toEqual(
      readConfig(required, 'serve'),
    )
  })
})

describe('a valid setting', () => {
  it.each<[string, string, object]>([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65535 }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['SVC_ADMIN_PORT', '9000', { admin: { host: '127.0.0.1', port: 9000 } }],
    [
      'DATABASE_URL',
      'postgresql://db/x?sslmode=require',
      { databaseUrl: 'postgresql://db/x?sslmode=require' },
    ],
    ['DATABASE_URL', 'postgres://u:p@a:5432,b:5433/x', { databaseUrl: 'postgres://u:p@a:5432,b:5433/x' }],
    ['SVC_PUBLIC_URL', 'https://pay.example.com/', { publicUrl: 'https://pay.example.com' }],
    ['DATABASE_URL', 'postgres://u@/x?host=/run', { databaseUrl: 'postgres://u@/x?host=/run' }],
    ['DATABASE_DIRECT_URL', 'postgres:///x?host=/run', { databaseDirectUrl: 'postgres:///x?host=/run' }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['SVC_FEE_BPS', '10000', { fees: { bps: 10000, fixedCents: 0 } }],
    ['SVC_FEE_FIXED_CENTS', '30', { fees: { bps: 100, fixedCents: 30 } }],
    ['SVC_RATE_LIMIT_PER_SECOND', '0', { rateLimitPerSecond: 0 }],
    ['SVC_EVENT_SEARCH_SECONDS', '300', { eventSearchSeconds: 300 }],
    ['SVC_RECONCILE_AT', '04:30', { reconcileAt: 270 }],
    ['SVC_RECONCILE_AT', 'off', { reconcileAt: null }],
    ['SVC_DATABASE_CONNECTIONS', '40', { databaseConnections: 40 }],
    ['SVC_MAX_CONNECTIONS', '100', { doors: { maxConnections: 100 } }],
    ['SVC_MAX_CONNECTIONS_PER_ADDRESS', '10', { doors: { maxConnectionsPerAddress: 10 } }],
    ['SVC_MAX_IN_FLIGHT_PER_MERCHANT', '50', { doors: { inFlightPerMerchant: 50 } }],
    ['SVC_BODY_TIMEOUT_MS', '2000', { doors: { bodyTimeoutMs: 2000 } }],
    [
      'SVC_PORTAL_EMBEDDERS',
      'https://app.example.com, http://localhost:3000',
      { portalEmbedders: ['https://app.example.com', 'http://localhost:3000'] },
    ],
    ['SVC_BRAND_NAME', 'Harbor Market', { brand: { name: 'Harbor Market', logo: null } }],
    [
      'SVC_BRAND_LOGO',
      fileURLToPath(new URL('../../docs/images/growth.svg', import.meta.url)),
      { brand: { name: 'svcpay', logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/) } },
    ],
    ['SVC_TRUST_PROXY', '1', { trustProxy: 1 }],
    ['SVC_TRUST_PROXY', '10.0.0.0/8, fd00::1', { trustProxy: ['10.0.0.0/8', 'fd00::1/128'] }],
    ['SVC_PROCESSOR', 'sandbox', { processors: [{ name: 'sandbox' }] }],
    ['STRIPE_SECRET_KEY', `rk_live_${random}`, { processors: [{ secretKey: `rk_live_${random}` }] }],
    ['STRIPE_SECRET_KEY', `sk_live_${random}`, { processors: [{ secretKey: `sk_live_${random}` }] }],
    [
      'STRIPE_WEBHOOK_SECRET',
      `whsec_a${random}, whsec_b${random},`,
      { processors: [{ webhookSecrets: [`whsec_a${random}`, `whsec_b${random}`] }] },
    ],
    [
      'STRIPE_API_BASE',
      'https://processor.example',
      { processors: [{ apiBase: 'https://processor.example' }] },
    ],
    ['STRIPE_API_BASE', 'http://127.0.0.1:12111', { processors: [{ apiBase: 'http://127.0.0.1:12111' }] }],
    [
      'SVC_CALLBACK_RETRY_DELAYS_MS',
      '1,2,3,4,5,6,7,8',
      { callbacks: { retryDelaysMs: [1, 2, 3, 4, 5, 6, 7, 8] } },
    ],
    ['SVC_CALLBACK_TIMEOUT_MS', '500', { callbacks: { timeoutMs: 500 } }],
    ['SVC_CALLBACK_ALLOW_PRIVATE', 'true', { callbacks: { allowPrivate: true } }],
    [
      'SVC_CALLBACK_DENY',
      '203.0.113.0/24, fd00::/8,',
      { callbacks: { deny: ['203.0.113.0/24', 'fd00::/8'] } },
    ],
    ['SVC_CALLBACK_PROXY', 'http://proxy:3128', { callbacks: { proxy: 'http://proxy:3128' } }],
  ])('%s=%s is taken', (name, value, expected) => {
    expect(readConfig({ ...required, [name]: value }, 'serve')).toMatchObject(expected)
  })

  it('is accepted for a start on one machine', () => {
    const env = { SVC_DATA_DIR: '/srv/svcpay', SANDBOX_PORT: '9', DATABASE_URL: 'postgres://db/x' }
    expect(readUpConfig(env)).toEqual({
      dataDir: '/srv/svcpay',
      sandboxPort: 9,
      databaseUrl: 'postgres://db/x',
    })
  })
})

describe('the encryption keys', () => {
  const key = (text: string) => Buffer.from(text, 'base64')
  const keysOf = (env: Env) => readConfig({ ...required, ...env }, 'serve').encryptionKeys

  it('are a ring, newest first, with the single one behind them', () => {
    expect(keysOf({ SVC_ENCRYPTION_KEYS: `2031-a:${otherEncryptionKey}` })).toEqual([
      { id: '2031-a', key: key(otherEncryptionKey) },
      { id: 'default', key: key(encryptionKey) },
    ])
  })

  it('need no single key, and name the default key only once', () => {
    const ring = `new:${otherEncryptionKey}, default:${encryptionKey}`
    const expected = [
      { id: 'new', key: key(otherEncryptionKey) },
      { id: 'default', key: key(encryptionKey) },
    ]
    expect(keysOf({ SVC_ENCRYPTION_KEYS: ring, SVC_ENCRYPTION_KEY: '' })).toEqual(expected)
    expect(keysOf({ SVC_ENCRYPTION_KEYS: ring })).toEqual(expected)
  })

  it('may be weak if they only decrypt, so that old values can be moved to a better key', () => {
    const weak = Buffer.alloc(32, 7).toString('base64')
    const expected = [
      { id: 'new', key: key(otherEncryptionKey) },
      { id: 'default', key: key(weak) },
    ]
    const ring = `new:${otherEncryptionKey}`
    expect(keysOf({ SVC_ENCRYPTION_KEYS: ring, SVC_ENCRYPTION_KEY: weak })).toEqual(expected)
    expect(keysOf({ SVC_ENCRYPTION_KEYS: `${ring},default:${weak}`, SVC_ENCRYPTION_KEY: '' })).toEqual(
      expected,
    )
    expect(() => keysOf({ SVC_ENCRYPTION_KEYS: `new:${weak},default:${encryptionKey}` })).toThrow(
      'not random',
    )
  })
})

describe('the environment', () => {
  afterEach(() => vi.unstubAllEnvs())

  function folderWith(env: string | null): string {
    const folder = mkdtempSync(join(tmpdir(), 'svcpay-env-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    if (env !== null) writeFileSync(join(folder, '.env'), env)
    return folder
  }

  it('is completed by a .env file, and overrides it', () => {
    vi.stubEnv('PORT', '9001')
    vi.stubEnv('LOG_LEVEL', undefined)
    const env = readEnvironment(
      folderWith('# settings\nPORT=9000\nLOG_LEVEL="debug"\nSVC_FEE_BPS=7 # a fee\n'),
    )
    expect(env).toMatchObject({ PORT: '9001', LOG_LEVEL: 'debug', SVC_FEE_BPS: '7' })
  })

  it('is enough without one', () => {
    vi.stubEnv('PORT', '9001')
    expect(readEnvironment(folderWith(null)).PORT).toBe('9001')
  })
})

describe('a secret', () => {
  const optional: Env = {
    DATABASE_DIRECT_URL: 'postgres://user:direct-secret@db.example:5432/svcpay',
    SVC_ENCRYPTION_KEYS: `2031:${otherEncryptionKey}`,
    SVC_CALLBACK_PROXY: 'http://user:proxy-secret@proxy.example:3128',
  }
  const all = { ...required, ...optional }

  function folderForSecrets(): string {
    const folder = mkdtempSync(join(tmpdir(), 'svcpay-config-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }

  it.each([
    'DATABASE_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SVC_OPERATOR_TOKEN',
    'SVC_ENCRYPTION_KEY',
    ...Object.keys(optional),
  ])('%s may come from a file, but not from both', name => {
    const file = join(folderForSecrets(), 'secret')
    writeFileSync(file, `${all[name]}\n`)
    const { [name]: _, ...others } = all
    expect(readConfig({ ...others, [`${name}_FILE`]: file }, 'serve')).toEqual(readConfig(all, 'serve'))
    expect(faultsOf(() => readConfig({ ...all, [`${name}_FILE`]: file }, 'serve'))).toEqual([
      `${name} and ${name}_FILE are both set; keep one of them.`,
    ])
    expect(faultsOf(() => readConfig({ ...others, [`${name}_FILE`]: `${file}-none` }, 'serve'))).toEqual([
      `${name}_FILE names a file that cannot be read (ENOENT).`,
    ])
  })
})

it('only unknown names that resemble settings are reported', () => {
  const env = {
    ...required,
    SVC_FEE_BSP: '5',
    SVC_FEE_BPS: '5',
    SVC_DATA_DIR: 'x',
    SVC_OPERATOR_TOKEN_FILE: 'x',
  }
  expect(ignoredSettings(env)).toEqual(['SVC_FEE_BSP is not a setting and has no effect.'])
})
