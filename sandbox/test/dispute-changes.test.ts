import { describe, expect, test } from 'vitest'
import { type Harness, harness } from './support/harness.ts'

async function disputed({ stripe }: Harness, payment_method = 'pm_card_createDispute') {
  await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method,
  })
  const [dispute] = (await stripe.disputes.list()).data
  if (!dispute) throw new Error('there is no dispute')
  return dispute
}

describe('a dispute', () => {
  test('reports every update, with the previous values', async () => {
    const h = await harness()
    const { id } = await disputed(h)
    await h.stripe.disputes.update(id, { metadata: { case: '17' } })
    const [event] = (await h.stripe.events.list({ type: 'charge.dispute.updated' })).data
    expect(event?.data).toMatchObject({
      object: { id, metadata: { case: '17' } },
      previous_attributes: { metadata: { case: null } },
    })
  })

  test('can get smaller and larger, and the money follows', async () => {
    const h = await harness()
    const { id } = await disputed(h)
    const net = async () =>
      (await h.stripe.disputes.retrieve(id)).balance_transactions.reduce((sum, item) => sum + item.amount, 0)
    await h.control('POST', `disputes/${id}`, { amount: 400 })
    expect(await net()).toBe(-400)
    await h.control('POST', `disputes/${id}`, { amount: 700 })
    expect(await net()).toBe(-700)
    const types = (await h.eventTypes()).filter(type => type.startsWith('charge.dispute.'))
    expect(types.slice(2)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
    ])
    const [event] = (await h.stripe.events.list({ type: 'charge.dispute.updated' })).data
    expect(event?.data.previous_attributes).toMatchObject({ amount: 400 })
    await expect(h.control('POST', `disputes/${id}`, { amount: 1001 })).rejects.toThrow('between 1 and 1000')
  })

  test('as an inquiry changes without money', async () => {
    const h = await harness()
    const { id } = await disputed(h, 'pm_card_createDisputeInquiry')
    await h.control('POST', `disputes/${id}`, { amount: 400 })
    expect(await h.stripe.disputes.retrieve(id)).toMatchObject({ amount: 400, balance_transactions: [] })
  })

  test('that is answered goes under review, with an event', async () => {
    const h = await harness()
    const { id } = await disputed(h)
    await h.stripe.disputes.update(id, { evidence: { uncategorized_text: 'a receipt' } })
    const [event] = (await h.stripe.events.list({ type: 'charge.dispute.updated' })).data
    expect(event?.data).toMatchObject({
      object: { id, status: 'under_review' },
      previous_attributes: { status: 'needs_response' },
    })
    await h.control('POST', 'clock', { advance_seconds: 30 * 24 * 3600 })
    expect(await h.stripe.disputes.retrieve(id)).toMatchObject({ status: 'under_review' })
  })

  test.each([
    ['pm_card_createDispute', 'lost'],
    ['pm_card_createDisputeInquiry', 'warning_closed'],
  ])('of %s that nobody answers in time ends as %s', async (card, status) => {
    const h = await harness()
    const { id, evidence_details } = await disputed(h, card)
    const { now } = await h.control<{ now: number }>('GET', 'clock')
    await h.control('POST', 'clock', { advance_seconds: (evidence_details.due_by ?? 0) - now - 60 })
    expect((await h.stripe.disputes.retrieve(id)).status).toMatch(/needs_response$/)
    await h.control('POST', 'clock', { advance_seconds: 120 })
    expect(await h.stripe.disputes.retrieve(id)).toMatchObject({ status })
    expect(await h.eventTypes()).toContain('charge.dispute.closed')
  })
})
