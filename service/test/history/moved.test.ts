import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import type { Role } from '../../src/config.ts'
import { copyDatabase } from '../support/database.ts'
import { newKey } from '../support/paying.ts'
import { first, type MovingMerchant, second, useTwoProcessors } from '../support/two-processors.ts'

const two = useTwoProcessors()

const untilAnswered = <Answer extends { status: number }>(call: () => Promise<Answer>, status = 200) =>
  waitFor(async () => {
    const answer = await call()
    expect(answer.status).toBe(status)
    return answer
  })

/** Copies the current database, so that a test can return to it later. */
async function backUp() {
  const backup = await copyDatabase(two.databaseUrl)
  const original = two.service
  return async (role: Role = 'api') => {
    const copy = await copyDatabase(backup.url)
    const restored = await two.start({ role, env: { DATABASE_URL: copy.url } })
    onTestFinished(async () => {
      two.service = original
      await restored.stop()
    })
    two.service = restored
  }
}

const intentsAt = async (name: typeof first | typeof second, { accounts }: MovingMerchant) =>
  (await two.places[name].stripe.paymentIntents.list({ limit: 100 }, { stripeAccount: accounts[name] })).data

it('a payment created after a move is found at the new processor by a database restored to an earlier moment', async () => {
  const merchant = await two.addMerchant()
  const restore = await backUp()
  await untilAnswered(() => two.move(merchant.merchantId, second))
  const key = newKey()
  const made = await untilAnswered(() => two.create(merchant, key))
  expect(made.body.processor).toBe(second)

  await restore()
  const again = await untilAnswered(() => two.create(merchant, key))
  expect([again.body.svcPaymentId, again.body.processor]).toEqual([made.body.svcPaymentId, second])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  // new payments use the processor in the restored database
  expect((await untilAnswered(() => two.create(merchant, newKey()))).body.processor).toBe(first)
})

describe('a create that was open in the backup, then refused, and repeated at another processor', () => {
  /** The first processor has saved a refusal by now, so it would act under the next key. */
  async function openThenMoved(bodyAfter?: object) {
    const merchant = await two.addMerchant()
    const key = newKey()
    const fault = { operation: 'payment_intents.create' }
    await two.fault(first, { ...fault, kind: 'reset' })
    await untilAnswered(() => two.create(merchant, key), 504)
    const restore = await backUp()
    await two.fault(first, { ...fault, kind: 'error', status: 402, remembered: true })
    await untilAnswered(() => two.create(merchant, key), 409)
    await untilAnswered(() => two.move(merchant.merchantId, second))
    const made = await untilAnswered(() => two.create(merchant, key, bodyAfter))
    expect(made.body.processor).toBe(second)
    return { merchant, key, made: made.body, restore }
  }

  it('is found there by a retry', async () => {
    const { merchant, key, made, restore } = await openThenMoved()
    await restore()
    const { body } = await untilAnswered(() => two.create(merchant, key))
    expect([body.svcPaymentId, body.processorPaymentIntentId, body.processor, body.clientSecret]).toEqual([
      made.svcPaymentId,
      made.processorPaymentIntentId,
      second,
      made.clientSecret,
    ])
    expect(await intentsAt(first, merchant)).toEqual([])
  })

  it('is found there by the jobs, in any order', async () => {
    const { merchant, key, made, restore } = await openThenMoved()
    await restore('all')
    const { db } = two.service
    await waitFor(async () => {
      expect(await db`select 1 from incomplete_histories`).toHaveLength(0)
      expect(await db`select 1 from open_operations`).toHaveLength(0)
    })
    const again = await untilAnswered(() => two.create(merchant, key))
    expect(again.body.processorPaymentIntentId).toBe(made.processorPaymentIntentId)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await intentsAt(first, merchant)).toEqual([])
  })

  it('with another body: the later body gets its answer, the earlier one a conflict', async () => {
    const later = { amountCents: 6000 }
    const { merchant, key, made, restore } = await openThenMoved(later)
    await restore()
    await untilAnswered(() => two.create(merchant, key), 409)
    const again = await untilAnswered(() => two.create(merchant, key, later))
    expect(again.body.processorPaymentIntentId).toBe(made.processorPaymentIntentId)
    expect((await two.create(merchant, key)).body.code).toBe('idempotency_conflict')
    expect(await intentsAt(first, merchant)).toEqual([])
  })
})

it('a merchant that may have an account at a processor without a list waits, and acts once', async () => {
  const [steady, grown] = [await two.addMerchantAt(first), await two.addMerchantAt(first)]
  const restore = await backUp()
  grown.accounts[second] = await waitFor(() => two.connect(grown.merchantId, second))
  await two.onboard(second, grown.accounts[second])
  await untilAnswered(() => two.move(grown.merchantId, second))
  const key = newKey()
  const made = await untilAnswered(() => two.create(grown, key))

  await two.fault(second, { operation: 'accounts.list', kind: 'error', status: 500, count: 100_000 })
  onTestFinished(() => two.clearFaults(second))
  await restore('all')
  await untilAnswered(() => two.create(steady), 503)
  expect((await two.create(grown, key)).status).toBe(503)

  await two.clearFaults(second)
  await untilAnswered(() => two.create(steady))
  const again = await untilAnswered(() => two.create(grown, key))
  expect([again.body.svcPaymentId, again.body.processor]).toEqual([made.body.svcPaymentId, second])
  expect(await intentsAt(first, grown)).toEqual([])
})
