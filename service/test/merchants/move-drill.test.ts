import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { reconcile } from '../reconcile/prepared.ts'
import { newKey } from '../support/paying.ts'
import { type ServiceProcess, startServiceProcess } from '../support/process.ts'
import { type Answer, send } from '../support/service.ts'
import { first, type MovingMerchant, second, useTwoProcessors } from '../support/two-processors.ts'

const two = useTwoProcessors()

interface Paid {
  merchant: MovingMerchant
  key: string
  /** The first answer to its key. */
  created: Answer['body']
  isRefunded: boolean
}

/** `npm run soak -- --move` does the same on a larger scale. */
it('merchants move under load and kills, and nothing is lost, duplicated or misplaced', async () => {
  const merchants = await Promise.all(Array.from({ length: 2 }, () => two.addMerchant()))
  const env = { ...two.env, SVC_EVENT_SEARCH_SECONDS: '1' }
  let victim: ServiceProcess = await startServiceProcess(two.databaseUrl, { env })
  onTestFinished(() => victim.stop())
  const call = async (key: string, path: string, idempotencyKey: string, body: object): Promise<Answer> => {
    for (;;) {
      const headers = { 'idempotency-key': idempotencyKey }
      const answer = await send(`${victim.url}/v1${path}`, 'POST', { key, body, headers }).catch(() => null)
      if (answer && answer.status < 500 && answer.body.code !== 'in_progress') return answer
      await pause(50)
    }
  }
  const paid: Paid[] = []
  let isOver = false
  const shop = async (merchant: MovingMerchant) => {
    while (!isOver) {
      const key = newKey()
      const { body: created } = await call(merchant.apiKey, '/payments/intents', key, { amountCents: 5000 })
      // a disputed payment cannot be refunded
      const isDisputed = Math.random() < 0.2
      await two.confirm(merchant, created, isDisputed ? 'pm_card_createDispute' : 'pm_card_visa')
      const isRefunded = !isDisputed && Math.random() < 0.5
      paid.push({ merchant, key, created, isRefunded })
      const path = `/payments/${created.svcPaymentId}/refund`
      const refund = isRefunded ? await call(merchant.apiKey, path, newKey(), { amountCents: 500 }) : null
      if (refund && refund.status !== 200) throw new Error(refund.text)
      await pause(200)
    }
  }
  const shopping = Promise.all(merchants.map(shop))
  // a loop that fails is reported at the end
  shopping.catch(() => {})
  const isPaidAt = (name: string, merchantId: string) => () =>
    paid.some(({ merchant, created }) => merchant.merchantId === merchantId && created.processor === name)
  for (const { merchantId } of merchants) {
    await expect.poll(isPaidAt(first, merchantId)).toBe(true)
    expect((await two.move(merchantId, second)).status).toBe(200)
    victim.kill()
    await victim.ended
    victim = await startServiceProcess(two.databaseUrl, { env })
    await expect.poll(isPaidAt(second, merchantId)).toBe(true)
  }
  isOver = true
  await shopping

  const intentsAt = async (name: typeof first | typeof second) => {
    const { stripe } = two.places[name]
    const lists = merchants.map(({ accounts }) =>
      stripe.paymentIntents.list({ limit: 100 }, { stripeAccount: accounts[name] }),
    )
    return (await Promise.all(lists)).flatMap(({ data }) => data.map(({ id }) => id))
  }
  for (const name of [first, second]) {
    const ours = paid.filter(({ created }) => created.processor === name)
    expect(ours.length, name).toBeGreaterThan(0)
    const ids = ours.map(({ created }) => created.processorPaymentIntentId)
    expect((await intentsAt(name)).sort(), name).toEqual(ids.sort())
  }
  for (const { merchant, key, created, isRefunded } of paid) {
    const again = await two.create(merchant, key)
    expect(again.body).toEqual(created)
    await expect
      .poll(() => two.read(merchant, created.svcPaymentId))
      .toMatchObject({
        processor: created.processor,
        status: isRefunded ? 'partially_refunded' : 'succeeded',
        refundedCents: isRefunded ? 500 : 0,
      })
  }
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const { run, found } = await reconcile(two, { from })
  expect(found).toEqual([])
  const centsAt = (name: string) => {
    const count = paid.filter(({ created }) => created.processor === name).length
    return { processor: name, kind: 'payment', processorCents: 5000 * count, ledgerCents: 5000 * count }
  }
  const payments = run.totals.filter(({ kind }: { kind: string }) => kind === 'payment')
  expect(payments).toMatchObject([centsAt(first), centsAt(second)])
})
