import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import type { Outcome } from '../../src/processors/outcomes.ts'
import type { IntentStatus, NewPayment, Processor } from '../../src/processors/port.ts'

/** Everything that the suite needs from a processor under test. */
export interface ProcessorHarness {
  processor: Processor
  /** The same, but with a time-out of a fraction of a second. */
  impatient: Processor
  /** The same, with its own rate limit, which it learns when calls are turned away. */
  crowded: Processor
  /** The same, with credentials that the processor does not accept. */
  stranger: Processor
  /** Secrets that must never be revealed. */
  secrets: string[]
  /** An account that can take payments. */
  accountId: string
  /** Acts as a shopper until the payment is in that state. */
  shopper(processorPaymentId: string, act: ShopperAct): Promise<void>
  /** Waits until the processor has finished its own work: bank debits, slow refunds. */
  settle(): Promise<void>
  /** Makes the next call fail in some way. */
  trouble(kind: Trouble): Promise<void>
  calm(): Promise<void>
  /** How many payments with this id of ours the processor has. */
  countPayments(svcPaymentId: string): Promise<number>
  countRefunds(processorPaymentId: string): Promise<number>
  /** The headers the processor would send with this body at this moment. */
  signed(body: Buffer, at: Date): Record<string, string>
  stop(): Promise<void>
}

export type ShopperAct =
  | 'pays'
  | 'pays_and_refunds_will_be_slow'
  | 'pays_and_refunds_will_fail'
  | 'is_declined'
  | 'chooses_a_method'
  | 'must_authenticate'
  | 'pays_by_bank'

export type Trouble =
  /** The call takes effect, but the answer is delayed for a second. */
  | 'silent_after_the_effect'
  | 'lost_answer'
  | 'broken_answer'
  | 'broken_connection'
  | 'failure'
  | 'failure_after_the_effect'
  /** A failure that the processor repeats whenever it is asked with the same key. */
  | 'failure_for_good'
  | 'busy'

const unanswered: Trouble[] = [
  'silent_after_the_effect',
  'lost_answer',
  'broken_answer',
  'broken_connection',
  'failure',
  'failure_after_the_effect',
]

const newKey = () => `conf-${randomBytes(8).toString('hex')}`

/** The properties of any processor that the service relies on. */
export function processorConformance(name: string, makeHarness: () => Promise<ProcessorHarness>): void {
  describe(`the ${name} processor`, () => {
    let harness: ProcessorHarness
    beforeAll(async () => {
      harness = await makeHarness()
    })
    afterEach(() => harness.calm())
    afterAll(() => harness.stop())

    const call = (idempotencyKey = newKey()) => ({ accountId: harness.accountId, idempotencyKey })
    const aPayment = (change: Partial<NewPayment> = {}): NewPayment => ({
      amountCents: 5000,
      feeCents: 100,
      currency: 'usd',
      captureMethod: 'manual',
      paymentMethodTypes: null,
      customerId: null,
      description: null,
      metadata: { svcPaymentId: newKey() },
      ...change,
    })
    async function created(change: Partial<NewPayment> = {}): Promise<string> {
      const { snapshot } = done(await harness.processor.createPayment(call(), aPayment(change)))
      return snapshot.processorPaymentId
    }
    async function paid(act: ShopperAct = 'pays', change: Partial<NewPayment> = {}): Promise<string> {
      const id = await created(change)
      await harness.shopper(id, act)
      return id
    }
    const captured = async (act?: ShopperAct) => {
      const id = await paid(act)
      const capture = { processorPaymentId: id, amountCents: 5000, feeCents: 100 }
      done(await harness.processor.capturePayment(call(), capture))
      return id
    }
    const read = async (id: string) => done(await harness.processor.readPayment(harness.accountId, id))
    const aRefund = (processorPaymentId: string, amountCents = 1000) => ({
      processorPaymentId,
      amountCents,
      reason: null,
      returnFee: true,
      metadata: { svcRefundId: newKey() },
    })

    describe('does', () => {
      it('create: an open payment with a secret for the browser', async () => {
        const { snapshot, clientSecret } = done(await harness.processor.createPayment(call(), aPayment()))
        expect(snapshot).toMatchObject({
          status: 'requires_payment_method',
          capturedCents: 0,
          failure: null,
        })
        expect(clientSecret.length).toBeGreaterThan(10)
        expect((await read(snapshot.processorPaymentId)).processorPaymentId).toBe(snapshot.processorPaymentId)
      })

      it('find a payment by our id, and an account by the key it was made under', async () => {
        const since = new Date()
        const { processor, accountId } = harness
        const payment = aPayment()
        const made = done(await processor.createPayment(call(), payment))
        await created()
        const id = payment.metadata.svcPaymentId ?? ''
        expect(done(await processor.findPayment(accountId, id, since))).toEqual(made)
        expect(done(await processor.findPayment(accountId, newKey(), since))).toBeNull()
        const key = newKey()
        const account = done(await processor.createAccount(key, { email: null, country: 'US' }))
        expect(done(await processor.findAccount(key, since))).toEqual(account)
        expect(done(await processor.findAccount(newKey(), since))).toBeNull()
      })

      it('return its time, even on an account that it does not know', async () => {
        const { processor, accountId } = harness
        for (const asked of [accountId, null, 'acct_unknown']) {
          const before = Date.now()
          const time = done(await processor.readTime(asked))?.getTime()
          expect(time).toBeGreaterThan(before - 10_000)
          expect(time).toBeLessThan(Date.now() + 10_000)
        }
      })

      it('create without a fee, with a description, in another currency, for named methods', async () => {
        const id = await created({
          feeCents: 0,
          description: 'x',
          currency: 'eur',
          paymentMethodTypes: ['card'],
          captureMethod: 'automatic',
        })
        expect(await read(id)).toMatchObject({
          status: 'requires_payment_method',
          currency: 'eur',
          captureMethod: 'automatic',
          feeCents: 0,
        })
      })

      it('capture the whole authorization, with the current fee', async () => {
        const id = await paid()
        const capture = { processorPaymentId: id, feeCents: null }
        const snapshot = done(await harness.processor.capturePayment(call(), capture))
        expect(snapshot).toMatchObject({ status: 'succeeded', capturedCents: 5000, feeCents: 100 })
        expect((await read(id)).fee).toMatchObject({ amountCents: 100, refundedCents: 0 })
      })

      it('take no fee for a payment that names none', async () => {
        const id = await paid('pays', { feeCents: 0, captureMethod: 'automatic' })
        const { feeCents, fee } = await read(id)
        expect([feeCents, fee]).toEqual([0, { amountCents: 0, refundedCents: 0 }])
      })

      it('capture in full and in part: the captured amount is the total', async () => {
        for (const amountCents of [5000, 3000]) {
          const id = await paid()
          const capture = { processorPaymentId: id, amountCents, feeCents: 60 }
          const snapshot = done(await harness.processor.capturePayment(call(), capture))
          expect(snapshot).toMatchObject({ status: 'succeeded', capturedCents: amountCents })
          expect(await read(id)).toMatchObject({ status: 'succeeded', capturedCents: amountCents })
        }
      })

      it('cancel an open payment and an authorized one', async () => {
        for (const id of [await created(), await paid()]) {
          const snapshot = done(await harness.processor.cancelPayment(call(), id))
          expect(snapshot).toMatchObject({ status: 'canceled', capturedCents: 0 })
        }
      })

      it('refund in parts: each answer names its own refund, and a reading finds them all', async () => {
        const id = await captured()
        const refunds = [aRefund(id, 1000), aRefund(id, 4000)]
        for (const refund of refunds) {
          const made = done(await harness.processor.refundPayment(call(), refund))
          expect(made.refund).toMatchObject({
            refundId: refund.metadata.svcRefundId,
            amountCents: refund.amountCents,
            state: 'succeeded',
          })
        }
        expect((await read(id)).fee).toMatchObject({ amountCents: 100, refundedCents: 100 })
        const known = (await read(id)).refunds?.map(({ refundId, amountCents }) => ({
          refundId,
          amountCents,
        }))
        expect(known).toHaveLength(2)
        for (const { metadata, amountCents } of refunds) {
          expect(known).toContainEqual({ refundId: metadata.svcRefundId, amountCents })
        }
      })

      it('make an account that cannot do anything yet', async () => {
        const account = done(
          await harness.processor.createAccount(newKey(), { email: 'm@shop.example', country: 'US' }),
        )
        expect(account).toMatchObject({
          chargesEnabled: false,
          payoutsEnabled: false,
          detailsSubmitted: false,
        })
        expect(account.currentlyDue.length).toBeGreaterThan(0)
      })
    })

    describe('shows', () => {
      it.each<[IntentStatus, ShopperAct | null, Partial<NewPayment>]>([
        ['requires_payment_method', null, {}],
        ['requires_confirmation', 'chooses_a_method', {}],
        ['requires_action', 'must_authenticate', {}],
        [
          'processing',
          'pays_by_bank',
          { captureMethod: 'automatic', paymentMethodTypes: ['us_bank_account'] },
        ],
        ['requires_capture', 'pays', {}],
        ['succeeded', 'pays', { captureMethod: 'automatic' }],
      ])('a payment that is %s', async (status, act, change) => {
        const id = await created(change)
        if (act) await harness.shopper(id, act)
        const snapshot = await read(id)
        expect(snapshot).toEqual({
          processorPaymentId: id,
          status,
          currency: 'usd',
          captureMethod: change.captureMethod ?? 'manual',
          amountCents: 5000,
          capturedCents: status === 'succeeded' ? 5000 : 0,
          feeCents: 100,
          failure: null,
          refunds: [],
          ...(snapshot.processorChargeId === undefined
            ? {}
            : { processorChargeId: expect.stringMatching(/./) }),
          ...(snapshot.paymentMethod === undefined
            ? {}
            : { paymentMethod: expect.objectContaining({ type: change.paymentMethodTypes?.[0] ?? 'card' }) }),
          ...(status === 'succeeded'
            ? { fee: expect.objectContaining({ amountCents: 100, refundedCents: 0 }), showsRelease: false }
            : {}),
        })
      })

      it('a decline: open again, with the reason', async () => {
        const id = await paid('is_declined')
        expect(await read(id)).toMatchObject({
          status: 'requires_payment_method',
          failure: { code: expect.stringMatching(/./), message: expect.stringMatching(/./) },
        })
      })

      it('a refund on its way, then arrived', async () => {
        const id = await captured('pays_and_refunds_will_be_slow')
        const { refund } = done(await harness.processor.refundPayment(call(), aRefund(id)))
        expect(refund.state).toBe('pending')
        await harness.settle()
        expect((await read(id)).refunds?.map(({ state }) => state)).toEqual(['succeeded'])
      })

      it('a refund that failed afterwards', async () => {
        const id = await captured('pays_and_refunds_will_fail')
        done(await harness.processor.refundPayment(call(), aRefund(id)))
        await harness.settle()
        expect((await read(id)).refunds?.map(({ state }) => state)).toEqual(['failed'])
      })
    })

    describe('refuses, definitely', () => {
      it('invalid input', async () => {
        const bad = aPayment({ paymentMethodTypes: ['no_such_method'] })
        expect(refused(await harness.processor.createPayment(call(), bad))).toMatchObject({
          reason: 'invalid',
          field: 'paymentMethodTypes',
        })
        expect(await harness.countPayments(bad.metadata.svcPaymentId ?? '')).toBe(0)
      })

      it('a payment that does not exist', async () => {
        const refusals = [
          await harness.processor.readPayment(harness.accountId, 'pi_none'),
          await harness.processor.cancelPayment(call(), 'pi_none'),
          await harness.processor.refundPayment(call(), aRefund('pi_none')),
          await harness.processor.capturePayment(call(), {
            processorPaymentId: 'pi_none',
            amountCents: 100,
            feeCents: null,
          }),
        ]
        for (const refusal of refusals) expect(refused(refusal).reason).toBe('failed')
      })

      it('a call that the payment’s state does not allow', async () => {
        const [open, complete] = [await created(), await captured()]
        const capture = (processorPaymentId: string) =>
          harness.processor.capturePayment(call(), { processorPaymentId, amountCents: 5000, feeCents: 100 })
        expect(refused(await capture(open)).reason).toBe('wrong_state')
        expect(refused(await capture(complete)).reason).toBe('wrong_state')
        expect(refused(await harness.processor.cancelPayment(call(), complete)).reason).toBe('wrong_state')
        done(await harness.processor.refundPayment(call(), aRefund(complete, 5000)))
        const again = await harness.processor.refundPayment(call(), aRefund(complete, 1))
        expect(refused(again).reason).toBe('wrong_state')
      })

      it('a refund of more than is left', async () => {
        const id = await captured()
        const answer = await harness.processor.refundPayment(call(), aRefund(id, 5001))
        expect(refused(answer)).toMatchObject({ reason: 'invalid', field: 'amountCents' })
        expect(await harness.countRefunds(id)).toBe(0)
      })

      it('unknown credentials, without revealing them', async () => {
        const { stranger, secrets } = harness
        const id = await created()
        const answers = [
          await stranger.createPayment(call(), aPayment()),
          await stranger.capturePayment(call(), { processorPaymentId: id, amountCents: 1, feeCents: null }),
          await stranger.cancelPayment(call(), id),
          await stranger.refundPayment(call(), aRefund(id)),
          await stranger.readPayment(harness.accountId, id),
          await stranger.createAccount(newKey(), { email: null, country: 'US' }),
        ]
        for (const answer of answers) {
          expect(refused(answer).reason).toBe('turned_away')
          const told = JSON.stringify(answer)
          for (const secret of secrets) expect(told).not.toContain(secret)
        }
      })

      it('when it stays busy, which says nothing about earlier tries', async () => {
        await harness.trouble('busy')
        const answer = await harness.crowded.createPayment(call(), aPayment())
        expect(refused(answer).reason).toBe('busy')
      })

      it('an account in a country that does not exist', async () => {
        const answer = await harness.processor.createAccount(newKey(), { email: null, country: '??' })
        expect(refused(answer)).toMatchObject({ reason: 'invalid', field: 'country' })
      })
    })

    describe('with the same key', () => {
      it('and the same request has one effect and gives the same answer', async () => {
        const key = newKey()
        const payment = aPayment()
        const [first, again] = [
          done(await harness.processor.createPayment(call(key), payment)),
          done(await harness.processor.createPayment(call(key), payment)),
        ]
        expect(again).toEqual(first)
        expect(await harness.countPayments(payment.metadata.svcPaymentId ?? '')).toBe(1)

        const id = await captured()
        const refund = aRefund(id)
        const refundKey = newKey()
        const one = done(await harness.processor.refundPayment(call(refundKey), refund))
        expect(done(await harness.processor.refundPayment(call(refundKey), refund))).toEqual(one)
        expect(await harness.countRefunds(id)).toBe(1)
      })

      it('and the same capture, cancel or account answers as the first time', async () => {
        const [toCapture, toCancel] = [await paid(), await paid()]
        const capture = { processorPaymentId: toCapture, amountCents: 5000, feeCents: 100 }
        const [captureKey, cancelKey, accountKey] = [newKey(), newKey(), newKey()]
        const asks = [
          () => harness.processor.capturePayment(call(captureKey), capture),
          () => harness.processor.cancelPayment(call(cancelKey), toCancel),
          () => harness.processor.createAccount(accountKey, { email: null, country: 'US' }),
        ]
        for (const ask of asks) {
          const first: unknown = done<unknown>(await ask())
          expect(done<unknown>(await ask())).toEqual(first)
        }
      })

      it('and another request is a conflict', async () => {
        const key = newKey()
        const payment = aPayment()
        done(await harness.processor.createPayment(call(key), payment))
        const other = await harness.processor.createPayment(call(key), { ...payment, amountCents: 5001 })
        expect(refused(other).reason).toBe('key_conflict')
        const elsewhere = await harness.processor.cancelPayment(call(key), await created())
        expect(refused(elsewhere).reason).toBe('key_conflict')
      })
    })

    describe.each(unanswered)('with trouble: %s', kind => {
      it('the outcome of every call is unknown, and a retry with the same key returns it', async () => {
        const payment = aPayment()
        const [toCapture, toCancel, toRefund] = [await paid(), await paid(), await captured()]
        const capture = { processorPaymentId: toCapture, amountCents: 5000, feeCents: 100 }
        const refund = aRefund(toRefund)
        const keys = Array.from({ length: 5 }, newKey)
        const asks: ((processor: Processor) => Promise<Outcome<unknown>>)[] = [
          processor => processor.createPayment(call(keys[0]), payment),
          processor => processor.capturePayment(call(keys[1]), capture),
          processor => processor.cancelPayment(call(keys[2]), toCancel),
          processor => processor.refundPayment(call(keys[3]), refund),
          processor => processor.createAccount(keys[4] ?? '', { email: null, country: 'US' }),
        ]
        for (const ask of asks) {
          await harness.trouble(kind)
          expect(await ask(harness.impatient)).toMatchObject({ kind: 'unknown' })
          await harness.calm()
        }
        // A processor that still works on the first call says that the key is in use.
        for (const ask of asks) {
          await waitFor(async () => done(await ask(harness.processor)))
        }
        expect(await harness.countPayments(payment.metadata.svcPaymentId ?? '')).toBe(1)
        expect(await harness.countRefunds(toRefund)).toBe(1)
        expect((await read(toCapture)).status).toBe('succeeded')
        expect((await read(toCancel)).status).toBe('canceled')
      })

      it('a reading is unknown', async () => {
        const id = await created()
        await harness.trouble(kind)
        const answer = await harness.impatient.readPayment(harness.accountId, id)
        expect(answer.kind).toBe('unknown')
        for (const secret of harness.secrets) expect(JSON.stringify(answer)).not.toContain(secret)
      })
    })

    it('says if a failure is its final answer under the key', async () => {
      const [key, payment] = [newKey(), aPayment()]
      const ask = () => harness.processor.createPayment(call(key), payment)
      await harness.trouble('failure_for_good')
      expect(await ask()).toMatchObject({ kind: 'unknown', isSavedFailure: false })
      expect(await ask()).toMatchObject({ kind: 'unknown', isSavedFailure: true })
      expect(await harness.countPayments(payment.metadata.svcPaymentId ?? '')).toBe(0)
    })
  })
}

function done<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`)
  return outcome.value
}

function refused(outcome: Outcome<unknown>) {
  if (outcome.kind !== 'refused') throw new Error(`not refused: ${JSON.stringify(outcome)}`)
  expect(outcome.refusal.message).not.toBe('')
  return outcome.refusal
}
