import { apiVersion } from '../constants.ts'
import type { Tables } from '../store/tables.ts'
import { accountList } from './account-list.ts'
import type { PageContext } from './context.ts'
import { clockCard, faultsCard, problemPlace, webhooksCard } from './control-cards.ts'
import { type Html, html } from './html.ts'
import type { Page } from './page.ts'
import { pageOfPayments, paymentRows } from './payment-list.ts'
import { readerList } from './reader-page.ts'

/** The sandbox's start page: payments, readers, accounts and the controls. */
export function homePage(context: PageContext): Page {
  const { tables, keys, baseUrl } = context
  return {
    title: 'Sandbox',
    script: 'controls.js',
    wide: true,
    body: html`<h1>Payment sandbox</h1>
<p class="lead">A stand-in for Stripe’s API that remembers what happened. The official SDK works with it unchanged. You play the cards, banks, readers and merchants, set <a href="#faults">faults</a>, disrupt <a href="#webhooks">webhooks</a> and move the <a href="#clock">clock</a>.</p>
<div class="columns">
<div>
<section class="card" data-live data-poll id="payments"><h2><a href="/_sandbox/pages/payments">Payments</a></h2>${recentPayments(tables)}</section>
<section class="card"><h2>Try it</h2>
<p>Create a payment. It appears above and opens in the checkout.</p>
<pre tabindex="0" aria-label="Command that creates a payment"><code>curl ${baseUrl}/v1/payment_intents -u ${keys.secretKey}: -d amount=1999 -d currency=usd</code></pre>
</section>
</div>
<div>
<section class="card"><h2 tabindex="-1"><a href="/_sandbox/pages/readers">Readers</a></h2>
${problemPlace}
<div data-live data-poll id="readers">${readerList(tables, 6)}</div></section>
<section class="card" data-live data-poll id="accounts"><h2>Connected accounts</h2>${accountList(tables)}</section>
<section class="card"><h2>This sandbox</h2>
<dl class="facts">
<div><dt>Address</dt><dd><code>${baseUrl}</code></dd></div>
<div><dt>API version</dt><dd><code>${apiVersion}</code></dd></div>
<div><dt>Secret key</dt><dd><code>${keys.secretKey}</code></dd></div>
<div><dt>Publishable key</dt><dd><code>${keys.publishableKey}</code></dd></div>
<div><dt>Browser script</dt><dd><a href="/v3/"><code>${baseUrl}/v3/</code></a></dd></div>
<div><dt>All controls</dt><dd><a href="/_sandbox/"><code>${baseUrl}/_sandbox/</code></a></dd></div>
</dl></section>
</div>
</div>
<div class="columns">
<div>${faultsCard(context)}${clockCard(context)}</div>
<div>${webhooksCard(context)}</div>
</div>`,
  }
}

function recentPayments(tables: Tables): Html {
  const { payments, hasOlder } = pageOfPayments(tables, 12)
  if (payments.length === 0) return html`<p class="quiet">None yet. The command below creates one.</p>`
  const count = tables.payment_intent.size.toLocaleString('en-US')
  return html`${paymentRows(tables, payments)}
${hasOlder && html`<p><a href="/_sandbox/pages/payments">All ${count} payments</a></p>`}`
}
