import { Stripe } from 'stripe'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/processors/outcomes.ts'
import type { Processor } from '../../src/processors/port.ts'
import { createProcessors, type Processors } from '../../src/processors/registry.ts'
import { newKey } from '../support/paying.ts'
import { first, second, useTwoProcessors } from '../support/two-processors.ts'

const two = useTwoProcessors()
const accounts = new Map<string, string>()
let processors: Processors

/** Only the parts that depend on the name, the account and the webhook's address; stripe.test.ts covers the rest. */
describe.each([first, second])('the configured processor %s', name => {
  let processor: Processor
  let others: Processor[]

  beforeAll(async () => {
    processors ??= createProcessors(two.service.config).forRequests()
    processor = at(name)
    others = [...processors.values()].filter(other => other.name !== name)
    const key = `account at ${name}`
    const account = { email: null, country: 'US', name: 'Conformance', merchantId: 'mer_conformance' }
    accounts.set(name, done(await processor.createAccount(key, account)).accountId)
  })
  const at = (one: string) => {
    const found = processors.get(one)
    if (!found) throw new Error(`no processor ${one}`)
    return found
  }
  const accountId = () => accounts.get(name) ?? ''
  const created = async (svcPaymentId: string) => {
    const call = { accountId: accountId(), idempotencyKey: newKey() }
    const payment = {
      ...{ amountCents: 5000, feeCents: 100, currency: 'usd', captureMethod: 'automatic' as const },
      ...{ paymentMethodTypes: null, customerId: null, description: null, metadata: { svcPaymentId } },
    }
    return done(await processor.createPayment(call, payment)).snapshot.processorPaymentId
  }

  it('has the keys of its own platform', () => {
    const platform = two.service.config.processors.find(one => one.name === name)
    expect([processor.name, processor.publishableKey]).toEqual([name, platform?.publishableKey])
  })

  it('has its accounts to itself', async () => {
    expect(done(await processor.readAccount(accountId())).accountId).toBe(accountId())
    for (const other of others) expect((await other.readAccount(accountId())).kind).toBe('refused')
  })

  it('has its payments and their events to itself', async () => {
    const svcPaymentId = newKey()
    const since = new Date(Date.now() - 60_000)
    const id = await created(svcPaymentId)
    const found = done(await processor.findPayment(accountId(), svcPaymentId, since))
    expect(found?.snapshot.processorPaymentId).toBe(id)
    const { items } = done(await processor.listEvents(accountId(), { since, after: null }))
    expect(items.every(({ event }) => event.accountId === accountId())).toBe(true)
    for (const other of others) {
      expect((await other.readPayment(accountId(), id)).kind).toBe('refused')
      expect((await other.listEvents(accountId(), { since, after: null })).kind).toBe('refused')
    }
  })

  it('accepts webhooks that are signed with its own secrets, at its own address', async () => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', created: 1, data: {} })
    const body = Buffer.from(payload)
    const platform = two.service.config.processors.find(one => one.name === name)
    expect(platform?.webhookSecrets).toHaveLength(2)
    for (const secret of platform?.webhookSecrets ?? []) {
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret })
      const headers = { 'stripe-signature': header }
      expect(processor.webhookSource(body, headers, new Date())).not.toBe(null)
      for (const other of others) expect(other.webhookSource(body, headers, new Date())).toBe(null)
      const statusAt = async (path: string) =>
        (await two.service.call('POST', `/webhooks/processor/${path}`, { raw: body, headers })).status
      expect(await statusAt(name)).toBe(200)
      for (const other of others) expect(await statusAt(other.name)).toBe(401)
    }
    const webhooks = done(await (processor.listWebhooks?.() ?? Promise.reject(new Error('no list'))))
    const path = name === first ? '' : `/${name}`
    expect(new Set(webhooks.map(({ url }) => url))).toEqual(
      new Set([`${two.service.url}/webhooks/processor${path}`]),
    )
  })
})

function done<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return outcome.value
}
