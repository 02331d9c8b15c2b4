import type { Adapter } from '../../src/processors/missing-parts.ts'
import type { Outcome } from '../../src/processors/outcomes.ts'
import type { NewPayment, PaymentSnapshot, ProcessorEvent } from '../../src/processors/port.ts'

const done = <Value>(value: Value): Outcome<Value> => ({ kind: 'done', value })
const missing = {
  kind: 'refused',
  refusal: { reason: 'invalid', code: 'missing', message: 'There is no such thing.', isMissing: true },
} as const
const signature = 'signed-by-the-vendor'

type Kept = PaymentSnapshot & { refunds: NonNullable<PaymentSnapshot['refunds']>; ourId: string | undefined }

/**
 * A vendor with the minimum that the port allows: no keys for browsers, no card readers, no clock, no list of events, no
 * fee objects. It keeps everything in memory.
 */
export function createBareVendor(name: string) {
  const payments = new Map<string, Kept>()
  const answers = new Map<string, Promise<Outcome<unknown>>>()
  let isNextAnswerLost = false

  /** Acts once per key, and repeats the first answer. */
  const once = async <Value>(key: string, act: () => Outcome<Value>): Promise<Outcome<Value>> => {
    if (!answers.has(key)) answers.set(key, Promise.resolve(act()))
    const answer = (await answers.get(key)) as Outcome<Value>
    if (!isNextAnswerLost) return answer
    isNextAnswerLost = false
    return { kind: 'unknown', reason: 'the answer was lost' }
  }
  const changed = (id: string, change: (payment: Kept) => Partial<Kept>): Outcome<PaymentSnapshot> => {
    const payment = payments.get(id)
    if (!payment) return missing
    Object.assign(payment, change(payment))
    return done(snapshotOf(payment))
  }
  const snapshotOf = ({ ourId, ...snapshot }: Kept): PaymentSnapshot => structuredClone(snapshot)
  const created = ({ amountCents, feeCents, currency, captureMethod, metadata }: NewPayment) => {
    const payment: Kept = {
      processorPaymentId: `v_${payments.size + 1}`,
      status: 'requires_payment_method',
      ...{ currency, captureMethod, amountCents, feeCents },
      capturedCents: 0,
      failure: null,
      refunds: [],
      ourId: metadata.svcPaymentId,
    }
    payments.set(payment.processorPaymentId, payment)
    return done({ snapshot: snapshotOf(payment), clientSecret: '' })
  }
  const account = (accountId: string) => ({
    accountId,
    ...{ chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true },
    ...{ disabledReason: null, pastDue: false, currentlyDue: [] },
  })
  const none = async () => done({ items: [], next: null })
  const eventIn = (body: Buffer): ProcessorEvent => {
    const { createdAt, ...event } = JSON.parse(body.toString())
    return { ...event, createdAt: new Date(createdAt) }
  }

  const adapter: Adapter = {
    name,
    createPayment: ({ idempotencyKey }, payment) => once(idempotencyKey, () => created(payment)),
    capturePayment: ({ idempotencyKey }, { processorPaymentId: id, amountCents }) =>
      once(idempotencyKey, () =>
        changed(id, one => ({ status: 'succeeded', capturedCents: amountCents ?? one.amountCents })),
      ),
    cancelPayment: ({ idempotencyKey }, id) =>
      once(idempotencyKey, () => changed(id, () => ({ status: 'canceled' }))),
    refundPayment: ({ idempotencyKey }, { processorPaymentId: id, amountCents, metadata }) =>
      once(idempotencyKey, () => {
        const refund = {
          processorRefundId: `vr_${answers.size}`,
          refundId: metadata.svcRefundId ?? null,
          amountCents,
          state: 'succeeded',
        } as const
        const outcome = changed(id, ({ refunds }) => ({ refunds: [...refunds, refund] }))
        return outcome.kind === 'done' ? done({ refund, fee: null }) : outcome
      }),
    async findPayment(_accountId, paymentId) {
      const found = [...payments.values()].find(({ ourId }) => ourId === paymentId)
      return done(found ? { snapshot: snapshotOf(found), clientSecret: '' } : null)
    },
    readPayment: async (_accountId, id) => changed(id, () => ({})),
    readDispute: async () => missing,
    createAccount: idempotencyKey => once(idempotencyKey, () => done(account('v_account'))),
    findAccount: async () => done(null),
    readAccount: async accountId => done(account(accountId)),
    createAccountLink: async () => done({ url: 'https://vendor.example/', expiresAt: new Date() }),
    webhookSource: (_body, headers) => (headers['vendor-signature'] === signature ? 'v_account' : null),
    readWebhook: eventIn,
    readEvent: eventIn,
    listPayments: none,
    listRefunds: none,
    listDisputes: none,
    listAccounts: none,
    listMovements: none,
  }

  return {
    adapter,
    signed: { 'vendor-signature': signature, 'content-type': 'application/json' },
    count: () => payments.size,
    loseNextAnswer() {
      isNextAnswerLost = true
    },
    /** The vendor's event about a payment after a shopper's action. */
    event(id: string, paymentId: string, change: Partial<PaymentSnapshot> = {}): Buffer {
      const outcome = changed(id, () => change)
      const { fee, ...snapshot } = outcome.kind === 'done' ? outcome.value : ({} as PaymentSnapshot)
      const subject = {
        kind: 'payment',
        processorPaymentId: id,
        paymentId,
        isOurs: null,
        report: { kind: 'intent', snapshot },
      }
      const event = { id: `v_event_${answers.size}_${id}`, type: 'payment_intent.succeeded' }
      return Buffer.from(JSON.stringify({ ...event, accountId: 'v_account', createdAt: new Date(), subject }))
    },
  }
}
