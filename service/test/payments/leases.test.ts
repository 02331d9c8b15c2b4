import { beforeAll, describe, expect, it } from 'vitest'
import { waitFor, waitUntil } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startServiceProcess } from '../support/process.ts'
import { send, type TestService } from '../support/service.ts'

const paying = usePaying()
const minute = 60_000
/** Instances whose clocks are a minute behind and ahead. */
const others: TestService[] = []

beforeAll(async () => {
  for (const ahead of [-minute, minute]) {
    const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) }
    others.push(await paying.startAnother({ role: 'api', clock }))
  }
})

const behind = () => {
  const [service] = others
  if (!service) throw new Error('not started')
  return service
}
const createOn = (service: { url: string }, key: string) =>
  send(`${service.url}/v1/payments/intents`, 'POST', {
    key: paying.merchant.apiKey,
    body: { amountCents: 5000, orderRef: key },
    headers: { 'idempotency-key': key },
  })
/** By the database's clock: a busy machine may take longer to notice. */
const expectLeaseEndsSoon = async () => {
  const [longest] = await paying.service.db`
    select max(lease_until) < now() + interval '4 seconds' as is_soon from open_operations`
  expect(longest?.isSoon).not.toBe(false)
}
const intentsOf = async (orderRef: string) => {
  const onAccount = { stripeAccount: paying.merchant.accountId }
  const { data } = await paying.stripe.paymentIntents.list({ limit: 100 }, onAccount)
  return data.filter(intent => intent.metadata.orderRef === orderRef)
}

describe('an operation', () => {
  it('stays with a live instance, however slow the processor and whatever the clock', async () => {
    const key = newKey()
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'latency', ms: 6000 })
    let isOver = false
    const first = createOn(paying.service, key).finally(() => {
      isOver = true
    })
    await waitFor(async () => {
      expect(await paying.service.db`select 1 from operations where idempotency_key = ${key}`).toHaveLength(1)
    })
    const answers: number[] = []
    const askOthers = async () => {
      const wasOver = isOver
      for (const other of others) answers.push((await createOn(other, key)).status)
      return wasOver
    }
    await waitUntil(askOthers, { interval: 250 })
    expect((await first).status).toBe(200)
    // other callers can get the outcome before the first one does
    expect(new Set(answers)).toEqual(new Set([409, 200]))
    expect(answers).toEqual([...answers].sort((one, other) => other - one))
    const { data } = (await paying.control('/requests')) as { data: { idempotencyKey: string | null }[] }
    const [operation] = await paying.service
      .db`select intent->>'callKey' as call_key from operations where idempotency_key = ${key}`
    const asked = data.filter(call => call.idempotencyKey?.startsWith(operation?.callKey))
    expect(asked).toHaveLength(1)
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('of a dead instance is taken over soon, even by one whose clock lags', async () => {
    const key = newKey()
    const options = { env: paying.sandboxEnv, role: 'api', killAt: 'create:answered' } as const
    const dying = await startServiceProcess(paying.databaseUrl, options)
    await expect(createOn(dying, key)).rejects.toThrow('fetch failed')
    await expectLeaseEndsSoon()
    await waitFor(async () => expect((await createOn(behind(), key)).status).toBe(200))
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('of a dead instance is soon finished by the recovery job', async () => {
    const key = newKey()
    const recovering = await paying.startAnother({ role: 'worker' })
    const options = { env: paying.sandboxEnv, role: 'api', killAt: 'create:started' } as const
    const dying = await startServiceProcess(paying.databaseUrl, options)
    await expect(createOn(dying, key)).rejects.toThrow('fetch failed')
    await expectLeaseEndsSoon()
    await waitFor(async () => {
      const [operation] = await paying.service.db`select state from operations where idempotency_key = ${key}`
      expect(operation).toEqual({ state: 'done' })
    })
    await recovering.stop()
  })
})
