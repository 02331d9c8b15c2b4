import type { AccountRecord } from '../records/account.ts'
import { accountState } from './account-list.ts'
import type { PageContext } from './context.ts'
import { nameOf, pill } from './display.ts'
import { type Html, html } from './html.ts'
import { messagePage, type Page } from './page.ts'
import { pageOfPayments, paymentRows } from './payment-list.ts'

const size = 50
const address = '/_sandbox/pages/payments'

/** All payments, or those of one merchant, page by page. */
export function paymentsPage({ tables, query }: PageContext): Page {
  const account = query.get('account')
  const owner = account === null ? undefined : tables.account.get(account)
  if (account !== null && !owner) {
    return messagePage(404, 'No such account', 'It may have been deleted, or the sandbox was reset.')
  }
  const given = query.get('before') ?? ''
  const before = /^\d{1,15}$/.test(given) ? Number(given) : undefined
  const { payments, hasOlder } = pageOfPayments(tables, size, account, before)
  const last = payments.at(-1)
  const older = hasOlder && last ? linkTo(account, last.seq) : null
  const isFirst = before === undefined
  return {
    title: owner ? `Payments · ${nameOf(owner) ?? owner.id}` : 'Payments',
    script: 'live.js',
    body: html`<section class="card" id="payments" data-live${isFirst && html` data-poll`}>
${owner ? ownerHead(owner) : html`<h1>Payments</h1>`}
${payments.length > 0 ? paymentRows(tables, payments) : html`<p class="quiet">${isFirst ? 'None yet.' : 'No more.'}</p>`}
${(older || !isFirst) && pager(isFirst ? null : linkTo(account), older)}
</section>`,
  }
}

function ownerHead(owner: AccountRecord): Html {
  return html`<p class="eyebrow"><a href="${address}">Payments</a></p>
<div class="heading"><h1>${nameOf(owner) ?? owner.id}</h1>${pill(...accountState(owner))}</div>
<p class="quiet"><code>${owner.id}</code> · <a href="/_sandbox/objects/${owner.id}">Account as JSON</a></p>`
}

function linkTo(account: string | null, before?: number): string {
  const query = new URLSearchParams()
  if (account !== null) query.set('account', account)
  if (before !== undefined) query.set('before', String(before))
  return query.size > 0 ? `${address}?${query}` : address
}

function pager(newest: string | null, older: string | null): Html {
  return html`<nav class="buttons pager" aria-label="Pages">
${newest && html`<a class="button" href="${newest}">Newest</a>`}
${older && html`<a class="button" href="${older}">Older</a>`}
</nav>`
}
