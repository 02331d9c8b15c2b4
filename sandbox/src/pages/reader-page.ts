import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { ReaderRecord } from '../records/reader.ts'
import type { Tables } from '../store/tables.ts'
import type { PageContext } from './context.ts'
import { controlButton, problemPlace } from './control-cards.ts'
import { latest, money, ownerName, pill, shortId, shownOf, type Tone } from './display.ts'
import { type Html, html } from './html.ts'
import { messagePage, type Page } from './page.ts'
import { testCardOptions } from './payment-method-groups.ts'

/** A card reader's screen, and controls to act as the shopper. */
export function readerPage({ tables, id }: PageContext): Page {
  const reader = tables.reader.get(id)
  if (!reader)
    return messagePage(404, 'No such reader', 'It may have been deleted, or the sandbox was reset.')
  const isWaiting = screenOf(reader, tables).state === 'waiting'
  return {
    title: `Reader ${reader.label}`,
    script: 'reader.js',
    wide: true,
    body: html`<div class="reader-page" id="reader" data-reader="${reader.id}">
<div class="device">${screen(reader, tables)}</div>
<section class="card">
<p class="eyebrow"><a href="/_sandbox/pages/readers">Readers</a> · ${ownerName(tables, reader)}</p>
<h1>${reader.label}</h1>
<p class="quiet"><code>${reader.id}</code></p>
<p class="alert" role="alert" id="problem" hidden></p>
<fieldset class="plain" id="shopper"${!isWaiting && html` disabled`}>
<legend>As the shopper</legend>
<p class="hint quiet">No payment in progress. Start one on this reader first.</p>
<label for="card">Card</label>
<select id="card">${testCardOptions()}</select>
<div class="buttons">
<button class="primary" type="button" data-act="present">Present this card</button>
<button type="button" data-act="decline">Present a declined card</button>
<button type="button" data-act="cancel">Cancel on the reader</button>
</div>
</fieldset>
<fieldset class="plain"><legend>The reader</legend>
<button type="button" data-act="power">${reader.status === 'online' ? 'Go offline' : 'Go online'}</button>
</fieldset>
</section>
</div>`,
  }
}

export function readersPage({ tables }: PageContext): Page {
  return {
    title: 'Readers',
    script: 'controls.js',
    body: html`<section class="card"><h1 tabindex="-1">Readers</h1>
${problemPlace}
<div data-live data-poll id="readers">${readerList(tables, 50)}</div></section>`,
  }
}

export function readerList(tables: Tables, count: number): Html {
  const readers = latest([...tables.reader.all()], count)
  if (readers.length === 0) {
    return html`<p class="quiet">None yet. Register one with <code>POST /v1/terminal/readers</code> and the code <code>simulated-wpe</code>.</p>`
  }
  return html`<ul class="rows">${readers.map(reader => {
    const { state, title, tone } = screenOf(reader, tables)
    return html`
<li><div><a href="/_sandbox/pages/readers/${reader.id}" title="${reader.id}"><strong>${reader.label}</strong></a>
<span class="quiet facets"><span>${ownerName(tables, reader)}</span><span>${shortId(reader.id)}</span></span>${state === 'waiting' && shopperButtons(reader)}</div>${pill(state === 'waiting' ? 'Waiting for a card' : title, tone)}</li>`
  })}
</ul>${shownOf(readers.length, tables.reader.size)}`
}

function shopperButtons({ id, label }: ReaderRecord): Html {
  return html`
<span class="acts">${controlButton({ id: `present-${id}`, label: 'Present a card', control: `readers/${id}/present`, about: label })}
${controlButton({ id: `cancel-${id}`, label: 'Cancel', control: `readers/${id}/cancel`, about: label })}</span>`
}

interface Screen {
  readonly state: 'offline' | 'idle' | 'waiting' | 'approved' | 'declined' | 'stopped'
  readonly tone: Tone
  readonly title: string
  readonly text: string
  readonly amount: string | null
}

function screen(reader: ReaderRecord, tables: Tables): Html {
  const { state, title, text, amount } = screenOf(reader, tables)
  return html`<div class="screen ${state}" id="screen" data-live data-poll data-state="${state}" data-status="${reader.status}" aria-live="polite">
<span class="mark" aria-hidden="true"></span>
${amount && html`<p class="amount">${amount}</p>`}
<h2>${title}</h2>
<p>${text}</p>
</div>`
}

function screenOf(reader: ReaderRecord, tables: Tables): Screen {
  const { action } = reader
  const intent = action ? tables.payment_intent.get(action.process_payment_intent.payment_intent) : undefined
  const amount = intent ? amountOf(intent) : null
  if (reader.status === 'offline') {
    return { state: 'offline', tone: 'quiet', title: 'Offline', text: 'No connection', amount: null }
  }
  if (!action)
    return { state: 'idle', tone: 'quiet', title: 'Ready', text: 'Waiting for a payment', amount: null }
  if (action.status === 'in_progress') {
    const text = 'Insert, swipe or tap'
    return { state: 'waiting', tone: 'waiting', title: 'Present your card', text, amount }
  }
  if (action.status === 'succeeded') {
    return { state: 'approved', tone: 'good', title: 'Approved', text: 'Thank you', amount }
  }
  if (action.failure_code === 'customer_canceled' || intent?.status === 'canceled') {
    return { state: 'stopped', tone: 'quiet', title: 'Canceled', text: 'Nothing was charged', amount }
  }
  return { state: 'declined', tone: 'bad', title: 'Declined', text: action.failure_message ?? '', amount }
}

function amountOf(intent: PaymentIntentRecord): string {
  return money(intent.amount, intent.currency)
}
