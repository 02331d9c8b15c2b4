import { beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { reconcile } from '../reconcile/prepared.ts'
import { usePaying } from '../support/paying.ts'
import { type Pushed, postWebhook, pushedEvents } from './webhooks.ts'

/** Without webhooks: each test chooses which events arrive. */
const paying = usePaying()
const there = () => ({ stripeAccount: paying.merchant.accountId })

async function disputed(method = 'pm_card_createDispute', amountCents = 4000) {
  paying.merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
  const { id, intentId } = await paying.pay({ amountCents }, method)
  const [dispute] = (await paying.stripe.disputes.list({ payment_intent: intentId }, there())).data
  if (!dispute) throw new Error('no dispute')
  return { id, disputeId: dispute.id, dueBy: new Date((dispute.evidence_details.due_by ?? 0) * 1000) }
}

const known = new Set<string>()

/** Delivers the wanted events that are new since the last call. */
async function hear(isWanted: (event: Pushed) => boolean = () => true): Promise<void> {
  for (const event of await pushedEvents(paying, paying.merchant)) {
    if (known.has(event.id)) continue
    known.add(event.id)
    if (isWanted(event)) await deliver(event)
  }
}

const isOfPayment = ({ type }: Pushed) => type.startsWith('payment_intent.')

const deliver = ({ body }: Pushed) => postWebhook(paying.service, body)

const paymentOf = async (id: string) => (await paying.service.admin('GET', `/payments/${id}`)).body
const eventsOf = async (id: string) =>
  (await paymentOf(id)).events.filter(({ type }: Pushed) => type.startsWith('charge.dispute.'))

async function toAnswer() {
  const { merchantId } = paying.merchant
  return (await paying.service.admin('GET', `/overview?merchantId=${merchantId}`)).body.attention.disputes
}

const answer = (disputeId: string, text: string) =>
  paying.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: text }, submit: true }, there())

const until = (disputeId: string, status: string) =>
  expect.poll(async () => (await paying.stripe.disputes.retrieve(disputeId, {}, there())).status).toBe(status)

const entriesOf = (id: string) => paying.service.db`
  select kind, merchant_cents, dispute_hold_cents, customer_cents from ledger_entries
  where payment_id = ${id} and kind like 'dispute%' order by posted_at`

async function expectBooksEqual(): Promise<void> {
  const { merchantId } = paying.merchant
  expect((await reconcile(paying, { merchantId })).found).toEqual([])
  expect((await verifyLedger(paying.service.db)).differences).toEqual([])
}

describe('a dispute', () => {
  it('needs a response until it is answered; the update is applied and not forwarded', async () => {
    const { id, disputeId, dueBy } = await disputed()
    await hear()
    const dispute = { state: 'needs_response', dueBy: dueBy.toISOString() }
    expect(await paymentOf(id)).toMatchObject({ dispute, disputes: [{ ...dispute, amountCents: 4000 }] })
    expect((await paying.get(`/payments/${id}`)).body.disputes).toMatchObject([
      { processorDisputeId: disputeId, status: 'needs_response', dueBy: dueBy.toISOString() },
    ])
    expect(await toAnswer()).toMatchObject([{ svcPaymentId: id, amountCents: 4000, ...dispute }])
    await answer(disputeId, 'a receipt')
    await hear()
    expect(await paymentOf(id)).toMatchObject({ dispute: { state: 'under_review' }, disputedCents: 4000 })
    expect(await toAnswer()).toEqual([])
    const events = await eventsOf(id)
    expect(events).toMatchObject([
      { type: 'charge.dispute.created', outcome: 'applied' },
      { type: 'charge.dispute.funds_withdrawn', outcome: 'unchanged' },
      { type: 'charge.dispute.updated', outcome: 'applied' },
    ])
    const { deliveries } = await paymentOf(id)
    const sent = deliveries.map(({ type }: Pushed) => type).filter((type: string) => /dispute/.test(type))
    expect(sent).toEqual(['charge.dispute.created'])
    await expectBooksEqual()
  })

  it.each([
    ['winning_evidence', 'won', 0],
    ['losing_evidence', 'lost', 4000],
  ])('with %s ends as %s', async (evidence, state, disputedCents) => {
    const { id, disputeId } = await disputed()
    await answer(disputeId, evidence)
    await until(disputeId, state)
    await hear()
    expect(await paymentOf(id)).toMatchObject({ disputedCents, disputes: [{ state }] })
    await expectBooksEqual()
  })

  it('that is an inquiry asks for an answer and holds nothing, until it escalates', async () => {
    const { id, disputeId } = await disputed('pm_card_createDisputeInquiry')
    await hear()
    expect(await toAnswer()).toMatchObject([{ state: 'warning_needs_response' }])
    expect(await entriesOf(id)).toEqual([])
    await answer(disputeId, 'a receipt')
    await hear()
    expect(await paymentOf(id)).toMatchObject({
      dispute: null,
      disputedCents: 0,
      disputes: [{ state: 'warning_under_review' }],
    })
    const inquiry = await disputed('pm_card_createDisputeInquiry')
    await answer(inquiry.disputeId, 'escalate_inquiry_evidence')
    await until(inquiry.disputeId, 'needs_response')
    await hear()
    expect(await toAnswer()).toMatchObject([{ state: 'needs_response' }])
    expect(await entriesOf(inquiry.id)).toMatchObject([{ kind: 'dispute', merchantCents: -4000 }])
    await expectBooksEqual()
  })

  it('does not change with late reports, which are recorded as stale', async () => {
    const { id, disputeId } = await disputed()
    await answer(disputeId, 'winning_evidence')
    await until(disputeId, 'won')
    const late: Pushed[] = []
    await hear(event => !/dispute\.(created|updated)/.test(event.type) || late.push(event) === 0)
    for (const event of late) await deliver(event)
    expect(await paymentOf(id)).toMatchObject({ disputes: [{ state: 'won' }] })
    const outcomes = (await eventsOf(id)).map(({ type, outcome }: { type: string; outcome: string }) => {
      return `${type} ${outcome}`
    })
    expect(outcomes).toEqual(expect.arrayContaining(['charge.dispute.updated stale']))
  })
})

describe('the books of a dispute', () => {
  it('have every movement, even if the first webhooks were lost before the amount changed', async () => {
    const { id, disputeId } = await disputed()
    await hear(isOfPayment)
    await paying.control(`/disputes/${disputeId}`, { amount: 1500 })
    await hear()
    expect(await entriesOf(id)).toEqual([
      { kind: 'dispute', merchantCents: -4000, disputeHoldCents: 4000, customerCents: 0 },
      { kind: 'dispute', merchantCents: 2500, disputeHoldCents: -2500, customerCents: 0 },
    ])
    await expectBooksEqual()
    await answer(disputeId, 'winning_evidence')
    await until(disputeId, 'won')
    await hear()
    expect((await entriesOf(id)).at(-1)).toMatchObject({ kind: 'dispute_won', merchantCents: 1500 })
    await expectBooksEqual()
  })

  it('are corrected by reconcile --fix if no webhook came at all', async () => {
    const { id, disputeId } = await disputed()
    await hear(isOfPayment)
    await paying.control(`/disputes/${disputeId}`, { amount: 1500 })
    const { merchantId } = paying.merchant
    expect((await reconcile(paying, { merchantId, fix: true })).found).toMatchObject([
      { kind: 'dispute', what: 'missing_here', fixed: true },
    ])
    expect(await entriesOf(id)).toMatchObject([{ merchantCents: -4000 }, { merchantCents: 2500 }])
    await expectBooksEqual()
    await answer(disputeId, 'winning_evidence')
    await until(disputeId, 'won')
    const found = (await reconcile(paying, { merchantId, fix: true })).found
    expect(found.map(({ what, fixed }) => [what, fixed])).toEqual([
      ['amount', true],
      ['status', true],
    ])
    await expectBooksEqual()
  })
})

describe('a row of the previous release', () => {
  let payment: Awaited<ReturnType<typeof disputed>>

  beforeAll(async () => {
    payment = await disputed()
    await hear()
    await paying.service.db`
      update disputes set state = 'open', status = null, movements = null where payment_id = ${payment.id}`
  })

  it('is read as needing a response, unless its deadline has passed', async () => {
    const { id } = payment
    const { db } = paying.service
    expect(await toAnswer()).toMatchObject([{ svcPaymentId: id, state: 'needs_response' }])
    const dueIn = (days: number) =>
      db`update disputes set due_by = ${new Date(Date.now() + days * 86_400_000)} where payment_id = ${id}`
    await dueIn(-365)
    expect(await paymentOf(id)).toMatchObject({ disputes: [{ state: 'under_review' }] })
    expect(await toAnswer()).toEqual([])
    await dueIn(7)
    await expectBooksEqual()
  })

  it('has its real state after the next report, and nothing is posted twice', async () => {
    const { id, disputeId } = payment
    await answer(disputeId, 'a receipt')
    await expectBooksEqual()
    await hear()
    expect(await paymentOf(id)).toMatchObject({ disputes: [{ state: 'under_review' }] })
    expect(await entriesOf(id)).toHaveLength(1)
    await expectBooksEqual()
  })

  it('that the previous release closes meanwhile is closed', async () => {
    const { id } = payment
    await paying.service.db`update disputes set state = 'won' where payment_id = ${id}`
    expect(await paymentOf(id)).toMatchObject({ disputes: [{ state: 'won' }] })
  })
})
