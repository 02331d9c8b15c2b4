import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../../../vitest.waits.ts'
import { targetOf } from '../../../src/cli/develop/listen.ts'
import { expectRefusal, launchForThisTest } from '../../support/cli.ts'
import { type ReceivedCallback, refuse, startReceiver } from '../../support/receiver.ts'
import { useUpInstance } from '../../support/up-instance.ts'
import { launchHereForThisTest, run } from '../in-process.ts'

const instance = useUpInstance()
let env: Record<string, string>
let merchantId: string
let secret: string

async function svcpay(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, env, instance.cwd)
  expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, ''])
  return stdout
}
const json = async (...args: string[]) => JSON.parse(await svcpay(...args, '--json'))
const operatorToken = () => readFileSync(join(instance.dataDir, 'operator-token'), 'utf8').trim()
const callbackUrl = async () => (await json('merchants', 'show', merchantId)).callbackUrl

beforeAll(async () => {
  env = { SVC_DATA_DIR: instance.dataDir, XDG_STATE_HOME: join(instance.dataDir, 'state') }
  merchantId = (await json('merchants', 'list')).data.at(-1).merchantId
  const rotate = ['api', 'POST', `/merchants/${merchantId}/callback/rotate-secret`, 'graceSeconds=0']
  secret = JSON.parse((await run(rotate, env, instance.cwd)).stdout).signingSecret
})

/** As section 6.2 prescribes. */
function verifies({ headers, body }: ReceivedCallback): boolean {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['svc-signature'])) ?? []
  const expected = createHmac('sha256', secret)
    .update(`${t}.${body.toString('utf8')}`)
    .digest()
  const timely = Math.abs(Date.now() / 1000 - Number(t)) < 300
  return timely && timingSafeEqual(expected, Buffer.from(v1, 'hex'))
}

async function listening(forwardTo: string, options: string[] = [], launch = launchHereForThisTest) {
  const process = launch(['listen', '--forward-to', forwardTo, ...options], env, instance.cwd)
  await process.says(options.includes('--json') ? /forwardTo/ : /Press Ctrl-C to stop/)
  return process
}

const types = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'account.updated',
]

it.each([
  ['3000', 'http://localhost:3000/'],
  ['localhost:3000', 'http://localhost:3000/'],
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  ['https://shop.example/hook?x=1', 'https://shop.example/hook?x=1'],
])('svcpay listen --forward-to %s forwards to %s', (given, target) => {
  expect(targetOf(given)).toBe(target)
})

describe('svcpay sandbox pay', () => {
  const create = async () => {
    const key = readFileSync(join(instance.dataDir, 'demo-api-key'), 'utf8').trim()
    const response = await fetch(`${instance.url}/v1/payments/intents`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
      body: '{"amountCents": 4999}',
    })
    return (await response.json()) as { svcPaymentId: string; clientSecret: string }
  }

  it('names our payment, found by its id or its client secret', async () => {
    const { svcPaymentId, clientSecret } = await create()
    const declined = await run(['sandbox', 'pay', clientSecret, '--with', 'pm_card_visa_chargeDeclined'], env)
    expectRefusal(declined, /Your card was declined/)
    expect(await svcpay('sandbox', 'pay', svcPaymentId)).toBe(`${svcPaymentId} is succeeded.\n`)
    const statusOf = async () => (await json('payments', 'show', svcPaymentId)).status
    await expect.poll(statusOf).toBe('succeeded')
    const again = await run(['sandbox', 'pay', svcPaymentId], env)
    expectRefusal(again, new RegExp(`${svcPaymentId} cannot be paid: it is succeeded\\.$`))
  })

  it('prints the link if the shopper has to act', async () => {
    const { svcPaymentId } = await create()
    const text = await svcpay('sandbox', 'pay', svcPaymentId, '--with', 'pm_card_authenticationRequired')
    const [, link = ''] =
      new RegExp(`^${svcPaymentId} is requires_action\\. .*\\n(http\\S+)\\n$`).exec(text) ?? []
    expect((await fetch(link)).status).toBe(200)
  })

  it('fails for a payment or a payment method that does not exist', async () => {
    expectRefusal(await run(['sandbox', 'pay', 'svcpay_nope'], env), /There is no payment svcpay_nope/)
    const { svcPaymentId } = await create()
    const unknown = await run(['sandbox', 'pay', svcPaymentId, '--with', 'pm_nope'], env)
    expectRefusal(unknown, /The sandbox has no payment method pm_nope/)
  })
})

describe('svcpay listen and svcpay trigger', () => {
  it('deliver each of the nine types to a local address, signed, and restore the callback URL', async () => {
    await svcpay('callback', 'set', merchantId, 'http://127.0.0.1:9/before')
    const receiver = await startReceiver()
    const process = await listening(receiver.url)
    expect(await callbackUrl()).not.toBe('http://127.0.0.1:9/before')
    const of = (type: string) => receiver.received.filter(({ headers }) => headers['svc-event-type'] === type)
    for (const [i, type] of types.entries()) {
      if (i % 3 === 0) await Promise.all(types.slice(i, i + 3).map(each => svcpay('trigger', each)))
      await waitFor(() => expect([type, of(type).length > 0]).toEqual([type, true]))
      for (const callback of of(type)) {
        const event = JSON.parse(callback.body.toString())
        expect([type, verifies(callback), event.type, event.id]).toEqual([
          type,
          true,
          type,
          callback.headers['svc-event-id'],
        ])
        await process.says(new RegExp(`${type.replaceAll('.', '\\.')} +${event.id}( +svcpay_\\w+)? +→ 200`))
      }
    }
    const { code, stderr } = await process.signal('SIGINT')
    expect([code, stderr]).toEqual([0, ''])
    expect(await callbackUrl()).toBe('http://127.0.0.1:9/before')
  })

  it('return the local answer, and report a missing one', async () => {
    await svcpay('api', 'PUT', `/merchants/${merchantId}/callback`, 'url=null')
    const receiver = await startReceiver(refuse(503, { 'retry-after': '28' }))
    const process = await listening(receiver.url)
    await svcpay('trigger', 'payment_intent.succeeded')
    await process.says(/payment_intent\.succeeded .*→ 503/)
    const failed = async () =>
      (await json('deliveries', 'list', '--merchant', merchantId, '--state', 'pending')).data[0]
    await waitFor(async () => expect(await failed()).toMatchObject({ lastStatus: 503, attempts: 1 }))
    const { deliveryId, nextAttemptAt } = await failed()
    const [first] = (await json('api', `/deliveries/${deliveryId}`)).attemptLog
    // without Retry-After, it would wait 15 to 18 s
    expect(Date.parse(nextAttemptAt) - Date.parse(first.startedAt)).toBeGreaterThanOrEqual(28_000)
    const log = () => readFileSync(join(instance.dataDir, 'svcpay.log'), 'utf8')
    await expect
      .poll(log)
      .toMatch(
        new RegExp(
          `^.*"deliveryId":"${deliveryId}",.*"attempt":1,"status":503,.*"msg":"callback failed"`,
          'm',
        ),
      )
    await receiver.close()
    await svcpay('trigger', 'payment_intent.canceled')
    await process.says(
      /payment_intent\.canceled .*svcpay_\w+ +→ no answer: connection refused: nothing is listening on 127\.0\.0\.1:\d+/,
    )
    expect((await process.signal('SIGTERM')).code).toBe(0)
    expect(await callbackUrl()).toBe(null)
  })

  it('print each callback as a line of JSON', async () => {
    const receiver = await startReceiver()
    const process = await listening(receiver.url, ['--json'])
    await svcpay('trigger', 'payment_intent.canceled')
    await process.says(/payment_intent\.canceled/)
    const { stdout } = await process.signal('SIGINT')
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines[0]).toEqual({
      merchantId,
      forwardTo: receiver.url,
      callbackUrl: await callbackUrl(),
      signingSecret: secret,
    })
    const callback = { type: 'payment_intent.canceled', attempt: 1, status: 200 }
    expect(lines).toContainEqual(expect.objectContaining(callback))
  })

  it('use the oldest merchant, even if there are several pages', async () => {
    const authorization = `Bearer ${operatorToken()}`
    const headers = { authorization, 'content-type': 'application/json' }
    for (let i = 0; i < 100; i++) {
      const body = JSON.stringify({ name: `Bakery ${i}` })
      await fetch(`${instance.url}/admin/v1/merchants`, { method: 'POST', headers, body })
    }
    const process = await listening('http://127.0.0.1:9/')
    await process.says(new RegExp(`callbacks of Demo Merchant \\(${merchantId}\\)`))
  })

  it('restore the callback URL when the terminal is closed', async () => {
    await svcpay('callback', 'set', merchantId, 'http://127.0.0.1:9/before')
    const process = await listening('http://127.0.0.1:9/', [], launchForThisTest)
    expect((await process.signal('SIGHUP')).code).toBe(0)
    expect(await callbackUrl()).toBe('http://127.0.0.1:9/before')
  })

  it('restore the callback URL from before killed listeners', async () => {
    await svcpay('callback', 'set', merchantId, 'http://127.0.0.1:9/before')
    for (let i = 0; i < 2; i++) {
      const killed = await listening('http://127.0.0.1:9/', [], launchForThisTest)
      await killed.signal('SIGKILL')
      expect(await callbackUrl()).not.toBe('http://127.0.0.1:9/before')
    }
    const next = await listening('http://127.0.0.1:9/')
    expect((await next.signal('SIGINT')).code).toBe(0)
    expect(await callbackUrl()).toBe('http://127.0.0.1:9/before')
  })

  it('keep a callback URL that is set in the meantime', async () => {
    const process = await listening('http://127.0.0.1:9/')
    await svcpay('callback', 'set', merchantId, 'http://127.0.0.1:9/meanwhile')
    expect((await process.signal('SIGINT')).code).toBe(0)
    expect(await callbackUrl()).toBe('http://127.0.0.1:9/meanwhile')
  })

  it('never take over from a running listener', async () => {
    const first = await listening('http://127.0.0.1:9/')
    const taken = await callbackUrl()
    const second = await run(['listen'], env, instance.cwd)
    expectRefusal(second, /Another svcpay listen is running for Demo Merchant: .*--merchant/)
    expect(await callbackUrl()).toBe(taken)
    expect((await first.signal('SIGINT')).code).toBe(0)
  })

  it('print callbacks without a local server, and the secret that signs them', async () => {
    const process = launchHereForThisTest(['listen'], env, instance.cwd)
    await process.says(new RegExp(`Signing secret: ${secret}\n`))
    expect(await svcpay('callback', 'secret')).toBe(`${secret}\n`)
    expect(await svcpay('callback', 'secret', merchantId)).toBe(`${secret}\n`)
    const given = ['--order-ref', 'till-7', '--override', 'amountCents=1200']
    const triggered = await svcpay('trigger', 'payment_intent.succeeded', ...given)
    const payment = /svcpay_\w+/.exec(triggered)?.[0] ?? ''
    // callbacks of earlier tests may still come
    await process.says(new RegExp(`payment_intent\\.succeeded +evt_\\w+ +${payment} +→ 200`))
    const shown = await json('payments', 'show', payment)
    expect(shown).toMatchObject({ orderRef: 'till-7', amountCents: 1200, status: 'succeeded' })
  })

  it('report invalid arguments', async () => {
    const unknown = await run(['trigger', 'moon.landed'], env, instance.cwd)
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/payment_intent\.succeeded/)])
    const strange = await run(['trigger', 'charge.refunded', '--override', 'amountCents'], env, instance.cwd)
    expect([strange.code, strange.stderr]).toEqual([2, expect.stringMatching(/such as amountCents=1200/)])
    const nowhere = await run(['listen', '--forward-to', 'here'], env, instance.cwd)
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringMatching(/--forward-to must be/)])
    const nobody = await run(['listen', '--forward-to', 'http://127.0.0.1:9/', '--merchant', 'mer_x'], env)
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringMatching(/^svcpay: Not found/)])
  })
})
