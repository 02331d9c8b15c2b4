import { isRejected } from '../records/account.ts'
import type { PageContext } from './context.ts'
import { pill, webAddress } from './display.ts'
import { html } from './html.ts'
import { messagePage, type PageAnswer } from './page.ts'

/** What is asked of a merchant, and what this page would hand in for them. */
const questions = [
  { due: 'business_profile.product_description', name: 'Your business', answer: 'Test goods and services' },
  { due: 'business_profile.url', name: 'Website', answer: 'https://merchant.example' },
  { due: 'business_profile.support_phone', name: 'Support phone', answer: '+1 555 0100' },
  { due: 'external_account', name: 'Bank account for payouts', answer: 'Test bank •••• 6789' },
  { due: 'tos_acceptance.date', name: 'Terms of service', answer: 'Accepted' },
] as const

/** Where an account link leads. It works once, and not for long; after that it asks for a new one. */
export function onboardingPage({ tables, path, now }: PageContext): PageAnswer {
  const [id = '', token = ''] = path
  const link = tables.account_link.get(token)
  const account = tables.account.get(id)
  if (!account || link?.target !== id) {
    return messagePage(404, 'No such link', 'Ask for a new link where you got this one.')
  }
  if (link.usedAt || link.expiresAt <= now) {
    const fresh = webAddress(link.refreshUrl)
    if (fresh) return { redirect: fresh }
    return messagePage(410, 'This link is no longer valid', 'Ask for a new link where you got this one.')
  }
  const { standing } = account
  return {
    title: 'Set up your account',
    script: 'onboarding.js',
    body: html`<section class="card" id="onboarding" data-account="${id}" data-link="${token}">
<p class="eyebrow">${account.businessName ?? account.email ?? id}</p>
<h1>Set up your account</h1>
<p>So that you can take payments and get paid out. The answers are test data.</p>
${isRejected(account) && html`<p class="note">This account is rejected at present.</p>`}
<ul class="steps">${questions.map(
      ({ due, name, answer }) => html`
<li><div><strong>${name}</strong><span class="quiet">${answer}</span></div>${
        standing.currentlyDue.includes(due) ? pill('To do', 'waiting') : pill('Done', 'good')
      }</li>`,
    )}
</ul>
<p class="alert" role="alert" id="problem" hidden></p>
<div class="buttons">
<button class="primary" type="button" data-outcome="complete">Submit everything</button>
<button type="button" data-outcome="incomplete">Leave it incomplete</button>
</div>
<div class="aside">
<p class="quiet">Or play the processor’s part, and turn the merchant down:</p>
<button class="danger" type="button" data-outcome="reject">Reject this account</button>
</div>
</section>`,
  }
}
