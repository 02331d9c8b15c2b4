import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { usePaying } from '../support/paying.ts'

const paying = usePaying()
const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', created: 1, data: {} })

async function receive(headers: Record<string, string>): Promise<number> {
  const { status } = await paying.service.call('POST', '/webhooks/processor', {
    raw: Buffer.from(payload),
    headers,
  })
  return status
}
const signed = (secret: string, timestamp = Math.floor(Date.now() / 1000)) => ({
  'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
})
const ownSecret = () => paying.service.config.processors[0].webhookSecrets[0] ?? ''
const refusals = async () => {
  const { text } = await paying.service.call('GET', '/metrics', { operator: true })
  return Object.fromEntries(
    [...text.matchAll(/^svcpay_webhooks_refused_total\{processor="sandbox",reason="(\w+)"\} (\d+)$/gm)].map(
      ([, reason, count]) => [reason, Number(count)],
    ),
  )
}
const shown = async () => (await paying.service.admin('GET', '/overview')).body.attention.refusedWebhooks

it('refused webhooks are counted by reason, from 0, and a wrong secret needs attention', async () => {
  expect(await refusals()).toEqual({ unsigned: 0, wrong_signature: 0, late: 0 })

  expect(await receive({})).toBe(401)
  expect(await receive({ 'stripe-signature': 'nonsense' })).toBe(401)
  expect(await refusals(), 'anybody can send these').toMatchObject({ unsigned: 2 })
  expect(await shown()).toEqual([])

  for (let i = 0; i < 3; i++) expect(await receive(signed('whsec_of_another_endpoint'))).toBe(401)
  expect(await receive(signed(ownSecret(), Math.floor(Date.now() / 1000) - 600))).toBe(401)
  expect(await refusals()).toEqual({ unsigned: 2, wrong_signature: 3, late: 1 })
  await waitFor(async () => expect(await shown()).toHaveLength(2))
  for (const reason of ['wrong_signature', 'late'])
    expect(await shown()).toContainEqual({
      processor: 'sandbox',
      reason,
      listensTo: 'platform',
      since: expect.any(String),
      lastAt: expect.any(String),
    })
  const notes = paying.service.logged.filter(line => line.includes('webhook refused'))
  expect(notes, 'however many are refused').toHaveLength(2)

  expect(await receive(signed(ownSecret()))).toBe(200)
  expect(await refusals()).toEqual({ unsigned: 2, wrong_signature: 3, late: 1 })
})

it('refusals of more than a day ago need no attention', async () => {
  await receive(signed('whsec_of_another_endpoint'))
  await waitFor(async () => expect(await shown()).not.toEqual([]))
  await paying.service.db`update webhook_refusals set last_at = last_at - interval '25 hours'`
  expect(await shown()).toEqual([])
})
