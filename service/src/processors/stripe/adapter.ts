import type { Stripe } from 'stripe'
import type { CreatedPayment, ListedEvent, NewPayment, Processor } from '../port.ts'
import type { Seals } from '../seals.ts'
import { chargeOf, findCharged, hasFee, noFee, readFee, releaseIn } from './charge.ts'
import { readTime } from './client.ts'
import { eventIn, feeEvent, processorEvent, readWebhook } from './events.ts'
import { idOf } from './id-of.ts'
import { createStripeLists, listed } from './lists.ts'
import { accountSnapshot, disputeSnapshot, paymentSnapshot, refundSnapshot } from './mapping.ts'
import { captureMetadata, memoOfPayment, paymentMetadata, refundMetadata } from './memo.ts'
import { optionsOf, outcomeOf, withoutStack } from './outcome.ts'
import { paymentsOfId, sealedPayment } from './own-payment.ts'
import { webhookFault, webhookSource } from './signature.ts'
import { createStripeTerminal } from './terminal.ts'
import { listWebhooks } from './webhook-endpoints.ts'

interface StripeProcessorSettings {
  name: string
  publishableKey: string
  /** Whether the key is a test-mode key. */
  isTest?: boolean
  webhookSecrets: string[]
  seals: Seals
}

const createdSince = (since: Date) => ({ gte: Math.floor(since.getTime() / 1000) })

export function createStripeProcessor(stripe: Stripe, settings: StripeProcessorSettings): Processor {
  const { name, publishableKey, isTest, webhookSecrets, seals } = settings
  return {
    name,
    publishableKey,
    ...createStripeLists(stripe, seals),
    ...(isTest
      ? {
          payWithTestCard: (accountId, processorPaymentId) =>
            outcomeOf(async () => {
              const params = { payment_method: 'pm_card_visa', return_url: 'https://example.com/' }
              const options = { stripeAccount: accountId }
              return paymentSnapshot(await stripe.paymentIntents.confirm(processorPaymentId, params, options))
            }),
        }
      : {}),

    readTime: accountId => outcomeOf(() => readTime(stripe, accountId)),

    createPayment: (call, payment) =>
      outcomeOf(async () => {
        const params = createParams(payment, paymentMetadata(seals, call, payment))
        const intent = await withoutStack(() => stripe.paymentIntents.create(params, optionsOf(call)))
        return createdPayment(seals, call.accountId, intent)
      }),

    findPayment: (accountId, paymentId, since) =>
      outcomeOf(async () => {
        const [searched] = await paymentsOfId(stripe, accountId, paymentId)
        if (searched) return createdPayment(seals, accountId, searched)
        // up to now, because a later try may have taken effect long after the first
        const params = { created: createdSince(since), limit: 100 }
        for await (const intent of stripe.paymentIntents.list(params, { stripeAccount: accountId })) {
          if (intent.metadata.svcPaymentId === paymentId) return createdPayment(seals, accountId, intent)
        }
        return null
      }),

    capturePayment: (call, capture) =>
      outcomeOf(async () => {
        const { processorPaymentId, amountCents, feeCents } = capture
        const metadata = captureMetadata(capture)
        const params = {
          ...(amountCents === undefined ? {} : { amount_to_capture: amountCents }),
          ...(feeCents === null ? {} : { application_fee_amount: feeCents }),
          ...(metadata ? { metadata } : {}),
        }
        return paymentSnapshot(
          await stripe.paymentIntents.capture(processorPaymentId, params, optionsOf(call)),
        )
      }),

    cancelPayment: (call, processorPaymentId) =>
      outcomeOf(async () => {
        return paymentSnapshot(await stripe.paymentIntents.cancel(processorPaymentId, {}, optionsOf(call)))
      }),

    refundPayment: (call, refund) =>
      outcomeOf(async () => {
        const params: Stripe.RefundCreateParams = {
          payment_intent: refund.processorPaymentId,
          amount: refund.amountCents,
          metadata: refundMetadata(seals, call, refund),
          ...(refund.reason ? { reason: refund.reason } : {}),
          ...(refund.returnFee ? { refund_application_fee: true } : {}),
        }
        const made = await stripe.refunds.create(params, optionsOf(call))
        const fee = refund.returnFee ? await outcomeOf(() => readFee(stripe, made.charge)) : null
        const snapshot = refundSnapshot(seals, call.accountId, made)
        return { refund: snapshot, fee: fee?.kind === 'done' ? fee.value : null }
      }),

    readPayment: (accountId, processorPaymentId) =>
      outcomeOf(async () => {
        const options = { stripeAccount: accountId }
        const params = { expand: ['latest_charge'] }
        const intent = await stripe.paymentIntents.retrieve(processorPaymentId, params, options)
        if (intent.status !== 'succeeded') return { ...paymentSnapshot(intent), refunds: [] }
        const refunds: Stripe.Refund[] = []
        const list = stripe.refunds.list({ payment_intent: processorPaymentId, limit: 100 }, options)
        for await (const refund of list) refunds.push(refund)
        const charge = chargeOf(intent)
        const release = releaseIn(charge, refunds)
        const fee = hasFee(charge) ? await readFee(stripe, charge.id) : noFee
        return {
          ...paymentSnapshot(intent),
          refunds: refunds
            .filter(refund => refund !== release)
            .map(refund => refundSnapshot(seals, accountId, refund)),
          showsRelease: release !== null,
          ...(fee ? { fee } : {}),
        }
      }),

    readOwnPayment: (accountId, processorPaymentId) =>
      outcomeOf(async () => {
        const options = { stripeAccount: accountId }
        const intent = await stripe.paymentIntents.retrieve(processorPaymentId, undefined, options)
        const own = sealedPayment(seals, accountId, intent)
        const [oldest] = own ? await paymentsOfId(stripe, accountId, own.paymentId) : []
        // any later payment with the same id is a copy
        return oldest && oldest.id !== intent.id ? null : own
      }),

    readDispute: (accountId, processorDisputeId) =>
      outcomeOf(async () => {
        const options = { stripeAccount: accountId }
        return disputeSnapshot(await stripe.disputes.retrieve(processorDisputeId, undefined, options))
      }),

    findPaymentOfCharge: (accountId, chargeId) =>
      outcomeOf(async () => {
        const charge = await stripe.charges.retrieve(chargeId, undefined, { stripeAccount: accountId })
        return idOf(charge.payment_intent)
      }),

    findCharged: id => outcomeOf(() => findCharged(stripe, id)),

    createAccount: (idempotencyKey, { email, country, name, merchantId }) =>
      outcomeOf(async () => {
        const params = {
          type: 'standard',
          country,
          metadata: {
            svcOperation: idempotencyKey,
            ...(merchantId ? { svcMerchantId: merchantId, svcSeal: seals.make(merchantId) } : {}),
          },
          ...(email ? { email } : {}),
          ...(name ? { business_profile: { name } } : {}),
        } as const
        return accountSnapshot(await stripe.accounts.create(params, { idempotencyKey }))
      }),

    findAccount: (idempotencyKey, since) =>
      outcomeOf(async () => {
        for await (const account of stripe.accounts.list({ created: createdSince(since), limit: 100 })) {
          if (account.metadata?.svcOperation === idempotencyKey) return accountSnapshot(account)
        }
        return null
      }),

    readAccount: accountId =>
      outcomeOf(async () => accountSnapshot(await stripe.accounts.retrieve(accountId))),

    createAccountLink: ({ accountId, returnUrl, refreshUrl }) =>
      outcomeOf(async () => {
        const params = { account: accountId, return_url: returnUrl, refresh_url: refreshUrl }
        const link = await stripe.accountLinks.create({ ...params, type: 'account_onboarding' })
        return { url: link.url, expiresAt: new Date(link.expires_at * 1000) }
      }),

    terminal: createStripeTerminal(stripe),

    webhookSource: (body, headers, now) => webhookSource(webhookSecrets, body, headers, now),
    webhookFault: (body, headers, now) =>
      webhookFault(webhookSecrets, body, headers, now) ?? 'wrong_signature',
    readWebhook: body => readWebhook(seals, body),
    readEvent: body => processorEvent(seals, eventIn(body) ?? {}, body, 'any'),

    listWebhooks: () => outcomeOf(() => listWebhooks(stripe)),

    listEvents: (accountId, { since, after }) =>
      outcomeOf(async () => {
        const params = {
          created: createdSince(since),
          limit: 100,
          ...(after ? { starting_after: after } : {}),
        }
        const page =
          accountId === null
            ? await stripe.events.list({ ...params, type: feeEvent })
            : await stripe.events.list(params, { stripeAccount: accountId })
        return listed(page, event => listedEvent(seals, event, accountId))
      }),
  }
}

/** A listed event does not name its account; a webhook does. */
function listedEvent(seals: Seals, event: Stripe.Event, accountId: string | null): ListedEvent {
  const account = event.account ?? accountId
  const complete = account === null ? event : { ...event, account }
  const body = Buffer.from(JSON.stringify(complete))
  return { event: processorEvent(seals, complete, body, 'any'), body }
}

function createdPayment(seals: Seals, accountId: string, intent: Stripe.PaymentIntent): CreatedPayment {
  if (!intent.client_secret) throw new Error('the processor returned no client secret')
  const memo = memoOfPayment(seals, accountId, intent.metadata)
  return {
    snapshot: paymentSnapshot(intent),
    clientSecret: intent.client_secret,
    ...(memo ? { memo } : {}),
  }
}

type MethodType = NonNullable<Stripe.PaymentIntentCreateParams['allowed_payment_method_types']>[number]

function createParams(payment: NewPayment, metadata: Stripe.MetadataParam): Stripe.PaymentIntentCreateParams {
  return {
    amount: payment.amountCents,
    currency: payment.currency,
    capture_method: payment.captureMethod === 'manual' ? 'manual' : 'automatic_async',
    ...(payment.feeCents > 0 ? { application_fee_amount: payment.feeCents } : {}),
    ...(payment.customerId ? { customer: payment.customerId } : {}),
    ...(payment.description ? { description: payment.description } : {}),
    ...(payment.paymentMethodTypes
      ? { allowed_payment_method_types: payment.paymentMethodTypes as MethodType[] }
      : { automatic_payment_methods: { enabled: true } }),
    metadata,
  }
}
