import { describe, expect, test } from 'vitest'
import { harness } from './support/harness.ts'

async function disputed(payment_method = 'pm_card_createDispute') {
  const h = await harness({ settleAfterMs: 3_600_000 })
  const { id: account } = await h.stripe.accounts.create({
    type: 'standard',
    business_profile: { name: 'Corner <Café>' },
  })
  const options = { stripeAccount: account }
  const intent = await h.stripe.paymentIntents.create(
    {
      amount: 4250,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method,
      metadata: { orderRef: 'order-1001' },
    },
    options,
  )
  const [dispute] = (await h.stripe.disputes.list({ payment_intent: intent.id }, options)).data
  if (!dispute) throw new Error('there is no dispute')
  const { id } = dispute
  const look = async () => (await fetch(`${h.sandbox.url}/_sandbox/pages/disputes/${id}`)).text()
  return {
    ...h,
    dispute,
    look,
    status: async () => (await h.stripe.disputes.retrieve(id, {}, options)).status,
    evidence: async () => (await h.stripe.disputes.retrieve(id, {}, options)).evidence.uncategorized_text,
    /** As the page's script does for a button that is on the page. */
    async press(outcome: string) {
      expect(await look()).toContain(`data-outcome="${outcome}"`)
      await h.control('POST', `disputes/${id}/answer`, { outcome })
    },
    decide: () => h.control('POST', 'clock', { advance_seconds: 3600 }),
  }
}

function heading(page: string): string | undefined {
  return /<h1>([^<]*)<\/h1>/.exec(page)?.[1]
}

function outcomes(page: string): (string | undefined)[] {
  return [...page.matchAll(/data-outcome="(\w+)"/g)].map(([, outcome]) => outcome)
}

describe('the page of a dispute', () => {
  test('shows the disputed payment, the reason and the deadline', async () => {
    const { look, dispute } = await disputed()
    const page = await look()
    expect(heading(page)).toBe('Disputed: $42.50')
    expect(page).toContain('Corner &lt;Café&gt;')
    expect(page).toContain('order-1001')
    expect(page).toContain('did not make this payment')
    expect(page).toContain('Needs an answer')
    const due = new Date((dispute.evidence_details.due_by ?? 0) * 1000).toISOString()
    expect(page).toContain(`${due.slice(0, 10)} ${due.slice(11, 16)} UTC`)
    expect(outcomes(page)).toEqual(['win', 'lose', 'accept'])
  })

  test.each([
    ['win', 'winning_evidence', 'won', 'Dispute won'],
    ['lose', 'losing_evidence', 'lost', 'Dispute lost'],
  ])('submits evidence to %s it', async (outcome, text, status, title) => {
    const { look, press, decide, ...d } = await disputed()
    await press(outcome)
    expect([await d.evidence(), await d.status()]).toEqual([text, 'under_review'])
    const reviewed = await look()
    expect([heading(reviewed), outcomes(reviewed)]).toEqual(['Under review', []])
    await decide()
    expect([heading(await look()), await d.status()]).toEqual([title, status])
  })

  test('accepts it', async () => {
    const { look, press, status } = await disputed()
    await press('accept')
    const page = await look()
    expect([heading(page), outcomes(page), await status()]).toEqual(['Dispute lost', [], 'lost'])
    expect(page).toContain('accepted the dispute')
  })

  test('answers an inquiry, which ends without money moving', async () => {
    const { look, press, decide, status } = await disputed('pm_card_createDisputeInquiry')
    expect(heading(await look())).toBe('Inquiry about $42.50')
    await press('win')
    await decide()
    expect([heading(await look()), await status()]).toEqual(['Inquiry closed', 'warning_closed'])
  })

  test('escalates an inquiry, and then takes an answer to the dispute', async () => {
    const { look, press, decide, status } = await disputed('pm_card_createDisputeInquiry')
    await press('escalate')
    await decide()
    expect([heading(await look()), await status()]).toEqual(['Disputed: $42.50', 'needs_response'])
    await press('win')
    await decide()
    expect(await status()).toBe('won')
  })

  test.each(['win', 'accept'])('refuses a second answer after %s', async first => {
    const { control, press, dispute, status } = await disputed()
    await press(first)
    const before = await status()
    for (const outcome of ['win', 'lose', 'accept']) {
      const again = control('POST', `disputes/${dispute.id}/answer`, { outcome })
      await expect(again).rejects.toThrow(/409: [\s\S]*This dispute has already been answered\./)
    }
    expect(await status()).toBe(before)
  })

  test('escalates only inquiries', async () => {
    const { control, dispute, status } = await disputed()
    const escalated = control('POST', `disputes/${dispute.id}/answer`, { outcome: 'escalate' })
    await expect(escalated).rejects.toThrow('Only an inquiry can escalate.')
    expect(await status()).toBe('needs_response')
  })

  test('takes no answer from a page of another origin', async () => {
    const { sandbox, dispute, status } = await disputed()
    const answer = await fetch(`${sandbox.url}/_sandbox/disputes/${dispute.id}/answer`, {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
      body: '{"outcome": "accept"}',
    })
    expect([answer.status, await status()]).toEqual([403, 'needs_response'])
  })

  test('is linked from the list of payments', async () => {
    const { sandbox, dispute } = await disputed()
    const list = await (await fetch(`${sandbox.url}/_sandbox/pages/payments`)).text()
    expect(list).toContain(`href="/_sandbox/pages/disputes/${dispute.id}">Disputed<`)
  })

  test('does not exist for an unknown id', async () => {
    const { sandbox, control } = await harness()
    const page = await fetch(`${sandbox.url}/_sandbox/pages/disputes/du_x`)
    expect([page.status, heading(await page.text())]).toEqual([404, 'No such dispute'])
    await expect(control('POST', 'disputes/du_x/answer', { outcome: 'win' })).rejects.toThrow('404')
  })
})
