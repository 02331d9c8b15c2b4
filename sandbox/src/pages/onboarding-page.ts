import { isRejected } from '../records/account.ts'
import type { PageContext } from './context.ts'
import { pill, webAddress } from './display.ts'
import { html } from './html.ts'
import { messagePage, type PageAnswer } from './page.ts'

/** The questions for a merchant, and the test data that this page submits. */
const questions = [
  { due: 'business_profile.product_description', name: 'Your business', answer: 'Test goods and services' },
  { due: 'business_profile.url', name: 'Website', answer: 'https://merchant.example' },
  { due: 'business_profile.support_phone', name: 'Support phone', answer: '+1 555 0100' },
  { due: 'external_account', name: 'Bank account for payouts', answer: 'Test bank •••• 6789' },
  { due: 'tos_acceptance.date', name: 'Terms of service', answer: 'Accepted' },
] as const

/** The target of an account link, which works once and expires. After that it redirects to the refresh URL. */
export function onboardingPage({ tables, path, now }: PageContext): PageAnswer {
  const [id = '', token = ''] = path
  const link = tables.account_link.get(token)
  const account = tables.account.get(id)
  if (!account || link?.target !== id) {
    return messagePage(404, 'No such link', 'Request a new link where you got this one.')
  }
  if (link.usedAt || link.expiresAt <= now) {
    const fresh = webAddress(link.refreshUrl)
    if (fresh) return { redirect: fresh }
    return messagePage(410, 'This link is no longer valid', 'Request a new link where you got this one.')
  }
  const { standing } = account
  return {
    title: 'Set up your account',
    script: 'onboarding.js',
    body: html`<section class="card" id="onboarding" data-account="${id}" data-link="${token}">
<p class="eyebrow">${[account.business_profile.name, account.email].filter(Boolean).join(' · ') || id}</p>
<h1>Set up your account</h1>
<p>Complete these steps to take payments and receive payouts. The answers are test data.</p>
${isRejected(account) && html`<p class="note">This account is currently rejected.</p>`}
<ul class="steps">${questions.map(({ due, name, answer }) => {
      const isDue = standing.currently_due.includes(due)
      const pillShown = isDue ? pill('To do', 'waiting') : pill('Done', 'good')
      return html`
<li><div><strong>${name}</strong><span class="quiet">${isDue && 'Will be submitted: '}${answer}</span></div>${pillShown}</li>`
    })}
</ul>
<p class="alert" role="alert" id="problem" hidden></p>
<div class="buttons">
<button class="primary" type="button" data-outcome="complete">Submit everything</button>
<button type="button" data-outcome="incomplete">Leave it incomplete</button>
</div>
<div class="aside">
<p class="quiet">Or act as the processor and reject the merchant:</p>
<button class="danger" type="button" data-outcome="reject">Reject this account</button>
</div>
</section>`,
  }
}
