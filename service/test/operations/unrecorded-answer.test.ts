import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, it, onTestFinished } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { newKey, usePaying } from '../support/paying.ts'
import type { TestService } from '../support/service.ts'

const paying = usePaying({ webhooks: true })

/** Disconnects the database as soon as the processor has answered a call of this kind. */
function loseDatabaseAtAnswer(kind: string, service: TestService): void {
  const lose = (message: unknown) => {
    const { step, kind: current } = message as { step: string; kind: string }
    if (step === 'answered' && current === kind) void service.db.end({ timeout: 0 })
  }
  subscribe('svcpay:operation', lose)
  onTestFinished(() => void unsubscribe('svcpay:operation', lose))
}

it('a refund that could not be recorded has an unknown outcome, and is made once', async () => {
  const { id, intentId } = await paying.pay()
  await expect.poll(async () => (await paying.get(`/payments/${id}`)).body.status).toBe('succeeded')
  const dying = await paying.startAnother()
  loseDatabaseAtAnswer('refund', dying)
  const headers = { 'idempotency-key': newKey() }
  const refund = { key: paying.merchant.apiKey, body: { amountCents: 100 }, headers }
  const unrecorded = await dying.call('POST', `/v1/payments/${id}/refund`, refund)
  expectProblem(unrecorded, 'outcome_unknown')
  expect(unrecorded.body.detail).toContain('could not be recorded')

  const retried = async () => (await paying.service.call('POST', `/v1/payments/${id}/refund`, refund)).status
  await expect.poll(retried).toBe(200)
  const stripeAccount = paying.merchant.accountId
  const { data } = await paying.stripe.refunds.list({ payment_intent: intentId }, { stripeAccount })
  expect(data.map(({ amount }) => amount)).toEqual([100])
})
