import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentIdOf } from '../../src/ids.ts'
import type { Movement, PeriodPage } from '../../src/processors/lists-port.ts'
import type { Processor } from '../../src/processors/port.ts'
import type { ProcessorHarness } from './conformance.ts'

const everything = { from: new Date('2020-01-01'), to: new Date('2100-01-01') }

/** The properties of any processor that the comparison of the books relies on. */
export function listConformance(name: string, makeHarness: () => Promise<ProcessorHarness>): void {
  describe(`the lists of the ${name} processor`, () => {
    let harness: ProcessorHarness
    let paid = ''
    const ours = paymentIdOf(randomUUID())
    beforeAll(async () => {
      harness = await makeHarness()
      const { processor, accountId } = harness
      const call = () => ({ accountId, idempotencyKey: randomBytes(8).toString('hex') })
      const payment = {
        amountCents: 5000,
        feeCents: 100,
        currency: 'usd',
        captureMethod: 'automatic',
      } as const
      const bare = { ...payment, paymentMethodTypes: null, customerId: null, description: null }
      const made = await processor.createPayment(call(), { ...bare, metadata: { svcPaymentId: ours } })
      if (made.kind !== 'done') throw new Error('not made')
      paid = made.value.snapshot.processorPaymentId
      await harness.shopper(paid, 'pays')
      const refund = {
        processorPaymentId: paid,
        amountCents: 1000,
        reason: null,
        returnFee: true,
        metadata: {},
      }
      await processor.refundPayment(call(), refund)
      for (let i = 0; i < 101; i++) await processor.createPayment(call(), { ...bare, metadata: {} })
    })
    afterAll(() => harness.stop())

    async function all(
      list: (processor: Processor, page: PeriodPage) => ReturnType<Processor['listMovements']>,
      period = everything,
    ): Promise<Movement[]> {
      const items: Movement[] = []
      for (let after: string | null = null; ; ) {
        const outcome = await list(harness.processor, { ...period, after })
        if (outcome.kind !== 'done') throw new Error('no list')
        items.push(...outcome.value.items)
        after = outcome.value.next
        if (after === null) return items
      }
    }

    it('have every payment once, newest first, and say which are ours', async () => {
      const ids: string[] = []
      for (let after: string | null = null, isLast = false; !isLast; ) {
        const outcome = await harness.processor.listPayments(harness.accountId, { ...everything, after })
        if (outcome.kind !== 'done') throw new Error('no list')
        ids.push(...outcome.value.items.map(({ snapshot }) => snapshot.processorPaymentId))
        const mine = outcome.value.items.filter(({ paymentId }) => paymentId !== null)
        for (const { paymentId, snapshot } of mine) {
          expect([paymentId, snapshot.processorPaymentId, snapshot.status]).toEqual([ours, paid, 'succeeded'])
        }
        after = outcome.value.next
        isLast = after === null
      }
      expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([102, 102, paid])
    })

    it('have every movement, with its payment and its cause', async () => {
      const movements = await all((processor, page) => processor.listMovements(harness.accountId, page))
      expect(movements).toMatchObject([
        { kind: 'refund', processorPaymentId: paid, amountCents: -1000, refund: { state: 'succeeded' } },
        { kind: 'payment', processorPaymentId: paid, amountCents: 5000, currency: 'usd' },
      ])
    })

    it('have the fees of the platform, with account, payment and totals', async () => {
      const { accountId } = harness
      const fee = { amountCents: 100, refundedCents: 20 }
      expect(await all((processor, page) => processor.listMovements(null, page))).toMatchObject([
        { kind: 'fee', accountId, processorPaymentId: paid, amountCents: 100, fee },
        { kind: 'fee_refund', accountId, processorPaymentId: paid, amountCents: -20, fee },
      ])
    })

    it('have nothing from outside the period', async () => {
      const before = { from: new Date('2020-01-01'), to: new Date('2020-01-02') }
      expect(await all((one, page) => one.listMovements(harness.accountId, page), before)).toEqual([])
      const outcome = await harness.processor.listPayments(harness.accountId, { ...before, after: null })
      expect(outcome).toEqual({ kind: 'done', value: { items: [], next: null } })
    })
  })
}
