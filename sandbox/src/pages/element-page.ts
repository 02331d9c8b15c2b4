import { automaticTypes } from '../simulated/payment-method-types.ts'
import type { PageContext } from './context.ts'
import { findBySecret } from './find-by-secret.ts'
import { html } from './html.ts'
import { messagePage, type Page } from './page.ts'
import { methodFields, onlineTypes } from './payment-form.ts'

/** The fields that the browser script shows in a frame, so that the merchant's page cannot read them. */
export function elementPage(context: PageContext): Page {
  const types = typesFor(context)
  if (types.length === 0) {
    return messagePage(404, 'No such payment', 'No payment has this client secret.', true)
  }
  return {
    title: 'Payment details',
    framed: true,
    bare: true,
    theme: 'light',
    script: 'element.js',
    body: html`<form id="pay" class="element" novalidate>${methodFields(types)}</form>`,
  }
}

function typesFor({ tables, query }: PageContext): readonly string[] {
  if (query.get('type') === 'card') return ['card']
  const currency = query.get('currency')
  if (currency) return automaticTypes(currency.toLowerCase(), true)
  const intent = findBySecret(tables, query.get('client_secret'))
  return intent ? onlineTypes(intent) : []
}
