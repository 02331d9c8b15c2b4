import { describe, expect, test } from 'vitest'
import { type Harness, harness } from './support/harness.ts'

const paid = {
  amount: 4250,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  payment_method: 'pm_card_visa',
  confirm: true,
}

async function html({ sandbox }: Harness, path: string): Promise<string> {
  return (await fetch(`${sandbox.url}${path}`)).text()
}

/** The rows of a list, as text. */
function rows(page: string): string[] {
  return [...page.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

function heading(page: string): string | undefined {
  return /<h1>([^<]*)<\/h1>/.exec(page)?.[1]
}

describe('the state of a payment', () => {
  const card = (payment_method: string) => ({ ...paid, payment_method })

  async function look(h: Harness, secret: string | null) {
    const [row = ''] = rows(await html(h, '/_sandbox/pages/payments'))
    const checkout = await html(h, `/_sandbox/pages/checkout?client_secret=${secret}`)
    return { row, heading: heading(checkout), checkout }
  }

  test('paid, partly refunded, refunded', async () => {
    const h = await harness()
    const { id, client_secret: secret } = await h.stripe.paymentIntents.create(paid)
    expect(await look(h, secret)).toMatchObject({ row: expect.stringMatching(/Paid$/), heading: 'Paid' })
    await h.stripe.refunds.create({ payment_intent: id, amount: 1000 })
    const part = await look(h, secret)
    expect(part).toMatchObject({
      row: expect.stringMatching(/Partly refunded$/),
      heading: 'Partly refunded',
    })
    expect(part.checkout).toContain('$10.00 was refunded.')
    await h.stripe.refunds.create({ payment_intent: id })
    expect(await look(h, secret)).toMatchObject({
      row: expect.stringMatching(/\bRefunded$/),
      heading: 'Refunded',
    })
  })

  test('a released hold is not a refund', async () => {
    const h = await harness()
    const held = await h.stripe.paymentIntents.create({ ...paid, capture_method: 'manual' })
    await h.stripe.paymentIntents.capture(held.id, { amount_to_capture: 1000 })
    expect(await look(h, held.client_secret)).toMatchObject({ row: expect.stringMatching(/Paid$/) })
  })

  test.each([
    ['winning_evidence', 'Dispute won', 'Paid'],
    ['losing_evidence', 'Dispute lost', 'Dispute decided'],
  ])('disputed, then decided by %s', async (uncategorized_text, state, title) => {
    const h = await harness({ settleAfterMs: 3_600_000 })
    const { client_secret: secret } = await h.stripe.paymentIntents.create(card('pm_card_createDispute'))
    expect(await look(h, secret)).toMatchObject({
      row: expect.stringMatching(/Disputed$/),
      heading: 'Disputed',
    })
    const [dispute] = (await h.stripe.disputes.list()).data
    await h.stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text } })
    await h.control('POST', 'clock', { advance_seconds: 3600 })
    const decided = await look(h, secret)
    expect([decided.row.endsWith(state), decided.heading]).toEqual([true, title])
  })

  test('an inquiry', async () => {
    const h = await harness()
    const intent = await h.stripe.paymentIntents.create(card('pm_card_createDisputeInquiry'))
    expect(await look(h, intent.client_secret)).toMatchObject({ row: expect.stringMatching(/Inquiry$/) })
  })
})

describe('all payments', () => {
  test('can be paged through, each once, newest first', async () => {
    const h = await harness()
    const { options } = await h.merchant()
    for (let n = 1; n <= 120; n++) {
      const payment = { amount: 100 * n, currency: 'usd' }
      await h.stripe.paymentIntents.create(payment, n % 3 === 0 ? options : undefined)
    }
    const amounts: number[] = []
    const sizes: number[] = []
    let address: string | undefined = '/_sandbox/pages/payments'
    while (address) {
      const page = await html(h, address)
      const found = rows(page).map(row => Number(/\$([\d.]+)/.exec(row)?.[1]))
      amounts.push(...found)
      sizes.push(found.length)
      address = /href="([^"]*)">Older</.exec(page)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(sizes).toEqual([50, 50, 20])
    expect(amounts).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n))
    const home = await html(h, '/')
    expect(home).toContain('All 120 payments')
  })

  test('can be narrowed to one merchant, shown by name', async () => {
    const h = await harness()
    const { id } = await h.stripe.accounts.create({
      type: 'standard',
      email: 'owner@example.com',
      business_profile: { name: 'Corner <Café>' },
    })
    await h.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    await h.stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, { stripeAccount: id })
    const page = await html(h, `/_sandbox/pages/payments?account=${id}`)
    expect(heading(page)).toBe('Corner &lt;Café&gt;')
    expect(rows(page)).toEqual([expect.stringContaining('$7.00')])
    expect(await html(h, '/')).toContain(`/_sandbox/pages/payments?account=${id}`)
    expect((await fetch(`${h.sandbox.url}/_sandbox/pages/payments?account=acct_x`)).status).toBe(404)
  })

  test.each(['-1', 'x', '', '99999999999999999999'])('before=%j shows the first page', async before => {
    const h = await harness()
    await h.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    expect(rows(await html(h, `/_sandbox/pages/payments?before=${before}`))).toHaveLength(1)
  })
})

test('a reader’s label neither reverses text nor hides it', async () => {
  const world = await harness()
  const account = { stripeAccount: (await world.stripe.accounts.create({ type: 'standard' })).id }
  const address = {
    line1: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    country: 'US',
    postal_code: '62701',
  }
  const location = await world.stripe.terminal.locations.create({ display_name: 'Main', address }, account)
  const label = 'till \u202eeno\u202c \u009b2J'
  const reader = { registration_code: 'simulated-wpe', location: location.id, label }
  await world.stripe.terminal.readers.create(reader, account)
  const page = await html(world, '/_sandbox/pages/readers')
  expect(page).toContain(String.raw`till \u202eeno\u202c \u009b2J`)
  expect(page).not.toMatch(/[\u0080-\u009f\p{Bidi_Control}]/u)
})
