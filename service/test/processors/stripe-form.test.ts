import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createStripeClient } from '../../src/processors/stripe/client.ts'
import { type HttpClient, responseOf } from '../../src/processors/stripe/http-client.ts'
import { runs } from '../support/runs.ts'
import { ownTurns } from '../support/turns.ts'

const sent: { form: string; agent: unknown }[] = []
const http: HttpClient = {
  getClientName: () => 'a test',
  async makeRequest(_host, _port, _path, _method, headers, form) {
    sent.push({ form, agent: Object(headers)['X-Stripe-Client-User-Agent'] })
    return responseOf(200, {})
  },
}

it('a payment is sent as the SDK would send it', async () => {
  const stripe = createStripeClient({ secretKey: 'sk_test_x', apiBase: null, turns: ownTurns(), http })
  const text = fc.string({ unit: 'grapheme' })
  const params = fc.record(
    {
      amount: fc.integer(),
      description: fc.option(text),
      metadata: fc.record({ orderRef: text, branch: text }),
      automatic_payment_methods: fc.record({ enabled: fc.boolean() }),
      allowed_payment_method_types: fc.array(text),
      customer: fc.constant(undefined),
    },
    { requiredKeys: [] },
  )
  const property = fc.asyncProperty(params, async given => {
    sent.length = 0
    await stripe.paymentIntents.create(given as never)
    // the SDK encodes these itself
    await stripe.customers.create(given as never)
    const [ours, theirs] = sent.map(({ form, agent }) => ({ agent, fields: [...new URLSearchParams(form)] }))
    expect(ours).toEqual(theirs)
  })
  await fc.assert(property, { numRuns: runs(200) })
})
