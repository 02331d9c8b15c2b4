import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProcessorEvent } from '../../src/processors/port.ts'
import type { ProcessorHarness } from './conformance.ts'

const newKey = () => `conf-${randomBytes(8).toString('hex')}`
const minutes = (count: number) => count * 60_000

/** The properties of any processor that the inbox and the reconciler rely on. */
export function eventConformance(name: string, makeHarness: () => Promise<ProcessorHarness>): void {
  describe(`the ${name} processor's events`, () => {
    let harness: ProcessorHarness
    beforeAll(async () => {
      harness = await makeHarness()
    })
    afterAll(() => harness.stop())

    async function paidPayment(): Promise<string> {
      const { processor, accountId } = harness
      const payment = {
        amountCents: 2_000,
        feeCents: 20,
        currency: 'usd',
        captureMethod: 'automatic',
        paymentMethodTypes: null,
        customerId: null,
        description: null,
        metadata: { svcPaymentId: `svcpay_${newKey()}` },
      } as const
      const outcome = await processor.createPayment({ accountId, idempotencyKey: newKey() }, payment)
      if (outcome.kind !== 'done') throw new Error('no payment')
      const id = outcome.value.snapshot.processorPaymentId
      await harness.shopper(id, 'pays')
      return id
    }

    async function eventsOf(processorPaymentId: string) {
      return (await listed(null)).items.filter(
        ({ event: { subject } }) =>
          subject.kind === 'payment' && subject.processorPaymentId === processorPaymentId,
      )
    }

    async function listed(after: string | null, since = new Date(Date.now() - minutes(10))) {
      const outcome = await harness.processor.listEvents(harness.accountId, { since, after })
      if (outcome.kind !== 'done') throw new Error('no events')
      return outcome.value
    }

    it('are listed for the account, newest first, each with its content', async () => {
      const id = await paidPayment()
      const { processor, accountId } = harness
      const refund = { processorPaymentId: id, amountCents: 500, reason: null, returnFee: true, metadata: {} }
      await processor.refundPayment({ accountId, idempotencyKey: newKey() }, refund)
      const events = (await eventsOf(id)).map(({ event }) => event).reverse()
      expect(events.every(event => event.accountId === accountId && /^evt_/.test(event.id))).toBe(true)
      const kinds = events.map(({ subject }) => (subject.kind === 'payment' ? subject.report.kind : null))
      expect(kinds).toEqual(expect.arrayContaining(['intent', 'refund']))
      expect(kinds.indexOf('intent')).toBeLessThan(kinds.indexOf('refund'))
      const paid = events.find((event: ProcessorEvent) => event.type === 'payment_intent.succeeded')
      expect(paid?.subject).toMatchObject({
        report: { kind: 'intent', snapshot: { status: 'succeeded', capturedCents: 2_000 } },
      })
      const total = events.find((event: ProcessorEvent) => event.type === 'charge.refunded')
      expect(total?.subject).toMatchObject({ report: { kind: 'refunded_total', refundedCents: 500 } })
    })

    it('are accepted only with a signature by one of the secrets, over these bytes, within five minutes', async () => {
      const [listed] = await eventsOf(await paidPayment())
      if (!listed) throw new Error('no event')
      const { body, event } = listed
      const now = new Date()
      const read = (bytes: Buffer, headers: Record<string, string>) =>
        harness.processor.webhookSource(bytes, headers, now) === null
          ? 'unsigned'
          : harness.processor.readWebhook(bytes)
      expect(read(body, harness.signed(body, now))).toEqual(event)
      expect(read(Buffer.concat([body, Buffer.from(' ')]), harness.signed(body, now))).toBe('unsigned')
      expect(read(body, {})).toBe('unsigned')
      for (const seconds of [-301, 301]) {
        const at = new Date(now.getTime() + seconds * 1000)
        expect(read(body, harness.signed(body, at)), `${seconds} s`).toBe('unsigned')
      }
      for (const seconds of [-299, 299]) {
        const at = new Date(now.getTime() + seconds * 1000)
        expect(read(body, harness.signed(body, at)), `${seconds} s`).toEqual(event)
      }
    })

    it('are read the same without a signature if they were verified before', async () => {
      const [listed] = await eventsOf(await paidPayment())
      if (!listed) throw new Error('no event')
      expect(harness.processor.readEvent(listed.body)).toEqual(listed.event)
    })

    it('of an unknown kind are read as `other`', () => {
      const body = Buffer.from(
        JSON.stringify({ id: 'evt_1', type: 'moon.rose', created: 1, api_version: null, data: {} }),
      )
      expect(harness.processor.readEvent(body).subject).toEqual({ kind: 'other' })
    })

    it('that are not JSON objects are distinguished from unsigned ones', () => {
      const now = new Date()
      for (const text of ['', '{', 'null', '[]', '5']) {
        const body = Buffer.from(text)
        expect(harness.processor.webhookSource(body, harness.signed(body, now), now)).toBe('')
        expect(harness.processor.readWebhook(body)).toBe(null)
      }
    })

    it('that are malformed can still be recorded, each under an id of its own', () => {
      const ids = ['{}', '{"id":5}', '{"id":"evt_1","type":"x","created":"soon"}'].map(text => {
        const body = Buffer.from(text)
        const event = harness.processor.readWebhook(body)
        expect(event).toMatchObject({ id: expect.any(String), subject: { kind: 'malformed' } })
        return event?.id
      })
      expect(new Set(ids).size).toBe(3)
    })

    it('are listed page by page, after a given one', async () => {
      await paidPayment()
      const first = (await listed(null)).items
      const [newest, second] = first
      if (!newest || !second) throw new Error('too few events')
      const behind = (await listed(newest.event.id)).items
      expect(behind[0]?.event.id).toBe(second.event.id)
      expect((await listed(first.at(-1)?.event.id ?? null)).items).toEqual([])
      expect((await listed(null, new Date(Date.now() + minutes(10)))).items).toEqual([])
    })
  })
}
