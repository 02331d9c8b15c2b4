import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { pushedEvents } from '../../inbox/webhooks.ts'
import { databaseForThisTest } from '../../support/database.ts'
import { useElapsedTime } from '../../support/elapsed-time.ts'
import { newKey, type PayingMerchant, usePaying } from '../../support/paying.ts'
import { accept, refuse, startReceiver } from '../../support/receiver.ts'
import { operatorToken, startService, type TestService, testEnv } from '../../support/service.ts'
import { run } from '../in-process.ts'

const time = useElapsedTime()
const paying = usePaying({
  role: 'all',
  webhooks: true,
  clock: systemClock,
  env: { SVC_EVENT_SEARCH_SECONDS: '1' },
})

interface Line {
  check: string
  state: string
  found: string
  remedy: string | null
}

const envOf = (service: TestService) => ({
  ...testEnv(paying.databaseUrl),
  ...paying.sandboxEnv,
  STRIPE_WEBHOOK_SECRET: service.config.processors[0].webhookSecrets.join(','),
  HOST: '127.0.0.1',
  PORT: new URL(service.url).port,
  SVC_OPERATOR_TOKEN: operatorToken,
})

/** A merchant whose endpoint behaves in this way. */
async function merchantWith(behavior: typeof accept): Promise<PayingMerchant> {
  const receiver = await startReceiver(behavior)
  return await onboarded({ callbackUrl: receiver.url })
}

async function onboarded(input: Record<string, unknown> = {}): Promise<PayingMerchant> {
  const merchant = await paying.addMerchant(input)
  await paying.control(`/accounts/${merchant.accountId}/onboarding`, { outcome: 'complete' })
  return merchant
}

/** Longer than a step takes on a busy machine. */
const wait = 240

async function rehearse({ merchantId }: PayingMerchant) {
  const args = ['doctor', '--rehearse', merchantId, '--wait', String(wait), '--json']
  const { code, stdout, stderr } = await run(args, envOf(paying.service))
  const lines: Line[] = stdout === '' ? [] : JSON.parse(stdout)
  return { code, stderr, lines, faults: lines.filter(({ state }) => state === 'fault') }
}

/** Once `isInVain`, time runs fast, so the remaining waits end soon. */
async function rehearseInVain(merchant: PayingMerchant, isInVain: () => Promise<boolean>) {
  let isOver = false
  const rehearsal = rehearse(merchant).finally(() => {
    isOver = true
  })
  while (!isOver) {
    if (await isInVain()) time.fly()
    await pause(100)
    time.run()
  }
  return await rehearsal
}

/** Whether polling has found every event, and every callback was attempted. */
async function isAllFound(merchant: PayingMerchant): Promise<boolean> {
  const ofPlatform = await paying.stripe.events.list({ type: 'application_fee.refunded' })
  const pushed = [...(await pushedEvents(paying, merchant)), ...ofPlatform.data].map(({ id }) => id)
  const [row] = await paying.service.db<{ isAll: boolean }[]>`
    select count(*) = ${pushed.length} and not exists (
      select from deliveries where merchant_id = ${merchant.merchantId} and attempts = 0) as is_all
    from events where event_id = any(${pushed})`
  return row?.isAll ?? false
}

/** After the last callback, the rehearsal only compares the books. */
async function isLastCallbackSent({ merchantId }: PayingMerchant): Promise<boolean> {
  const sent = await paying.service.db`
    select from deliveries where merchant_id = ${merchantId} and type = 'payment_intent.canceled' and attempts > 0`
  return sent.length > 0
}

async function isRefused(): Promise<boolean> {
  return (await paying.service.db`select from webhook_refusals`).length > 0
}

async function whileWebhooksGoTo(url: string, work: () => Promise<void>): Promise<void> {
  const { data } = await paying.stripe.webhookEndpoints.list()
  for (const { id } of data) await paying.stripe.webhookEndpoints.update(id, { url })
  await work().finally(async () => {
    for (const { id, url } of data) await paying.stripe.webhookEndpoints.update(id, { url })
  })
}

describe('svcpay doctor --rehearse', () => {
  it('pays, captures, refunds and cancels, and finds every webhook and callback', async () => {
    const { merchantId } = await merchantWith(accept)
    const { code, stdout, stderr } = await run(['doctor', '--rehearse', merchantId], envOf(paying.service))
    expect([code, stderr]).toEqual([0, ''])
    const steps = [
      /^STATE +AFTER +STEP +FOUND$/,
      /^ok +\d+\.\d s +create +svcpay_\w+ \(pi_\w+\) was created/,
      /pay +The processor accepted a test card/,
      /pay +payment_intent\.amount_capturable_updated came by webhook/,
      /pay +The endpoint returned 200 for payment_intent\.amount_capturable_updated/,
      /capture +Part of it was captured; the payment is succeeded/,
      /capture +payment_intent\.succeeded came by webhook/,
      /capture +The endpoint returned 200 for payment_intent\.succeeded/,
      /refund +Part of it was refunded; the payment is partially_refunded/,
      /refund +charge\.refunded came by webhook/,
      /refund +The endpoint returned 200 for charge\.refunded/,
      /refund +application_fee\.refunded came by webhook/,
      /cancel +svcpay_\w+ was created and is canceled/,
      /cancel +payment_intent\.canceled came by webhook/,
      /cancel +The endpoint returned 200 for payment_intent\.canceled/,
      /books +Payments, ledger and processor agree: 1 account, 2 payments, \d movements\.$/,
      /^The rehearsal found no faults\.$/,
    ]
    expect(stdout.trim().split('\n')).toEqual(steps.map(step => expect.stringMatching(step)))
    const { body } = await paying.service.admin('GET', `/merchants/${merchantId}/keys`)
    const [key] = body.data.filter(({ label }: { label: string }) => label === 'rehearsal')
    expect(key.revokedAt).toEqual(expect.any(String))
  })

  it('reports that webhooks do not arrive', async () => {
    const merchant = await merchantWith(accept)
    await whileWebhooksGoTo('http://127.0.0.1:9/', async () => {
      const { code, faults } = await rehearseInVain(merchant, () => isAllFound(merchant))
      expect(code).toBe(1)
      expect(faults).toHaveLength(5)
      for (const { found, remedy } of faults) {
        expect(found).toMatch(/^No \S+ webhook within 240 s; polling the processor found the event\.$/)
        expect(remedy).toMatch(/^No webhook reached the service: /)
      }
    })
  })

  it('reports a wrong secret', async () => {
    const merchant = await merchantWith(accept)
    const wrong = { STRIPE_WEBHOOK_SECRET: 'whsec_of_another_endpoint' }
    const service = await paying.startAnother({ env: wrong })
    await whileWebhooksGoTo(`${service.url}/webhooks/processor`, async () => {
      const { code, faults } = await rehearseInVain(merchant, isRefused)
      expect(code).toBe(1)
      const [first] = faults
      expect(first?.found).toMatch(/^No \S+ webhook within/)
      expect(first?.remedy).toMatch(/Copy the signing secret of each endpoint .* into STRIPE_WEBHOOK_SECRET/)
    })
    await paying.service.db`delete from webhook_refusals`
  })

  it('does not report an onboarding as incomplete because its webhook was refused', async () => {
    const merchant = await merchantWith(accept)
    const { db } = paying.service
    await db`
      update processor_accounts set charges_enabled = false, payouts_enabled = false
      where merchant_id = ${merchant.merchantId}`
    expect((await rehearse(merchant)).stderr).toBe('')
  })

  it('reports that the merchant’s endpoint is down or missing', async () => {
    const failing = await rehearse(await merchantWith(refuse(503)))
    expect([failing.code, failing.stderr]).toEqual([1, 'svcpay: 4 faults found.\n'])
    for (const { found, remedy } of failing.faults) {
      expect(found).toMatch(/^The callback of \S+ failed: HTTP 503\.$/)
      expect(remedy).toMatch(/svcpay deliveries redeliver dlv_/)
    }
    const { faults } = await rehearse(await onboarded())
    expect(faults.map(({ found }) => found)).toContain('No callback was queued for payment_intent.succeeded.')
  })

  it('reports that the books differ', async () => {
    const merchant = await merchantWith(accept)
    const { db } = paying.service
    await db`
      create function lose_refunds() returns trigger language plpgsql as
        $$begin if new.kind = 'fee_refund' then return null; end if; return new; end$$`
    await db`create trigger lose before insert on ledger_entries for each row execute function lose_refunds()`
    onTestFinished(async () => {
      await db`drop trigger lose on ledger_entries`
    })
    const { faults } = await rehearseInVain(merchant, () => isLastCallbackSent(merchant))
    expect(faults).toEqual([
      expect.objectContaining({
        check: 'books',
        found: 'The books differ from the processor: 1 difference.',
        remedy: `Run svcpay reconcile --merchant ${merchant.merchantId}.`,
      }),
    ])
  })

  it('refuses live keys', async () => {
    const url = await databaseForThisTest()
    const live = { SVC_PROCESSOR: 'stripe', STRIPE_SECRET_KEY: 'sk_live_4b1c9e7d22aa3f60' }
    const env = { ...envOf(paying.service), DATABASE_URL: url, ...live }
    const service = await startService(url, { env: { ...env, PORT: '0' } })
    onTestFinished(service.stop)
    const { merchantId } = await service.createMerchant()
    const { code, stdout, stderr } = await run(['doctor', '--rehearse', merchantId], {
      ...env,
      PORT: new URL(service.url).port,
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      'STRIPE_SECRET_KEY is not a test key. The rehearsal makes payments, so it refuses',
    )
  })

  it('refuses keys other than the service’s, and merchants that cannot take payments', async () => {
    const { merchantId } = await merchantWith(accept)
    const refusal = async (id: string, env: Record<string, string>) =>
      (await run(['doctor', '--rehearse', id], { ...envOf(paying.service), ...env })).stderr
    expect(await refusal(merchantId, { STRIPE_PUBLISHABLE_KEY: 'pk_test_another' })).toContain(
      'The service uses different processor keys.',
    )
    const { merchantId: fresh } = await paying.service.createMerchant()
    expect(await refusal(fresh, {})).toContain('cannot take payments yet: its onboarding is not_started')
    expect(await refusal(`mer_${newKey()}`, {})).toContain('Not found')
  })
})
