import type { Stripe } from 'stripe'
import type { Call, NewPayment, Processor } from '../port.ts'
import { accountSnapshot, paymentSnapshot, refundSnapshot } from './mapping.ts'
import { outcomeOf } from './outcome.ts'

export interface StripeProcessorSettings {
  name: string
  publishableKey: string
}

export function createStripeProcessor(stripe: Stripe, settings: StripeProcessorSettings): Processor {
  return {
    ...settings,
    createPayment: (call, payment) =>
      outcomeOf(async () => {
        const intent = await stripe.paymentIntents.create(createParams(payment), optionsOf(call))
        if (!intent.client_secret) throw new Error('the processor gave no client secret')
        return { snapshot: paymentSnapshot(intent), clientSecret: intent.client_secret }
      }),

    capturePayment: (call, { processorPaymentId, amountCents, feeCents }) =>
      outcomeOf(async () => {
        const params = {
          amount_to_capture: amountCents,
          ...(feeCents === null ? {} : { application_fee_amount: feeCents }),
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
          metadata: refund.metadata,
          ...(refund.reason ? { reason: refund.reason } : {}),
          ...(refund.returnFee ? { refund_application_fee: true } : {}),
        }
        return refundSnapshot(await stripe.refunds.create(params, optionsOf(call)))
      }),

    readPayment: (accountId, processorPaymentId) =>
      outcomeOf(async () => {
        const options = { stripeAccount: accountId }
        const intent = await stripe.paymentIntents.retrieve(processorPaymentId, undefined, options)
        const refunds: Stripe.Refund[] = []
        if (intent.status === 'succeeded') {
          const list = stripe.refunds.list({ payment_intent: processorPaymentId, limit: 100 }, options)
          for await (const refund of list) refunds.push(refund)
        }
        return paymentSnapshot(intent, refunds)
      }),

    createAccount: (idempotencyKey, { email, country }) =>
      outcomeOf(async () => {
        const params: Stripe.AccountCreateParams = { type: 'standard', country, ...(email ? { email } : {}) }
        return accountSnapshot(await stripe.accounts.create(params, { idempotencyKey }))
      }),
  }
}

function optionsOf(call: Call): Stripe.RequestOptions {
  return { stripeAccount: call.accountId, idempotencyKey: call.idempotencyKey }
}

type MethodType = NonNullable<Stripe.PaymentIntentCreateParams['allowed_payment_method_types']>[number]

function createParams(payment: NewPayment): Stripe.PaymentIntentCreateParams {
  return {
    amount: payment.amountCents,
    currency: payment.currency,
    capture_method: payment.captureMethod === 'manual' ? 'manual' : 'automatic_async',
    metadata: payment.metadata,
    ...(payment.feeCents > 0 ? { application_fee_amount: payment.feeCents } : {}),
    ...(payment.customerId ? { customer: payment.customerId } : {}),
    ...(payment.description ? { description: payment.description } : {}),
    ...(payment.paymentMethodTypes
      ? { allowed_payment_method_types: payment.paymentMethodTypes as MethodType[] }
      : { automatic_payment_methods: { enabled: true } }),
  }
}
