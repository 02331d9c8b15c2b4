import { Stripe } from 'stripe'
import { type Sandbox, startSandbox } from 'svcpay-sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import type { MerchantId } from '../../src/ids.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import { createPayment } from '../../src/payments/create.ts'
import { refundPayment } from '../../src/payments/refund.ts'
import { createStripeProcessor } from '../../src/processors/stripe/adapter.ts'
import { createStripeClient } from '../../src/processors/stripe/client.ts'
import { completeHistory } from '../support/history.ts'
import { newKey } from '../support/paying.ts'
import { testSeals } from '../support/secrets.ts'
import { useService } from '../support/service.ts'
import { ownTurns } from '../support/turns.ts'

const service = useService({ role: 'all' })

const clientOf = ({ secretKey, host, port }: Sandbox) =>
  new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false })

it('a merchant moves to another processor, and old payments are refunded at the old one', async () => {
  const sandboxes = { old: await startSandbox(), new: await startSandbox() }
  onTestFinished(async () => {
    await Promise.all([sandboxes.old.close(), sandboxes.new.close()])
  })
  const processorAt = (name: 'old' | 'new') => {
    const { url: apiBase, secretKey, publishableKey } = sandboxes[name]
    return createStripeProcessor(createStripeClient({ apiBase, secretKey, turns: ownTurns() }), {
      name,
      publishableKey,
      webhookSecrets: [],
      seals: testSeals,
    })
  }
  const processors = new Map([
    ['old', processorAt('old')],
    ['new', processorAt('new')],
  ])
  const { db, config } = service
  const { encryptionKeys } = config
  const deps = {
    db,
    clock: systemClock,
    encryptionKeys,
    leases: keepLeases(db),
    processors,
    history: completeHistory,
  }
  const { merchantId: id } = await service.createMerchant()
  const merchantId = id as MerchantId

  async function paidAt(name: 'old' | 'new') {
    const stripe = clientOf(sandboxes[name])
    const { id: accountId } = await stripe.accounts.create({ type: 'standard', country: 'US' })
    const merchant = {
      merchantId,
      fees: { bps: 100, fixedCents: 0 },
      account: { processor: name, accountId, disabled: false },
    }
    const { body } = await createPayment(
      deps,
      merchant,
      { idempotencyKey: newKey(), traceId: null },
      { amountCents: 1_000 },
    )
    const { svcPaymentId, processorPaymentIntentId: intentId } = JSON.parse(body)
    const there = { stripeAccount: accountId }
    await stripe.paymentIntents.confirm(
      intentId,
      { payment_method: 'pm_card_visa', return_url: 'https://a.example' },
      there,
    )
    const refunded = async () => {
      const { data } = await stripe.charges.list({ payment_intent: intentId }, there)
      return data[0]?.amount_refunded
    }
    return { svcPaymentId, refunded }
  }

  const before = await paidAt('old')
  const after = await paidAt('new')
  const target = {
    merchantId,
    paymentId: before.svcPaymentId,
    kind: 'refund',
    idempotencyKey: null,
    body: {},
    answerOwed: true,
    traceId: null,
  } as const
  const reply = await refundPayment(deps, target)
  expect(JSON.parse(reply.body)).toMatchObject({ svcPaymentId: before.svcPaymentId, status: 'refunded' })
  expect([await before.refunded(), await after.refunded()]).toEqual([1_000, 0])
})
