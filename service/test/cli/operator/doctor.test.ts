import { Stripe } from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../../vitest.waits.ts'
import { endpointFindings } from '../../../src/cli/operator/doctor/webhooks.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { noteRefusedWebhook } from '../../../src/inbox/refused-webhooks.sql.ts'
import type { Webhook } from '../../../src/processors/port.ts'
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

const foundIn = (findings: Finding[]) => findings.map(({ found }) => found)

const soundEnv = () => ({
  ...testEnv(paying.databaseUrl),
  ...paying.sandboxEnv,
  STRIPE_WEBHOOK_SECRET: paying.service.config.processors[0].webhookSecrets.join(','),
})

describe('svcpay doctor', () => {
  it('finds no fault if there is none, and lists its checks', async () => {
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

  it('reports a fault of the database: unreachable, or an old schema', async () => {
    const away = await examine({ ...soundEnv(), DATABASE_URL: 'postgres://user:the-password@127.0.0.1:1/x' })
    expect(away.faults).toMatchObject([{ check: 'database', found: expect.stringContaining('ECONNREFUSED') }])
    expect(JSON.stringify(away)).not.toContain('the-password')
    const DATABASE_URL = await databaseForThisTest('empty')
    await migrate(DATABASE_URL, 30)
    const { faults } = await examine({ ...soundEnv(), DATABASE_URL })
    expect(faults).toContainEqual(expect.objectContaining({ check: 'schema', remedy: 'Run svcpay migrate.' }))
  })

  it('reports a fault of the processor: silent or refusing', async () => {
    const silent = await examine({ ...soundEnv(), STRIPE_API_BASE: 'http://127.0.0.1:1' })
    expect(silent.faults).toContainEqual(expect.objectContaining({ found: 'sandbox does not answer.' }))
    const refusing = await examine({ ...soundEnv(), STRIPE_SECRET_KEY: 'sk_test_4b1c9e7d22aa3f60' })
    expect(refusing.faults).toContainEqual(
      expect.objectContaining({ remedy: 'Check STRIPE_SECRET_KEY and its permissions.' }),
    )
  })

  it('reports a missing or duplicate secret of an endpoint', async () => {
    const [first] = paying.service.config.processors[0].webhookSecrets
    const single = await examine({ ...soundEnv(), STRIPE_WEBHOOK_SECRET: first })
    expect(foundIn(single.faults)).toContain('STRIPE_WEBHOOK_SECRET has 1 secret for two endpoints.')
    const twice = await examine({ ...soundEnv(), STRIPE_WEBHOOK_SECRET: `${first},${first}` })
    expect(foundIn(twice.faults)).toContain('STRIPE_WEBHOOK_SECRET has the same secret twice.')
  })

  it('reports missing events of the processor’s endpoints, and disabled or missing endpoints', async () => {
    const { data } = await paying.stripe.webhookEndpoints.list()
    const whileAll = async (change: Stripe.WebhookEndpointUpdateParams, undo: typeof change) => {
      for (const { id } of data) await paying.stripe.webhookEndpoints.update(id, change)
      const { faults } = await examine(soundEnv())
      for (const { id } of data) await paying.stripe.webhookEndpoints.update(id, undo)
      return foundIn(faults)
    }
    const everything = { enabled_events: ['*' as const] }
    const deaf = await whileAll({ enabled_events: ['charge.refunded'] }, everything)
    expect(deaf).toContain('The platform endpoint does not receive application_fee.refunded.')
    expect(deaf).toContainEqual(
      expect.stringMatching(/^The connected-accounts endpoint does not receive payment_intent\.succeeded, /),
    )
    expect(await whileAll({ disabled: true }, { disabled: false })).toContain(
      'The connected-accounts endpoint is disabled at the processor.',
    )
    const url = `${paying.service.url}/webhooks/processor`
    expect(await whileAll({ url: 'https://old.example/hooks' }, { url })).toContain(
      'No endpoint at the processor sends connected-account events to …/webhooks/processor.',
    )
  })

  it('distinguishes events received by webhook from events found by polling', async () => {
    await paying.pay()
    const { db } = paying.service
    const found = async () => (await examine(soundEnv())).findings.filter(({ check }) => check === 'webhooks')
    await expect.poll(async () => JSON.stringify(await found())).toContain('The last webhook came at')
    await paying.control('/webhooks/pause', {})
    onTestFinished(async () => {
      await paying.control('/webhooks/resume', {})
    })
    // its webhook may still arrive
    const foundWithoutWebhooks = async () => {
      await db`update events set trace_id = null`
      return await found()
    }
    await expect.poll(foundWithoutWebhooks).toContainEqual(
      expect.objectContaining({
        state: 'fault',
        found: expect.stringMatching(/^No webhooks received; polling the processor found \d+ events\.$/),
      }),
    )
    await db`
      update events set trace_id = 'by-webhook', received_at = received_at - interval '1 hour'
      where event_id = (select min(event_id) from events)`
    expect(await found()).toContainEqual(
      expect.objectContaining({
        state: 'fault',
        found: expect.stringMatching(
          /^The last webhook came at .* Since then, polling the processor found \d+ events\.$/,
        ),
      }),
    )
  })

  it('dates a webhook by its arrival, even if polling found its event earlier', async () => {
    const { id } = await paying.pay()
    const { db } = paying.service
    const event = await waitFor(async () => {
      const [row] = await db`select event_id from events where payment_id = ${id} and outcome = 'applied'`
      if (!row) throw new Error('not yet')
      return row
    })
    // as if polling had found it an hour ago
    await db`update events set trace_id = null, received_at = now() - interval '1 hour'`
    const sentAt = new Date()
    await paying.control('/webhooks/resend', { event: event.eventId })
    const lastCame = async () =>
      (await examine(soundEnv())).findings
        .map(({ found }) => /^The last webhook came at (\S+)\./.exec(found)?.[1])
        .find(Boolean) ?? ''
    await expect.poll(async () => (await lastCame()) >= sentAt.toISOString()).toBe(true)
  })

  it('finds a wrong secret: webhooks are refused until it is corrected', async () => {
    const { db } = paying.service
    const refuse = (at: Date) =>
      noteRefusedWebhook(db, { processor: 'sandbox', reason: 'wrong_signature', listensTo: 'accounts', at })
    await refuse(new Date())
    const { faults } = await examine(soundEnv())
    expect(faults).toContainEqual(
      expect.objectContaining({
        found: expect.stringMatching(
          /^Webhooks of the connected-accounts endpoint were refused because their signature is wrong, from /,
        ),
        remedy: expect.stringContaining('STRIPE_WEBHOOK_SECRET'),
      }),
    )
    // fees arrive by the other endpoint, so they prove nothing
    await db`
      update events set trace_id = 'by-webhook', type = 'application_fee.refunded',
        received_at = now() + interval '1 second'`
    expect(foundIn((await examine(soundEnv())).faults).join()).toContain('refused because')
    await db`update events set type = 'payment_intent.succeeded'`
    const mended = await examine(soundEnv())
    expect(foundIn(mended.faults).join()).not.toContain('refused because')
    expect(foundIn(mended.warnings).join()).toContain('refused because')
  })
})

describe('the endpoints at the processor', () => {
  const platform = { name: 'stripe', prefix: 'STRIPE', webhookSecrets: ['whsec_1', 'whsec_2'] }
  const place = { isDefault: true, publicUrl: 'https://pay.example.com' }
  const endpoint = (listensTo: Webhook['listensTo'], more: Partial<Webhook> = {}): Webhook => ({
    url: 'https://pay.example.com/webhooks/processor',
    isEnabled: true,
    listensTo,
    missingEvents: [],
    version: Stripe.API_VERSION,
    isReadable: true,
    ...more,
  })
  const judge = (...endpoints: Webhook[]) => endpointFindings(endpoints, platform, place)
  const [accounts, own] = [endpoint('accounts'), endpoint('platform')]

  it('are correct if both exist', () => {
    expect(judge(accounts, own).map(({ state }) => state)).toEqual(['ok'])
  })

  it('must belong to this host', () => {
    const elsewhere = { url: 'https://staging.example.com/webhooks/processor' }
    expect(judge(endpoint('accounts', elsewhere), endpoint('platform', elsewhere))).toMatchObject([
      {
        state: 'fault',
        found:
          'No endpoint at the processor sends connected-account events to https://pay.example.com/webhooks/processor. There are endpoints for https://staging.example.com/webhooks/processor.',
      },
      { state: 'fault', found: expect.stringContaining('your own account') },
    ])
  })

  it('must be one for connected accounts and one for the platform', () => {
    expect(judge(accounts, accounts)).toMatchObject([
      { state: 'warning', found: '2 endpoints receive connected-account events.' },
      { state: 'fault', found: expect.stringContaining('events of your own account') },
    ])
  })

  it('must have an API version that this release reads', () => {
    const older = endpoint('accounts', { version: '2022-11-15', isReadable: false })
    expect(judge(older, own)).toMatchObject([
      {
        state: 'fault',
        found:
          'The connected-accounts endpoint uses API version 2022-11-15, which this release does not support.',
      },
    ])
    const byDefault = endpoint('accounts', { version: null, isReadable: null })
    expect(judge(byDefault, own).map(({ state }) => state)).toEqual(['ok', 'warning'])
  })
})
