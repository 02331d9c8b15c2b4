import { Stripe } from 'stripe'
import { startSandbox } from 'svcpay-sandbox'
import { createStripeProcessor } from '../../src/processors/stripe/adapter.ts'
import { createStripeClient } from '../../src/processors/stripe/client.ts'
import { testSeals } from '../support/secrets.ts'
import { ownTurns } from '../support/turns.ts'
import { type ProcessorHarness, processorConformance, type ShopperAct, type Trouble } from './conformance.ts'
import { eventConformance } from './conformance-events.ts'
import { listConformance } from './conformance-lists.ts'
import { terminalConformance } from './conformance-terminal.ts'

const methods: Record<ShopperAct, string> = {
  pays: 'pm_card_visa',
  pays_and_refunds_will_be_slow: 'pm_card_pendingRefund',
  pays_and_refunds_will_fail: 'pm_card_refundFail',
  is_declined: 'pm_card_visa_chargeDeclined',
  chooses_a_method: 'pm_card_visa',
  must_authenticate: 'pm_card_authenticationRequired',
  pays_by_bank: 'pm_usBankAccount_success',
}

const faults: Record<Trouble, object> = {
  silent_after_the_effect: { kind: 'latency', ms: 900, after: true },
  lost_answer: { kind: 'lost' },
  broken_answer: { kind: 'cut' },
  broken_connection: { kind: 'reset' },
  failure: { kind: 'error', status: 500 },
  failure_after_the_effect: { kind: 'error', status: 503, after: true },
  failure_for_good: { kind: 'error', status: 500, remembered: true },
  busy: { kind: 'error', status: 429, count: 1000 },
}

async function makeHarness(): Promise<ProcessorHarness> {
  const sandbox = await startSandbox({ settleAfterMs: 60_000 })
  const { secretKey, publishableKey, url } = sandbox
  const webhookSecret = 'whsec_conformance'
  const strangeKey = 'sk_test_51StrangeKeyThatNobodyKnows0042'
  const processorWith = (settings: { secretKey: string; timeoutMs?: number }) =>
    createStripeProcessor(createStripeClient({ apiBase: url, turns: ownTurns(), ...settings }), {
      name: 'stripe',
      publishableKey,
      webhookSecrets: ['whsec_of_another_endpoint', webhookSecret],
      seals: testSeals,
    })
  const stripe = new Stripe(secretKey, {
    host: sandbox.host,
    port: sandbox.port,
    protocol: 'http',
    telemetry: false,
  })
  const { id: accountId } = await stripe.accounts.create({ type: 'standard', country: 'US' })
  const onAccount = { stripeAccount: accountId }
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/_sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    processor: processorWith({ secretKey }),
    impatient: processorWith({ secretKey, timeoutMs: 150 }),
    crowded: processorWith({ secretKey, timeoutMs: 3000 }),
    stranger: processorWith({ secretKey: strangeKey }),
    secrets: [secretKey, strangeKey, '0042', webhookSecret],
    accountId,
    async shopper(id, act) {
      const params = { payment_method: methods[act] }
      if (act === 'chooses_a_method') {
        await stripe.paymentIntents.update(id, params, onAccount)
        return
      }
      const confirm = { ...params, return_url: 'https://shop.example/return' }
      await stripe.paymentIntents.confirm(id, confirm, onAccount).catch(error => {
        if (act !== 'is_declined') throw error
      })
    },
    settle: () => control('POST', '/clock', { advance_ms: 60_000 }),
    trouble: kind => control('POST', '/faults', faults[kind]),
    calm: () => control('DELETE', '/faults'),
    async countPayments(svcPaymentId) {
      const { data } = await stripe.paymentIntents.list({ limit: 100 }, onAccount)
      return data.filter(intent => intent.metadata.svcPaymentId === svcPaymentId).length
    },
    async countRefunds(id) {
      return (await stripe.refunds.list({ payment_intent: id }, onAccount)).data.length
    },
    signed(body, at) {
      const timestamp = Math.floor(at.getTime() / 1000)
      const payload = body.toString()
      return {
        'stripe-signature': stripe.webhooks.generateTestHeaderString({
          payload,
          secret: webhookSecret,
          timestamp,
        }),
      }
    },
    stop: sandbox.close,
  }
}

processorConformance('Stripe', makeHarness)
eventConformance('Stripe', makeHarness)
terminalConformance('Stripe', makeHarness)
listConformance('Stripe', makeHarness)
