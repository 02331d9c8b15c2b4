import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying()

interface Acting {
  key?: string | null
  token?: string
}

async function act(id: string, what: string, body: unknown = {}, { key = newKey(), token }: Acting = {}) {
  return await paying.service.call('POST', `/admin/v1/payments/${id}/${what}`, {
    operator: true,
    body,
    headers: {
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })
}

async function support(name: string): Promise<{ token: string; operatorId: string }> {
  return (await paying.service.admin('POST', '/operators', { name, role: 'support' })).body
}

const timeline = async (id: string) => (await paying.service.admin('GET', `/payments/${id}`)).body

describe('support staff', () => {
  it('capture, refund and cancel as the merchant would, with the same answers', async () => {
    const { token } = await support('Ana')
    const { id } = await paying.pay({ captureMethod: 'manual', amountCents: 8000 })
    const captured = await act(id, 'capture', { amountCents: 6000 }, { token })
    expect(captured.status).toBe(200)
    expect(captured.body).toMatchObject({ svcPaymentId: id, status: 'succeeded', amountCents: 6000 })
    const refunded = await act(id, 'refund', { amountCents: 1000, reason: 'duplicate' }, { token })
    expect(refunded.body.status).toBe('partially_refunded')
    expect((await paying.get(`/payments/${id}`)).body).toMatchObject(refunded.body)
    const { id: open } = await paying.pay({ captureMethod: 'manual' })
    expect((await act(open, 'cancel', {}, { token })).body.status).toBe('canceled')
  })

  it('appear in the audit log and on the payment’s timeline', async () => {
    const { token, operatorId } = await support('Bo')
    const { id } = await paying.pay({ orderRef: 'order-1' })
    const key = newKey()
    const { headers } = await act(id, 'refund', { amountCents: 100 }, { token, key })
    const refused = await act(id, 'refund', { amountCents: 999_999 }, { token })
    expectProblem(refused, 'invalid_request')
    const done = { actor: 'Bo', operatorId, action: 'payment.refund' }
    const { actions } = await timeline(id)
    expect(actions).toMatchObject([
      {
        ...done,
        outcome: null,
        outcomeDetail: null,
        detail: { amountCents: 100, currency: 'usd', orderRef: 'order-1', idempotencyKey: key },
      },
      {
        ...done,
        outcome: 'invalid_request',
        outcomeDetail: refused.body.detail,
        detail: { amountCents: 999_999 },
      },
    ])
    const { body } = await paying.service.admin('GET', `/audit?merchantId=${paying.merchant.merchantId}`)
    expect(body.data[0]).toMatchObject({ ...done, outcomeDetail: refused.body.detail })
    expect(body.data[1]).toMatchObject({
      ...done,
      target: id,
      address: '127.0.0.1',
      traceId: headers.get('x-correlation-id'),
    })
  })

  it('are on the timeline even if the processor does not answer', async () => {
    const { id } = await paying.pay()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
    const answer = await act(id, 'refund', { amountCents: 100 })
    await paying.clearFaults()
    expectProblem(answer, 'outcome_unknown')
    expect((await timeline(id)).actions).toMatchObject([
      { action: 'payment.refund', actor: 'owner', outcome: 'outcome_unknown' },
    ])
  })

  it('act once under one Idempotency-Key, separate from the merchant’s own keys', async () => {
    const { id } = await paying.pay()
    const key = newKey()
    const byMerchant = () =>
      paying.post(`/payments/${id}/refund`, { amountCents: 100 }, { 'idempotency-key': key })
    const byOperator = () => act(id, 'refund', { amountCents: 100 }, { key })
    await byMerchant()
    const first = await byOperator()
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const again = await byOperator()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    expectProblem(await act(id, 'refund', { amountCents: 200 }, { key }), 'idempotency_conflict')
    expect((await timeline(id)).refundedCents).toBe(200)
    expect((await act(id, 'refund', { amountCents: 1 }, { key: 'k'.repeat(255) })).status).toBe(200)
  })

  it.each(['capture', 'refund', 'cancel'])('need an Idempotency-Key for %s', async what => {
    expectProblem(await act('svcpay_nope', what, { nonsense: 1 }, { key: null }), 'missing_header')
    expectProblem(await act('svcpay_nope', what, { nonsense: 1 }), 'invalid_request')
    expectProblem(await act('svcpay_nope', what), 'not_found')
  })

  it('are refused if the payment’s state does not allow it', async () => {
    const { id } = await paying.pay()
    expectProblem(await act(id, 'capture'), 'invalid_state', { currentStatus: 'succeeded' })
  })

  it('act for a suspended merchant too', async () => {
    const { id } = await paying.pay()
    const { merchantId } = paying.merchant
    await paying.service.admin('POST', `/merchants/${merchantId}/suspend`)
    const answer = await act(id, 'refund')
    await paying.service.admin('POST', `/merchants/${merchantId}/resume`)
    expect(answer.body.status).toBe('refunded')
  })
})

describe('an onboarding link', () => {
  const urls = { returnUrl: 'https://shop.example/done', refreshUrl: 'https://shop.example/again' }
  const link = (merchantId: string, body: object = urls) =>
    paying.service.admin('POST', `/merchants/${merchantId}/onboarding-link`, body)

  it('is made for the merchant’s account, and appears in the audit log', async () => {
    const { merchantId } = await paying.addMerchant()
    const { status, body } = await link(merchantId)
    expect(status).toBe(200)
    expect(body).toEqual({ url: expect.stringMatching(/^http/), expiresAt: expect.any(String) })
    const { body: log } = await paying.service.admin('GET', `/audit?merchantId=${merchantId}`)
    expect(log.data[0]).toMatchObject({ action: 'merchant.onboarding-link', target: merchantId })
  })

  it('needs a merchant, an account and two addresses', async () => {
    const { merchantId } = await paying.service.createMerchant()
    expectProblem(await link('mer_nope'), 'not_found')
    expectProblem(await link(merchantId), 'no_connected_account')
    expectProblem(await link(merchantId, { returnUrl: 'x' }), 'invalid_request')
  })
})
