import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../../vitest.waits.ts'
import { expectRefusal } from '../../support/cli.ts'
import { usePaying } from '../../support/paying.ts'
import { accept, refuse, startReceiver } from '../../support/receiver.ts'
import { operatorToken } from '../../support/service.ts'
import { commandsWith } from '../in-process.ts'

/** The second attempt follows at once, the third only after the test. */
const delays = [1, ...Array(7).fill(600_000)].join(',')
const paying = usePaying({ role: 'all', webhooks: true, env: { SVC_CALLBACK_RETRY_DELAYS_MS: delays } })
const env = () => ({ PORT: new URL(paying.service.url).port, SVC_OPERATOR_TOKEN: operatorToken })
const { attempt, svcpay, json } = commandsWith(env)
const answerOf = async (path: string) => (await paying.service.admin('GET', path)).body

async function settled(id: string, status: string, callbacks: number): Promise<void> {
  await waitFor(async () => {
    const { deliveries, ...payment } = await answerOf(`/payments/${id}`)
    const states = deliveries.map(({ state }: { state: string }) => state)
    expect([payment.status, states]).toEqual([status, Array(callbacks).fill('delivered')])
  })
}

/** With --json, a command prints the API's answer. Reads both again if something changed in between. */
async function agrees(path: string, ...args: string[]): Promise<void> {
  await waitFor(async () => expect(await json(...args)).toEqual(await answerOf(path)))
}

describe('svcpay payments', () => {
  it('lists across merchants, by merchant, status and order, page by page', async () => {
    const { body: first } = await paying.create({ orderRef: 'o-1', amountCents: 1_234, currency: 'eur' })
    await paying.post(`/payments/${first.svcPaymentId}/cancel`)
    const mine = paying.merchant
    paying.merchant = await paying.addMerchant()
    const { body: second } = await paying.create({ orderRef: 'o-2' })

    const lines = (await svcpay('payments', 'list')).trimEnd().split('\n')
    expect(lines).toEqual([
      expect.stringMatching(/^PAYMENT +STATUS +AMOUNT +REFUNDED +DISPUTE +ORDER +MERCHANT +CREATED$/),
      expect.stringMatching(
        `^${second.svcPaymentId} +requires_payment_method +\\$50\\.00 +– +– +o-2 +${paying.merchant.merchantId} +\\S+Z$`,
      ),
      expect.stringMatching(
        `^${first.svcPaymentId} +canceled +€12\\.34 +– +– +o-1 +${mine.merchantId} +\\S+Z$`,
      ),
    ])
    const idsOf = async (...filter: string[]) =>
      (await svcpay('payments', 'list', ...filter)).match(/svcpay_\w+/g)
    expect(await idsOf('--merchant', mine.merchantId)).toEqual([first.svcPaymentId])
    expect(await idsOf('--status', 'requires_payment_method')).toEqual([second.svcPaymentId])
    expect(await idsOf('--order-ref', 'o-1')).toEqual([first.svcPaymentId])
    expect(await idsOf('--currency', 'EUR')).toEqual([first.svcPaymentId])
    expect(await idsOf('--amount-from', '1235')).toEqual([second.svcPaymentId])
    expect(await idsOf('--amount-to', '1234')).toEqual([first.svcPaymentId])
    expect(await idsOf('--method', 'manual')).toEqual(null)
    expect(await idsOf('--created-from', '2021-01-31', '--created-to', '2100-01-01T00:00:00Z')).toEqual([
      second.svcPaymentId,
      first.svcPaymentId,
    ])
    expect(await idsOf('--created-to', '2021-01-31')).toEqual(null)

    const page = await svcpay('payments', 'list', '--limit', '1')
    const cursor = /\n\nmore: --cursor (\S+)\n$/.exec(page)?.[1] ?? ''
    const next = await json('payments', 'list', '--limit', '1', '--cursor', cursor)
    await agrees(`/payments?limit=1&cursor=${cursor}`, 'payments', 'list', '--limit', '1', '--cursor', cursor)
    expect(next).toMatchObject({ data: [{ svcPaymentId: first.svcPaymentId }], nextCursor: null })
  })

  it('shows one with its full timeline', async () => {
    const receiver = await startReceiver((callback, response) => {
      const behave = callback.headers['svc-delivery-attempt'] === '1' ? refuse(500) : accept
      behave(callback, response)
    })
    paying.merchant = await paying.addMerchant({ callbackUrl: receiver.url, feeBps: 1_000 })
    const { id } = await paying.pay({ amountCents: 2_000, orderRef: 'o-3' })
    await settled(id, 'succeeded', 1)
    await paying.post(`/payments/${id}/refund`, { amountCents: 500 })
    await settled(id, 'partially_refunded', 2)

    const text = await svcpay('payments', 'show', id)
    const [facts = '', timeline = ''] = text.trimEnd().split('\n\n')
    expect(facts.split('\n')).toEqual([
      expect.stringMatching(`^payment +${id}$`),
      expect.stringMatching(/^status +partially_refunded$/),
      expect.stringMatching(/^amount +\$20\.00$/),
      expect.stringMatching(/^paid with +visa 4242$/),
      expect.stringMatching(/^fee +\$2\.00$/),
      expect.stringMatching(/^refunded +\$5\.00$/),
      expect.stringMatching(/^order +o-3$/),
      expect.stringMatching(`^merchant +${paying.merchant.merchantId}$`),
      expect.stringMatching(/^processor +sandbox pi_\w+$/),
      expect.stringMatching(`^account +${paying.merchant.accountId}$`),
      expect.stringMatching(/^created +\S+Z$/),
      expect.stringMatching(/^idempotency key +\S+$/),
    ])
    const [header, ...rows] = timeline.split('\n')
    expect(header).toMatch(/^TIME +WHAT +WHICH +ID +OUTCOME$/)
    const times = rows.map(row => row.split(' ')[0])
    expect(times).toEqual(times.toSorted())
    const story = [
      /Z {2}operation +create +op_\w+ +done after \d+ ms$/,
      /Z {2}event +payment_intent\.succeeded +evt_\w+ +applied$/,
      /Z {2}delivery +payment_intent\.succeeded +dlv_\w+ +delivered$/,
      /Z {2}attempt 1 +payment_intent\.succeeded +dlv_\w+ +500 after \d+ ms$/,
      /Z {2}attempt 2 +payment_intent\.succeeded +dlv_\w+ +200 after \d+ ms$/,
      /Z {2}operation +refund +op_\w+ +done after \d+ ms$/,
      /Z {2}refund +\$5\.00 +svcrf_\w+ +succeeded$/,
      /Z {2}event +charge\.refunded +evt_\w+ +\w+$/,
      /Z {2}delivery +charge\.refunded +dlv_\w+ +delivered$/,
      /Z {2}attempt 2 +charge\.refunded +dlv_\w+ +200 after \d+ ms$/,
    ]
    const places = story.map(line => rows.findIndex(row => line.test(row)))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    // entries have the database’s time, which may be later than the delivery’s
    expect(timeline).toMatch(
      /Z {2}ledger +capture +evt_\w+ +customer -\$20\.00, merchant \+\$18\.00, fees \+\$2\.00$/m,
    )
    // from the operation or an event: the first one posts it
    expect(timeline).toMatch(/Z {2}ledger +refund +\w+ +customer \+\$5\.00, merchant -\$5\.00$/m)
    expect(timeline).toMatch(/Z {2}ledger +fee_refund +\w+ +merchant \+\$0\.50, fees -\$0\.50$/m)
    await agrees(`/payments/${id}`, 'payments', 'show', id)
  })

  it('shows the other payments of the same order', async () => {
    paying.merchant = await paying.addMerchant()
    const { id: first } = await paying.pay({ amountCents: 2_000, orderRef: 'o-twice' })
    const { id: second } = await paying.pay({ amountCents: 2_000, orderRef: 'o-twice' })
    await settled(first, 'succeeded', 0)
    expect(await svcpay('payments', 'show', second)).toMatch(
      new RegExp(`^same order +${first} succeeded \\$20\\.00 \\S+Z$`, 'm'),
    )
  })

  it('shows a dispute, and an operation that was refused with its reason', async () => {
    paying.merchant = await paying.addMerchant()
    const { id } = await paying.pay({ amountCents: 900 }, 'pm_card_createDispute')
    await waitFor(async () => expect((await answerOf(`/payments/${id}`)).disputes).toHaveLength(1))
    await paying.post(`/payments/${id}/refund`, {})
    const text = await svcpay('payments', 'show', id)
    expect(text).toMatch(
      /Z {2}operation +create [\s\S]+Z {2}dispute +\$9\.00, fraudulent +du_\w+ +needs_response by \S+Z\n/,
    )
    expect(text).toMatch(/Z {2}ledger +dispute +evt_\w+ +merchant -\$9\.00, held \+\$9\.00\n/)
    expect(text).toMatch(/Z {2}operation +refund +op_\w+ +refused after \d+ ms: charge_disputed: .+\n/)
    expect(text).toMatch(/Z {2}refund +\$9\.00 +svcrf_\w+ +released\n/)
    expect(text).not.toMatch(/^failure/m)
  })

  it('shows why a payment failed, and when its callback is tried next', async () => {
    const receiver = await startReceiver(refuse(500))
    paying.merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    const declined = paying.pay({ orderRef: 'o-4' }, 'pm_card_visa_chargeDeclined')
    await expect(declined).rejects.toThrow('declined')
    const [{ svcPaymentId }] = (await answerOf('/payments?orderRef=o-4')).data
    await waitFor(async () => {
      const text = await svcpay('payments', 'show', svcPaymentId)
      expect(text).toMatch(/^failure +\w+: Your card was declined\.$/m)
      expect(text).toMatch(/Z {2}delivery +payment_intent\.payment_failed +dlv_\w+ +pending, next \S+Z\n/)
    })
  })

  it('reports invalid arguments', async () => {
    expectRefusal(await attempt('payments', 'show', 'svcpay_nope'), /Not found: No such payment/)
    const { id } = await paying.pay({ amountCents: 5000, currency: 'jpy' })
    expectRefusal(
      await attempt('payments', 'refund', id, '--amount-cents', '6000'),
      /^svcpay: Invalid request: ¥5,000 is left to refund: amountCents must be at most 5000\.$/,
    )
    expectRefusal(await attempt('payments', 'capture', id), /can be captured\. Its status is succeeded\.$/)
    expectRefusal(
      await attempt('payments', 'list', '--cursor', 'x'),
      /Invalid request: .*cursor is not a cursor/,
    )
    const { code, stderr } = await attempt('payments', 'list', '--status', 'paid')
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^svcpay: .*'paid' is invalid.*succeeded/)])
  })
})

describe('svcpay stats', () => {
  it('summarizes a period', async () => {
    const receiver = await startReceiver()
    paying.merchant = await paying.addMerchant({ feeBps: 1_000, callbackUrl: receiver.url })
    for (const amountCents of [1_000, 500]) {
      const { id } = await paying.pay({ amountCents, currency: 'chf' })
      await settled(id, 'succeeded', 1)
    }
    const period = ['--from', '2021-01-01', '--to', '2100-01-01T12:00:00+02:00']
    const { payments } = await json('stats', ...period)
    const text = await svcpay('stats', ...period)
    expect(text).toMatch(/^period +2021-01-01T00:00:00Z to 2100-01-01T10:00:00Z\n/)
    const { created, succeeded, failed, canceled } = payments
    expect(text).toContain(
      `${created} created: ${succeeded} succeeded, ${failed} failed, ${canceled} canceled\n`,
    )
    expect(text).toContain(`${(100 * payments.successRate).toFixed(1)}%\n`)
    expect(text).toMatch(/\ncallbacks now +\d+ pending.*, \d+ dead\n/)
    expect(text).toMatch(/\nVOLUME +CURRENCY +PAYMENTS +CAPTURED +REFUNDED +FEES\n/)
    expect(text).toMatch(/\n\d{4}-\d\d-\d\d +chf +\d +CHF\s[\d.]+ +CHF\s0\.00 +CHF\s[\d.]+\n/)
    expect(text).toMatch(/\ntotal +chf +2 +CHF\s15\.00 +CHF\s0\.00 +CHF\s1\.50\n/)
    expect(text).toMatch(/\nCALLBACKS QUEUED +DELIVERED +PENDING +DEAD\n\d{4}-\d\d-\d\d +\d+ +\d+ +\d+\n/)
    const query = 'from=2021-01-01T00:00:00Z&to=2100-01-01T10:00:00Z'
    await agrees(`/stats?${query}`, 'stats', ...period)
  })

  it('covers 30 days by default, and reports an empty period', async () => {
    const text = await svcpay('stats', '--to', '2020-01-31')
    expect(text).toMatch(/^period +2020-01-01T00:00:00Z to 2020-01-31T00:00:00Z\n/)
    expect(text).toMatch(/\nsuccess +–\n/)
    expect(text).not.toMatch(/total|NaN/)
  })

  it('reports invalid arguments', async () => {
    const isDate = /^svcpay: .*It must be a date such as/
    for (const [fault, ...args] of [
      [/^svcpay: --from must be before --to\.$/m, '--to', '2026-01-01', '--from', '2026-02-01'],
      [isDate, '--from', 'yesterday'],
      [isDate, '--from', '2026-02-30'],
    ] as const) {
      const { code, stderr } = await attempt('stats', ...args)
      expect([code, stderr]).toEqual([2, expect.stringMatching(fault)])
    }
  })
})

describe('an unknown object', () => {
  it('is reported, and fails if a name is unknown', async () => {
    const merchant = await paying.addMerchant()
    const list = (...args: string[]) => attempt(...args, '--merchant', merchant.merchantId)
    for (const [what, none] of [
      ['payments', 'No payments match.\n'],
      ['deliveries', 'No callbacks match.\n'],
    ] as const) {
      expect(await list(what, 'list')).toMatchObject({ code: 0, stdout: none })
      expectRefusal(await attempt(what, 'list', '--merchant', 'mer_nope'), /Not found: No such merchant/)
    }
    expectRefusal(await attempt('search', 'nothing-like-it'), /Nothing matches “nothing-like-it”/)
  })
})

describe('callbacks', () => {
  it('are listed, and sent again', async () => {
    const receiver = await startReceiver()
    paying.merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    const { merchantId } = paying.merchant
    const { id } = await paying.pay({ orderRef: 'o-9' })
    await settled(id, 'succeeded', 1)
    const row = (await svcpay('deliveries', 'list', '--merchant', merchantId)).split('\n')
    expect(row[0]).toMatch(/^DELIVERY +TYPE +STATE +ANSWER +TRIES +NEXT +PAYMENT +MERCHANT +CREATED$/)
    const [, deliveryId = ''] =
      new RegExp(`^(dlv_\\w+) .* delivered +200 +1 +– +${id} +${merchantId} +\\S+Z$`).exec(row[1] ?? '') ?? []
    const delivered = new RegExp(`^Delivered ${deliveryId}: 200 after \\d+ ms\\.\n$`)
    expect(await svcpay('deliveries', 'redeliver', deliveryId, '--force')).toMatch(delivered)
    expect(receiver.received).toHaveLength(2)
    expect(await svcpay('search', 'o-9')).toMatch(
      new RegExp(
        `^KIND +ID +MERCHANT +TIME +SUMMARY\\npayment +${id} +${merchantId} +\\S+Z +\\w+, \\$[\\d.]+, o-9\\n`,
      ),
    )
  })

  it('that are redelivered show the result', async () => {
    const receiver = await startReceiver()
    paying.merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    const { id } = await paying.pay()
    await settled(id, 'succeeded', 1)
    const [{ deliveryId }] = (await answerOf(`/payments/${id}`)).deliveries
    const redeliver = ['deliveries', 'redeliver', deliveryId, '--force']

    receiver.behave(refuse(503))
    const failed = await attempt(...redeliver)
    expectRefusal(failed, /^svcpay: The callback was not delivered\.$/)
    expect(failed.stdout).toMatch(/^Failed dlv_\w+: 503 after \d+ ms\. Next attempt: \S+Z\.\n$/)
    receiver.behave(() => {})
    expect(await svcpay(...redeliver, '--no-wait')).toBe(
      `Redelivering ${deliveryId}. Follow it with svcpay api /deliveries/${deliveryId}.\n`,
    )
    const { merchantId } = paying.merchant
    await svcpay('api', 'PUT', `/merchants/${merchantId}/callback`, 'url=null')
    expect(await svcpay(...redeliver)).toBe(
      `${deliveryId} will be sent once there is a callback URL (svcpay callback set).\n`,
    )
  })
})

describe('links', () => {
  it('lead to the onboarding page, with the account created on the way, and to the portal', async () => {
    const { merchantId } = await paying.service.createMerchant()
    const { url } = await json('merchants', 'link', merchantId)
    expect((await fetch(url)).status).toBe(200)
    const link = await svcpay('merchants', 'link', merchantId)
    expect(link).toMatch(
      /^link +http\S+\nexpires +\S+Z\n\nThe link works once, until it expires\. .*run this command again\.\n$/s,
    )
    const { processorAccountId } = await answerOf(`/merchants/${merchantId}`)
    expect(processorAccountId).toMatch(/^acct_/)
    const portal = await svcpay('merchants', 'portal-link', merchantId)
    expect(portal).toMatch(/^link +http\S+\/console\/portal#code=\S+\nexpires +\S+Z\n$/)
  })
})
