import { type AccountRecord, isRejected } from '../connect/account.ts'
import { apiVersion, platformAccount } from '../constants.ts'
import { clientSecret, type PaymentIntentRecord, type Status } from '../payment-intents/payment-intent.ts'
import type { Tables } from '../store/records.ts'
import type { Stored } from '../store/table.ts'
import type { PageContext } from './context.ts'
import { dateTime, merchantName, money, pill, type Tone } from './display.ts'
import { type Html, html } from './html.ts'
import type { Page } from './page.ts'
import { readerList } from './reader-page.ts'

/** What a person sees who opens the sandbox's address. */
export function homePage(context: PageContext): Page {
  const { tables, keys, now, baseUrl } = context
  return {
    title: 'Sandbox',
    script: 'live.js',
    wide: true,
    body: html`<h1>Payment sandbox</h1>
<p class="lead">A stand-in for Stripe’s API that remembers what happened. The official SDK talks to it unchanged; cards, banks, readers and merchants are played by you.</p>
<div class="columns" data-live data-poll id="world">
<section class="card"><h2>Payments</h2>${payments(context)}</section>
<div>
<section class="card"><h2>Readers</h2>${readerList(tables)}</section>
<section class="card"><h2>Connected accounts</h2>${accounts(context)}</section>
<section class="card"><h2>This sandbox</h2>
<dl class="facts">
<div><dt>Address</dt><dd><code>${baseUrl}</code></dd></div>
<div><dt>API version</dt><dd><code>${apiVersion}</code></dd></div>
<div><dt>Secret key</dt><dd><code>${keys.secretKey}</code></dd></div>
<div><dt>Publishable key</dt><dd><code>${keys.publishableKey}</code></dd></div>
<div><dt>Browser script</dt><dd><a href="/v3/"><code>${baseUrl}/v3/</code></a></dd></div>
<div><dt>Clock</dt><dd><code>${dateTime(now)}</code></dd></div>
</dl></section>
</div>
</div>
<section class="card"><h2>Try it</h2>
<p>Create a payment; it appears above, and opens in the checkout.</p>
<pre tabindex="0" aria-label="Command that creates a payment"><code>curl ${baseUrl}/v1/payment_intents -u ${keys.secretKey}: -d amount=1999 -d currency=usd</code></pre>
<p class="quiet">Time, faults, webhooks and the rest are set over <a href="/_sandbox/"><code>/_sandbox/</code></a>; the README has a line for each.</p>
</section>`,
  }
}

/** Newest first. */
function latest<R extends Stored>(records: readonly R[], count: number): R[] {
  return [...records].sort((a, b) => b.seq - a.seq).slice(0, count)
}

/** The latest payments of each account; there may be too many in all to go through every second. */
function recentPayments(tables: Tables, count: number): PaymentIntentRecord[] {
  return [...tables.account.all()].flatMap(({ id }) =>
    tables.payment_intent
      .ids(id)
      .slice(-count)
      .flatMap(payment => tables.payment_intent.get(payment) ?? []),
  )
}

const statusViews: Readonly<Record<Status, readonly [string, Tone]>> = {
  requires_payment_method: ['To pay', 'waiting'],
  requires_confirmation: ['To confirm', 'waiting'],
  requires_action: ['At the bank', 'waiting'],
  processing: ['Processing', 'waiting'],
  requires_capture: ['To capture', 'good'],
  succeeded: ['Paid', 'good'],
  canceled: ['Canceled', 'quiet'],
}

function payments({ tables }: PageContext): Html {
  const recent = latest(recentPayments(tables, 12), 12)
  if (recent.length === 0) return html`<p class="quiet">None yet.</p>`
  return html`<ul class="rows">${recent.map(
    intent => html`
<li><div><a href="/_sandbox/pages/checkout?client_secret=${clientSecret(intent)}">${money(intent.amount, intent.currency)}</a>
<span class="quiet">${merchantName(tables.account.get(intent.account))} <span class="unbroken">${dateTime(intent.created)}</span></span></div>${status(intent)}</li>`,
  )}
</ul>`
}

function status(intent: PaymentIntentRecord): Html {
  if (intent.status === 'requires_payment_method' && intent.lastPaymentError) return pill('Declined', 'bad')
  return pill(...statusViews[intent.status])
}

function accounts({ tables }: PageContext): Html {
  const recent = latest(
    [...tables.account.all()].filter(({ id }) => id !== platformAccount),
    8,
  )
  if (recent.length === 0) return html`<p class="quiet">None yet.</p>`
  return html`<ul class="rows">${recent.map(
    account => html`
<li><div><a href="/_sandbox/objects/${account.id}">${account.businessName ?? account.email ?? account.id}</a>
<span class="quiet">${account.id}</span></div>${pill(...standing(account))}</li>`,
  )}
</ul>`
}

function standing(account: AccountRecord): [string, Tone] {
  if (isRejected(account)) return ['Rejected', 'bad']
  if (account.standing.chargesEnabled) return ['Active', 'good']
  return account.standing.detailsSubmitted ? ['In review', 'waiting'] : ['Onboarding', 'waiting']
}
