import { describe, expect, it } from 'vitest'
import { migrate } from '../../../src/db/migrate.ts'
import { databaseForThisTest } from '../../support/database.ts'
import { usePaying } from '../../support/paying.ts'
import { testEnv } from '../../support/service.ts'
import { run } from '../in-process.ts'

const paying = usePaying({ webhooks: true })

interface Finding {
  check: string
  state: string
  found: string
  remedy: string | null
}

async function examine(env: Record<string, string | undefined>) {
  const { code, stdout, stderr } = await run(['doctor', '--json'], env)
  const findings: Finding[] = JSON.parse(stdout)
  const of = (state: string) => findings.filter(one => one.state === state)
  return { code, stderr, findings, faults: of('fault'), warnings: of('warning') }
}

const soundEnv = () => ({
  ...testEnv(paying.databaseUrl),
  ...paying.sandboxEnv,
  STRIPE_WEBHOOK_SECRET: paying.service.config.processors[0].webhookSecrets.join(','),
})

describe('svcpay doctor', () => {
  it('finds no fault where there is none, and says what it looked at', async () => {
    const { code, stderr, findings, faults } = await examine(soundEnv())
    expect([faults, code, stderr]).toEqual([
      // the tests' own PostgreSQL does not have to survive a power failure
      [expect.objectContaining({ found: 'A power failure can destroy it.' })],
      1,
      'svcpay: 1 fault found.\n',
    ])
    const checks = [
      'settings',
      'database',
      'connections',
      'replication',
      'clock',
      'schema',
      'encryption key',
      'processor',
      'webhooks',
    ]
    expect(new Set([...findings.map(({ check }) => check), 'connections'])).toEqual(
      new Set([...checks, 'callbacks', 'disk']),
    )
    for (const { state, remedy } of findings) expect(remedy === null).toBe(state === 'ok')
  })

  it('reports every invalid and unknown setting, and no value', async () => {
    const { code, faults, warnings } = await examine({
      ...soundEnv(),
      SVC_FEE_BPS: 'many',
      SVC_STOPP_TIMEOUT_MS: '1',
    })
    expect(code).toBe(1)
    expect(faults.map(({ found }) => found)).toEqual([expect.stringMatching(/^SVC_FEE_BPS must be/)])
    expect(warnings.map(({ found }) => found)).toContain(
      'SVC_STOPP_TIMEOUT_MS is not a setting and has no effect.',
    )
  })

  it('says what is wrong with the database: unreachable, or an old schema', async () => {
    const away = await examine({ ...soundEnv(), DATABASE_URL: 'postgres://user:the-password@127.0.0.1:1/x' })
    expect(away.faults).toMatchObject([{ check: 'database', found: expect.stringContaining('ECONNREFUSED') }])
    expect(JSON.stringify(away)).not.toContain('the-password')
    const DATABASE_URL = await databaseForThisTest('empty')
    await migrate(DATABASE_URL, 30)
    const { faults } = await examine({ ...soundEnv(), DATABASE_URL })
    expect(faults).toContainEqual(expect.objectContaining({ check: 'schema', remedy: 'Run svcpay migrate.' }))
  })

  it('says what is wrong with the processor: silent, refusing, or without our webhooks', async () => {
    const silent = await examine({ ...soundEnv(), STRIPE_API_BASE: 'http://127.0.0.1:1' })
    expect(silent.faults).toContainEqual(expect.objectContaining({ found: 'sandbox does not answer.' }))
    const refusing = await examine({ ...soundEnv(), STRIPE_SECRET_KEY: 'sk_test_4b1c9e7d22aa3f60' })
    expect(refusing.faults).toContainEqual(
      expect.objectContaining({ remedy: 'Check STRIPE_SECRET_KEY and its rights.' }),
    )
    const single = await examine({ ...soundEnv(), STRIPE_WEBHOOK_SECRET: 'whsec_9f4e1ba27c30d586' })
    expect(single.faults).toContainEqual(
      expect.objectContaining({ found: 'At the processor: 2 endpoints. Here: 1 secret.' }),
    )
  })

  it('misses the events on the platform’s own account', async () => {
    const { data } = await paying.stripe.webhookEndpoints.list()
    for (const { id } of data)
      await paying.stripe.webhookEndpoints.update(id, { enabled_events: ['charge.refunded'] })
    const deaf = await examine(soundEnv())
    for (const { id } of data) await paying.stripe.webhookEndpoints.update(id, { enabled_events: ['*'] })
    expect(deaf.faults).toContainEqual(
      expect.objectContaining({ found: 'No endpoint is sent the events of refunded fees.' }),
    )
  })
})
