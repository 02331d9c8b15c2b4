import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { faultsOf, ignoredSettings, readConfig } from '../src/config.ts'
import { required } from './support/secrets.ts'

const random = 'yQ3vT7mK1xZ9pL4c'

describe('several processors', () => {
  const eu = {
    STRIPE_EU_SECRET_KEY: `sk_live_${random}`,
    STRIPE_EU_PUBLISHABLE_KEY: 'pk_live_eu',
    STRIPE_EU_WEBHOOK_SECRET: `whsec_${random}`,
  }

  it('have names, and settings that begin with them; the first is the default', () => {
    const env = { ...required, ...eu, SVC_PROCESSORS: 'stripe, stripe-eu:drain' }
    const { processors } = readConfig(env, 'serve')
    expect(processors).toMatchObject([
      { name: 'stripe', mode: 'active', secretKey: required.STRIPE_SECRET_KEY },
      { name: 'stripe-eu', mode: 'drain', secretKey: eu.STRIPE_EU_SECRET_KEY, publishableKey: 'pk_live_eu' },
    ])
    const turned = readConfig({ ...env, SVC_PROCESSORS: 'stripe-eu,stripe' }, 'serve').processors
    expect(turned.map(({ name, secretKey }) => [name, secretKey])).toEqual([
      ['stripe-eu', eu.STRIPE_EU_SECRET_KEY],
      ['stripe', required.STRIPE_SECRET_KEY],
    ])
  })

  it('need the settings of each', () => {
    const faults = faultsOf(() => readConfig({ ...required, SVC_PROCESSORS: 'stripe,stripe-eu' }, 'serve'))
    expect(faults).toEqual([
      expect.stringMatching(/^STRIPE_EU_SECRET_KEY is not set/),
      expect.stringMatching(/^STRIPE_EU_PUBLISHABLE_KEY is not set/),
      expect.stringMatching(/^STRIPE_EU_WEBHOOK_SECRET is not set/),
    ])
  })

  it('must not name one platform twice', () => {
    const same = { ...eu, STRIPE_EU_SECRET_KEY: required.STRIPE_SECRET_KEY }
    const env = { ...required, ...same, SVC_PROCESSORS: 'stripe,stripe-eu' }
    expect(faultsOf(() => readConfig(env, 'serve'))).toEqual([
      'STRIPE_EU_SECRET_KEY is the same as STRIPE_SECRET_KEY; each processor needs the key of its own platform.',
    ])
    const elsewhere = { ...env, STRIPE_EU_API_BASE: 'https://eu.example' }
    expect(faultsOf(() => readConfig(elsewhere, 'serve'))).toEqual([])
  })

  it('replace the single name, which then has no effect', () => {
    const env = { ...required, ...eu, SVC_PROCESSOR: 'sandbox', SVC_PROCESSORS: 'stripe,stripe-eu' }
    expect(readConfig(env, 'serve').processors[0].name).toBe('stripe')
    expect(ignoredSettings(env)).toEqual([
      'SVC_PROCESSOR has no effect if SVC_PROCESSORS is set; the first name there is the default.',
    ])
  })

  it('may be a sandbox and Stripe, each with its own settings', () => {
    const env = { ...required, SVC_PROCESSORS: 'sandbox,stripe' }
    const { processors } = readConfig(env, 'up')
    expect(processors.map(({ prefix, secretKey }) => [prefix, secretKey])).toEqual([
      ['SANDBOX', 'sk_test_sandbox'],
      ['STRIPE', required.STRIPE_SECRET_KEY],
    ])
  })

  it('take their secrets from files', () => {
    const { STRIPE_EU_SECRET_KEY: key, ...others } = eu
    const folder = mkdtempSync(join(tmpdir(), 'svcpay-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'key')
    writeFileSync(file, key)
    const env = {
      ...required,
      ...others,
      SVC_PROCESSORS: 'stripe,stripe-eu',
      STRIPE_EU_SECRET_KEY_FILE: file,
    }
    expect(readConfig(env, 'serve').processors[1]?.secretKey).toBe(key)
  })

  it('have different keys in the sandboxes on this machine', () => {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...rest } = required
    const { processors } = readConfig({ ...rest, SVC_PROCESSORS: 'sandbox,sandbox-2' }, 'up')
    expect(processors.map(({ secretKey }) => secretKey)).toEqual(['sk_test_sandbox', 'sk_test_sandbox_2'])
  })
})
