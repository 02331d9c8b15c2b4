import { type DisputeRecord, isInquiry, needsResponse } from '../records/dispute.ts'
import type { PageContext } from './context.ts'
import { dateTime, money, ownerName, pill } from './display.ts'
import { type Html, html } from './html.ts'
import { messagePage, type Page } from './page.ts'
import { aboutPayment } from './payment-list.ts'

const reasons: Readonly<Record<string, string>> = {
  fraudulent: 'The shopper says that they did not make this payment.',
  product_not_received: 'The shopper says that the goods did not arrive.',
  noncompliant: 'The shopper’s bank says that the payment broke the card network’s rules.',
}

/** The page where a merchant answers a dispute, as in the processor's dashboard. Afterwards it shows the outcome. */
export function disputePage({ tables, id }: PageContext): Page {
  const dispute = tables.dispute.get(id)
  const intent = dispute && tables.payment_intent.get(dispute.payment_intent)
  if (!intent) {
    return messagePage(404, 'No such dispute', 'The address may be incomplete, or the sandbox was reset.')
  }
  const merchant = ownerName(tables, dispute)
  const checkout = `/_sandbox/pages/checkout?client_secret=${intent.client_secret}`
  const amount = money(dispute.amount, dispute.currency)
  const isOpen = needsResponse(dispute)
  const facts = html`<dl class="facts">
<div><dt>Merchant</dt><dd><a href="/_sandbox/pages/payments?account=${dispute.account}">${merchant}</a></dd></div>
<div><dt>Payment</dt><dd><a href="${checkout}">${aboutPayment(intent)}</a></dd></div>
<div><dt>Reason</dt><dd><code>${dispute.reason}</code></dd></div>
<div><dt>${isOpen ? 'Answer due' : 'Amount'}</dt><dd>${isOpen ? dateTime(dispute.dueBy) : amount}</dd></div>
<div><dt>Dispute</dt><dd><code>${dispute.id}</code></dd></div>
</dl>`
  if (isOpen) {
    const title = isInquiry(dispute) ? `Inquiry about ${amount}` : `Disputed: ${amount}`
    return { title: `${title} · ${merchant}`, script: 'dispute.js', body: openDispute(dispute, title, facts) }
  }
  const { mark, title, text } = outcomeOf(dispute, amount, merchant)
  return {
    title: `${title} · ${merchant}`,
    script: 'live.js',
    body: html`<section class="card state" id="state" data-live${mark === 'waiting' && html` data-poll`}>
<span class="mark ${mark}" aria-hidden="true"></span>
<h1>${title}</h1>
<p>${text}</p>
${facts}
</section>`,
  }
}

function openDispute(dispute: DisputeRecord, title: string, facts: Html): Html {
  return html`<section class="card" id="dispute" data-dispute="${dispute.id}">
<div class="heading"><h1>${title}</h1>${pill('Needs an answer', 'waiting')}</div>
<p>${reasons[dispute.reason] ?? 'The shopper’s bank questions this payment.'}</p>
${facts}
<p class="alert" role="alert" id="problem" hidden></p>
${isInquiry(dispute) ? inquiryAnswers : disputeAnswers}
</section>`
}

const disputeAnswers = html`<div class="buttons">
<button class="primary" type="button" data-outcome="win" disabled>Submit winning evidence</button>
<button type="button" data-outcome="lose" disabled>Submit losing evidence</button>
</div>
<div class="aside">
<p class="quiet">Or let the shopper keep the money:</p>
<button class="danger" type="button" data-outcome="accept" disabled>Accept the dispute</button>
</div>`

const inquiryAnswers = html`<div class="buttons">
<button class="primary" type="button" data-outcome="win" disabled>Submit evidence that satisfies the bank</button>
<button type="button" data-outcome="escalate" disabled>Submit evidence that leads to a dispute</button>
</div>`

interface Outcome {
  readonly mark: 'good' | 'bad' | 'waiting'
  readonly title: string
  readonly text: string
}

function whyLost({ submissions, isOverdue }: DisputeRecord, merchant: string): string {
  if (submissions > 0) return 'The bank decided for the shopper'
  return isOverdue ? `${merchant} did not answer in time` : `${merchant} accepted the dispute`
}

function outcomeOf(dispute: DisputeRecord, amount: string, merchant: string): Outcome {
  const { status } = dispute
  switch (status) {
    case 'won':
      return { mark: 'good', title: 'Dispute won', text: `The bank has returned ${amount} to ${merchant}.` }
    case 'lost': {
      const why = whyLost(dispute, merchant)
      return { mark: 'bad', title: 'Dispute lost', text: `${why}. The shopper gets ${amount} back.` }
    }
    case 'warning_closed':
      return { mark: 'good', title: 'Inquiry closed', text: `No money moved: ${merchant} keeps ${amount}.` }
    default: {
      const text = 'The bank is reviewing the evidence. This page will show the decision.'
      return { mark: 'waiting', title: 'Under review', text }
    }
  }
}
