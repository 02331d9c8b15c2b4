import type { Stripe } from 'stripe'
import type { CreatedPayment, NewPayment, Processor } from '../port.ts'
import type { Seals } from '../seals.ts'
import { chargeOf, findCharged, hasFee, noFee, readFee, releaseIn } from './charge.ts'
import { readTime } from './client.ts'
import { eventIn, firstAccountIn, processorEvent, readWebhook } from './events.ts'
import { idOf } from './id-of.ts'
import { createdSince, createStripeLists, type StripeLists } from './lists.ts'
import { accountSnapshot, disputeSnapshot, paymentSnapshot, refundSnapshot } from './mapping.ts'
import { captureMetadata, memoOfPayment, paymentMetadata, refundMetadata } from './memo.ts'
import { optionsOf, outcomeOf, withOutcomes, withoutStack } from './outcome.ts'
import { paymentsOfId, sealedPayment } from './own-payment.ts'
import { webhookFault } from './signature.ts'
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

export function createStripeProcessor(stripe: Stripe, settings: StripeProcessorSettings): Processor {
  const { name, publishableKey, isTest, webhookSecrets, seals } = settings
  return {
    name,
    publishableKey,
    terminal: createStripeTerminal(stripe),
    ...createStripeLists(stripe, seals),

    webhookSource: (body, headers, now) =>
      webhookFault(webhookSecrets, body, headers, now) === null ? firstAccountIn(body) : null,
    webhookFault: (body, headers, now) =>
      webhookFault(webhookSecrets, body, headers, now) ?? 'wrong_signature',
    readWebhook: body => readWebhook(seals, body),
    readEvent: body => processorEvent(seals, eventIn(body) ?? {}, body, 'any'),

    ...withOutcomes<Omit<Processor, keyof StripeLists>>({
      ...(isTest && {
        async payWithTestCard(stripeAccount, id) {
          const params = { payment_method: 'pm_card_visa', return_url: 'https://example.com/' }
          return paymentSnapshot(await stripe.paymentIntents.confirm(id, params, { stripeAccount }))
        },
      }),

      readTime: accountId => readTime(stripe, accountId),

      async createPayment(call, payment) {
        const params = createParams(payment, paymentMetadata(seals, call, payment))
        const intent = await withoutStack(() => stripe.paymentIntents.create(params, optionsOf(call)))
        return createdPayment(seals, call.accountId, intent)
      },

      async findPayment(stripeAccount, paymentId, since) {
        const [searched] = await paymentsOfId(stripe, stripeAccount, paymentId)
        if (searched) return createdPayment(seals, stripeAccount, searched)
        // up to now, because a later try may have taken effect long after the first
        for await (const intent of stripe.paymentIntents.list(createdSince(since), { stripeAccount })) {
          if (intent.metadata.svcPaymentId === paymentId) return createdPayment(seals, stripeAccount, intent)
        }
        return null
      },

      async capturePayment(call, capture) {
        const { processorPaymentId: id, amountCents, feeCents } = capture
        const metadata = captureMetadata(capture)
        const params = {
          ...(amountCents === undefined ? {} : { amount_to_capture: amountCents }),
          ...(feeCents === null ? {} : { application_fee_amount: feeCents }),
          ...(metadata ? { metadata } : {}),
        }
        return paymentSnapshot(await stripe.paymentIntents.capture(id, params, optionsOf(call)))
      },

      async cancelPayment(call, id) {
        return paymentSnapshot(await stripe.paymentIntents.cancel(id, {}, optionsOf(call)))
      },

      async refundPayment(call, refund) {
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
      },

      async readPayment(stripeAccount, id) {
        const params = { expand: ['latest_charge'] }
        const intent = await stripe.paymentIntents.retrieve(id, params, { stripeAccount })
        if (intent.status !== 'succeeded') return { ...paymentSnapshot(intent), refunds: [] }
        const refunds: Stripe.Refund[] = []
        const list = stripe.refunds.list({ payment_intent: id, limit: 100 }, { stripeAccount })
        for await (const refund of list) refunds.push(refund)
        const charge = chargeOf(intent)
        const release = releaseIn(charge, refunds)
        const fee = hasFee(charge) ? await readFee(stripe, charge.id) : noFee
        return {
          ...paymentSnapshot(intent),
          refunds: refunds
            .filter(refund => refund !== release)
            .map(refund => refundSnapshot(seals, stripeAccount, refund)),
          showsRelease: release !== null,
          ...(fee ? { fee } : {}),
        }
      },

      async readOwnPayment(stripeAccount, id) {
        const intent = await stripe.paymentIntents.retrieve(id, undefined, { stripeAccount })
        const own = sealedPayment(seals, stripeAccount, intent)
        const [oldest] = own ? await paymentsOfId(stripe, stripeAccount, own.paymentId) : []
        // any later payment with the same id is a copy
        return oldest && oldest.id !== intent.id ? null : own
      },

      async readDispute(stripeAccount, id) {
        return disputeSnapshot(await stripe.disputes.retrieve(id, undefined, { stripeAccount }))
      },

      async findPaymentOfCharge(stripeAccount, id) {
        return idOf((await stripe.charges.retrieve(id, undefined, { stripeAccount })).payment_intent)
      },

      findCharged: id => findCharged(stripe, id),

      async createAccount(idempotencyKey, { email, country, name, merchantId }) {
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
      },

      async findAccount(idempotencyKey, since) {
        for await (const account of stripe.accounts.list(createdSince(since))) {
          if (account.metadata?.svcOperation === idempotencyKey) return accountSnapshot(account)
        }
        return null
      },

      async readAccount(accountId) {
        return accountSnapshot(await stripe.accounts.retrieve(accountId))
      },

      async createAccountLink({ accountId, returnUrl, refreshUrl }) {
        const params = { account: accountId, return_url: returnUrl, refresh_url: refreshUrl }
        const link = await stripe.accountLinks.create({ ...params, type: 'account_onboarding' })
        return { url: link.url, expiresAt: new Date(link.expires_at * 1000) }
      },

      listWebhooks: () => listWebhooks(stripe),
    }),
  }
}

function createdPayment(seals: Seals, accountId: string, intent: Stripe.PaymentIntent): CreatedPayment {
  const { client_secret: clientSecret, metadata } = intent
  if (!clientSecret) throw new Error('the processor returned no client secret')
  const memo = memoOfPayment(seals, accountId, metadata)
  return { snapshot: paymentSnapshot(intent), clientSecret, ...(memo ? { memo } : {}) }
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
