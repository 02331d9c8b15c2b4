import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Stripe } from 'stripe'
import { freePort } from 'svcpay-embedded-database'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { needs } from '../../../vitest.needs.ts'
import { waitFor, waitUntil } from '../../../vitest.waits.ts'
import { databaseForThisTest } from '../support/database.ts'
import { freezableForThisTest } from '../support/freezable.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { refuse, startReceiver } from '../support/receiver.ts'
import { startService, type TestService, testEnv } from '../support/service.ts'
import { openUnfinished } from '../support/unfinished.ts'
import { alertsFile, expectAlerts, type Scrape, scrape, scrapeOnce } from './prometheus.ts'

const program = fileURLToPath(new URL('../../bin/svcpay.js', import.meta.url))
const paying = usePaying({
  role: 'all',
  webhooks: true,
  env: { SVC_CALLBACK_RETRY_DELAYS_MS: '1,1,1,1,1,1,1,1' },
})

beforeAll(async () => {
  await paying.pay()
  await paying.service.admin('POST', '/ledger/verify')
})

const neverDone = ({ samples }: Scrape) =>
  [...samples].filter(([name, value]) => name.startsWith('svcpay_job_last_done') && value === 0)

/** The metrics once every job has run. */
async function whenSettled({ url }: { url: string } = paying.service): Promise<Scrape> {
  return await waitFor(async () => {
    const found = await scrape(url)
    expect(neverDone(found)).toEqual([])
    return found
  })
}

/** Expects that no alert fires before the fault, and exactly these afterwards. */
async function breaks(
  alerts: string[],
  act: () => Promise<unknown>,
  service: { url: string } = paying.service,
) {
  const before = await whenSettled(service)
  await act()
  const after = await scrape(service.url)
  expectAlerts([{ before, after }], { after: alerts })
}

const untilScraped = (series: RegExp) =>
  waitFor(async () => expect([...(await scrape(paying.service.url)).samples].join('\n')).toMatch(series))

describe('the alerts', () => {
  beforeEach(test => needs(test, 'promtool'))

  it('are silent for hours on a healthy instance on which every job has run', async () => {
    const found = await whenSettled()
    expect(found.samples.get('svcpay_job_period_seconds{name="close ledger days"}')).toBe(3600)
    expectAlerts([{ before: found, after: found }], { after: [] }, 300)
  })

  it('are silent if API and workers run separately', async () => {
    const api = await paying.startAnother({ role: 'api' })
    const found = await scrape(api.url)
    const worker = await whenSettled()
    expectAlerts(
      [worker, found].map(one => ({ before: one, after: one })),
      { after: [] },
      300,
    )
  })

  it('fire if one instance or all of them are gone', async () => {
    const service = await paying.startAnother({ role: 'all' })
    const before = await whenSettled(service)
    await service.stop()
    const after = await scrape(service.url)
    expectAlerts([{ before, after }], { after: ['SvcpayDown'] })
    expectAlerts([{ before, after: null }], { after: ['SvcpayDown'] })
  })

  it('fire for a database that hangs', async () => {
    const database = await freezableForThisTest(paying.databaseUrl)
    const env = { ...paying.sandboxEnv, SVC_STOP_TIMEOUT_MS: '300' }
    const service = await startService(database.url, { role: 'all', env })
    onTestFinished(() => service.stop().catch(() => {}))
    const before = await whenSettled(service)
    database.freeze()
    const after = await scrapeOnce(service.url)
    expectAlerts([{ before, after }], { after: ['SvcpayDatabaseSilent'] })
  })

  it('fire for a processor that fails', () =>
    breaks(['SvcpayErrors', 'SvcpayProcessorUnclear'], async () => {
      await paying.control('/faults', { operation: 'payment_intents.create', kind: 'error', count: 4 })
      onTestFinished(paying.clearFaults)
      const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await paying.create()).status))
      expect(statuses).toContain(504)
    }))

  it('fire for a history that stays incomplete', () =>
    breaks(['SvcpayHistoryIncomplete'], async () => {
      const { db } = paying.service
      await db`insert into incomplete_histories (merchant_id, since, held_until) values ('-', now(), 'infinity')`
      onTestFinished(async () => void (await db`delete from incomplete_histories`))
      await untilScraped(/svcpay_history_incomplete,1/)
    }))

  it('fire for a processor that turns calls away', async () => {
    const service = await paying.startAnother({ role: 'all', processorLimits: { timeoutMs: 3000 } })
    await breaks(
      ['SvcpayErrors', 'SvcpayProcessorLimit'],
      async () => {
        await paying.control('/faults', { kind: 'error', status: 429, count: 50 })
        onTestFinished(paying.clearFaults)
        const { status } = await service.call('POST', '/v1/payments/intents', {
          key: paying.merchant.apiKey,
          body: { amountCents: 5000 },
          headers: { 'idempotency-key': newKey() },
        })
        expect(status).toBe(503)
      },
      service,
    )
    await service.stop()
  })

  it('fire for requests that are turned away', async () => {
    const service = await paying.startAnother({ role: 'all', env: { SVC_BODY_TIMEOUT_MS: '1000' } })
    await breaks(
      ['SvcpayRefusing'],
      // on a busy machine, some requests may be refused for another reason, such as a late header
      async () =>
        await waitUntil(async () => {
          const unfinished = await Promise.all(
            Array.from({ length: 80 }, () =>
              openUnfinished(service.url, '/v1/payments/intents', { length: 9 }),
            ),
          )
          await Promise.all(unfinished.map(({ answer }) => answer().catch(() => null)))
          const { samples } = await scrape(service.url)
          return [...samples].some(([name, count]) => name.startsWith('svcpay_http_refused') && count > 75)
        }),
      service,
    )
    await service.stop()
  })

  it('fire for an operation that stays open', () =>
    breaks(['SvcpayOperationsStuck'], async () => {
      const { db } = paying.service
      const { merchantId } = paying.merchant
      // held by a running instance that makes no progress
      await db`
        insert into open_operations (merchant_id, operation_id, kind, created_at, lease_id, lease_until)
        values (${merchantId}, 'op_stuck', 'refund', now() - interval '20 minutes', 'x', now() + interval '20 seconds')`
      onTestFinished(async () => void (await db`delete from open_operations where operation_id = 'op_stuck'`))
    }))

  it('fire for events that wait, and for events that cannot be read', () =>
    breaks(['SvcpayEventsUnread', 'SvcpayEventsWaiting'], async () => {
      const { db } = paying.service
      await db`
        insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at, retry_at)
        values ('-', 'elsewhere', 'evt_old', 'x', '', 'waiting', now(), now() - interval '2 hours', now())`
      onTestFinished(async () => void (await db`delete from events where event_id = 'evt_old'`))
      const event = { id: 'evt_other', type: 'charge.refunded', created: 1, api_version: '2019-01-01' }
      expect(await webhook({ ...event, account: paying.merchant.accountId, data: {} })).toBe(200)
    }))

  it('fire for a wrong webhook secret', () =>
    breaks(['SvcpayWebhooksRefused'], async () => {
      expect(await webhook({ id: 'evt_x' }, 'whsec_of_another_endpoint')).toBe(401)
    }))

  it('fire when no worker runs and callbacks wait', async () => {
    const url = await databaseForThisTest()
    const start = async (role: 'all' | 'api') => await startService(url, { role, env: paying.sandboxEnv })
    const all = await start('all')
    await all.admin('POST', '/ledger/verify')
    const before = await whenSettled(all)
    await all.stop()
    const api = await start('api')
    onTestFinished(api.stop)
    const { merchantId } = await api.createMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    await api.db`
      insert into delivery_queue (merchant_id, delivery_id, due_at, attempt, queued_at)
      values (${merchantId}, ${`dlv_${'0'.repeat(26)}`}, now() - interval '2 minutes', 1, now())`
    const after = await scrape(api.url)
    expectAlerts(
      [
        { before, after: null },
        { before: null, after },
      ],
      { after: ['SvcpayCallbacksLate', 'SvcpayJobStopped'] },
    )
  })

  it('fire for a job that fails each time', () =>
    breaks(['SvcpayJobStopped'], async () => {
      const { db } = paying.service
      await db`alter table event_cursors rename to event_cursors_away`
      onTestFinished(async () => void (await db`alter table event_cursors_away rename to event_cursors`))
      await untilScraped(/svcpay_job_runs_total\{name="find lost events",outcome="failed"\},[1-9]/)
    }))

  it('fire for callbacks whose last attempt has failed', () =>
    breaks(['SvcpayDeadLetters'], async () => {
      const { service, merchant } = paying
      const receiver = await startReceiver(refuse(500))
      const put = (url: string | null) =>
        service.admin('PUT', `/merchants/${merchant.merchantId}/callback`, { url })
      await put(receiver.url)
      await paying.pay()
      await untilScraped(/svcpay_callbacks_dead_last_hour,[1-9]/)
      await put(null)
      onTestFinished(
        async () => void (await service.db`update deliveries set state = 'delivered' where state = 'dead'`),
      )
    }))

  it('fire for a ledger that differs', () =>
    breaks(['SvcpayLedgerDiffers'], async () => {
      const { db, admin } = paying.service
      const { id } = await paying.pay()
      await untilScraped(/svcpay_operations_open,0/)
      const shift = (cents: number) =>
        db`update payments set fee_cents = fee_cents + ${cents} where payment_id = ${id}`
      await waitFor(async () => expect((await paying.get(`/payments/${id}`)).body.status).toBe('succeeded'))
      await shift(1)
      onTestFinished(async () => {
        await shift(-1)
        await admin('POST', '/ledger/verify')
      })
      expect((await admin('POST', '/ledger/verify')).body.ok).toBe(false)
    }))

  it.each([
    ['never', (db: TestService['db']) => db`delete from ledger_checks`],
    ['three days ago', (db: TestService['db']) => db`update ledger_checks set at = at - interval '3 days'`],
  ])('fire for a ledger that was last checked %s', (_when, act) =>
    breaks(['SvcpayLedgerUnchecked'], async () => {
      await act(paying.service.db)
      onTestFinished(async () => void (await paying.service.admin('POST', '/ledger/verify')))
    }),
  )

  it('fire for books that differ, and for books that are not compared', async () => {
    const { db } = paying.service
    const setUp = (days: number) => db`
      update schema_version set run_at = run_at - ${days} * interval '1 day'`
    await breaks(['SvcpayBooksUncompared'], async () => await setUp(3))
    await setUp(-3)
    await breaks(['SvcpayBooksDiffer'], async () => {
      await db`
        insert into differences (difference_id, processor, merchant_id, processor_payment_id, kind, what, object_id, ours,
          theirs, found_from)
        values (${`dif_${'0'.repeat(26)}`}, 'sandbox', 'm', 'pi_1', 'refund', 'amount', 're_1', '1', '2', now())`
      onTestFinished(async () => void (await db`delete from differences`))
    })
  })

  it('fire for guessed credentials', () =>
    breaks(['SvcpayGuessing'], async () => {
      for (let i = 0; i < 120; i++) await paying.service.call('GET', '/v1/payments', { key: `svc_live_${i}` })
    }))

  it('fire for log lines that are lost', async () => {
    const port = await freePort()
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [program, 'serve'], {
      stdio: ['ignore', full, 'ignore'],
      env: {
        PATH: process.env.PATH,
        ...testEnv(paying.databaseUrl),
        ...paying.sandboxEnv,
        PORT: String(port),
      },
    })
    closeSync(full)
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    const service = { url: `http://127.0.0.1:${port}` }
    const losesLines = async () => {
      const lost = async () => (await scrape(service.url)).samples.get('svcpay_log_lines_dropped_total') ?? 0
      const before = await lost()
      await fetch(`${service.url}/problems`)
      await waitFor(async () => expect(await lost()).toBeGreaterThan(before))
    }
    await waitFor(losesLines)
    await breaks(['SvcpayLogLost'], losesLines, service)
  })

  it('fire if two releases run side by side', async () => {
    const found = await whenSettled()
    const other = new Map(
      [...found.samples].map(([name, value]) => [name.replace(/version="[^"]+"/, 'version="0.0.1"'), value]),
    )
    expectAlerts(
      [
        { before: found, after: found },
        { before: null, after: { ...found, samples: other } },
      ],
      { after: ['SvcpayMixedReleases'] },
      90,
    )
  })

  it('each have a case here', () => {
    const { groups } = parse(readFileSync(alertsFile, 'utf8'))
    const alerts = groups.flatMap(({ rules }: { rules: { alert: string }[] }) =>
      rules.map(({ alert }) => alert),
    )
    const cases = readFileSync(fileURLToPath(import.meta.url), 'utf8')
    expect(alerts.filter((alert: string) => !cases.includes(`'${alert}'`))).toEqual([])
  })
})

async function webhook(event: object, secret = paying.service.config.processors[0].webhookSecrets[0] ?? '') {
  const payload = JSON.stringify({ object: 'event', ...event })
  const headers = { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) }
  const raw = Buffer.from(payload)
  return (await paying.service.call('POST', '/webhooks/processor', { raw, headers })).status
}
