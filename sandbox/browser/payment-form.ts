import { brandName } from '../src/pages/method-names.ts'
import type { Params } from './api.ts'
import {
  brandOf,
  cvcFlaw,
  digits,
  expiryFlaw,
  type Flaw,
  formatExpiry,
  formatNumber,
  numberFlaw,
  readExpiry,
} from './card-text.ts'

interface FieldFlaw extends Flaw {
  readonly field: string
}

/** The fields of the payment methods, with their input. */
interface PaymentForm {
  type(): string
  brand(): string
  isEmpty(): boolean
  flaws(): FieldFlaw[]
  /** Shows the errors next to their fields and focuses the first. */
  showFlaws(flaws: readonly FieldFlaw[]): void
  /** In the API's shape. */
  methodData(): Params
  fill(values: Readonly<Record<string, string>>, type: string): void
  clear(): void
  onChange(listener: () => void): void
}

const formats: Readonly<Record<string, (text: string, field: (name: string) => string) => string>> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (text, field) => digits(text).slice(0, brandOf(digits(field('number'))) === 'amex' ? 4 : 3),
  routing: text => digits(text).slice(0, 9),
  account: text => digits(text).slice(0, 17),
}

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  card: ['number', 'expiry', 'cvc'],
  us_bank_account: ['holder', 'routing', 'account'],
  sepa_debit: ['debtor', 'email', 'iban'],
}

export function bindPaymentForm(form: HTMLFormElement): PaymentForm {
  const listeners: (() => void)[] = []
  const input = (name: string) => {
    const found = form.elements.namedItem(name)
    return found instanceof HTMLInputElement ? found : null
  }
  const text = (name: string) => input(name)?.value ?? ''
  const type = () => String(new FormData(form).get('method') ?? '')
  const fields = () => fieldsOf[type()] ?? []
  const brand = () => brandOf(digits(text('number')))

  function flawOf(name: string): Flaw | null {
    switch (name) {
      case 'number':
        return numberFlaw(text(name))
      case 'expiry':
        return expiryFlaw(text(name), new Date())
      case 'cvc':
        return cvcFlaw(text(name), text('number'))
      case 'routing':
        return digits(text(name)).length === 9
          ? null
          : { code: 'incomplete_routing_number', message: 'A routing number has nine digits.' }
      default:
        return text(name).trim() === ''
          ? { code: `incomplete_${name}`, message: 'This field is required.' }
          : null
    }
  }

  function show(name: string, flaw: Flaw | null): void {
    const field = input(name)
    const place = document.getElementById(`${name}-error`)
    if (!field || !place) return
    field.toggleAttribute('aria-invalid', false)
    if (flaw) field.setAttribute('aria-invalid', 'true')
    place.textContent = flaw?.message ?? ''
  }

  function changed(): void {
    const mark = form.querySelector('[data-brand]')
    if (mark) mark.textContent = brand() === 'unknown' ? '' : brandName(brand())
    for (const listener of listeners) listener()
  }

  form.addEventListener('input', event => {
    const field = event.target
    if (!(field instanceof HTMLInputElement)) return
    const format = formats[field.name]
    if (format) retype(field, format(field.value, text))
    show(field.name, null)
    changed()
  })
  // A field shows its problem when the focus moves to another field, but not when it moves to a button: the text would
  // push the button away from the pointer.
  form.addEventListener('focusout', event => {
    const field = event.target
    const isOnward = event.relatedTarget instanceof HTMLInputElement
    if (
      isOnward &&
      field instanceof HTMLInputElement &&
      field.value !== '' &&
      fields().includes(field.name)
    ) {
      show(field.name, flawOf(field.name))
    }
  })

  return {
    type,
    brand,
    isEmpty: () => fields().every(name => text(name) === ''),
    flaws: () =>
      fields().flatMap(name => {
        const flaw = flawOf(name)
        return flaw ? [{ ...flaw, field: name }] : []
      }),
    showFlaws(flaws) {
      for (const name of fields()) show(name, flaws.find(flaw => flaw.field === name) ?? null)
      input(flaws[0]?.field ?? '')?.focus()
    },
    methodData() {
      const data = { type: type() }
      if (data.type === 'card') {
        const { month, year } = readExpiry(text('expiry'))
        const card = { number: digits(text('number')), exp_month: month, exp_year: year, cvc: text('cvc') }
        return { ...data, card }
      }
      if (data.type === 'sepa_debit') {
        const billing_details = { name: text('debtor'), email: text('email') }
        return { ...data, sepa_debit: { iban: text('iban') }, billing_details }
      }
      if (data.type !== 'us_bank_account') return data
      return {
        ...data,
        us_bank_account: { routing_number: text('routing'), account_number: text('account') },
        billing_details: { name: text('holder') },
      }
    },
    fill(values, chosen) {
      const choice = form.querySelector(`input[name=method][value="${CSS.escape(chosen)}"]`)
      if (choice instanceof HTMLInputElement && choice.type === 'radio') choice.checked = true
      for (const [name, value] of Object.entries(values)) {
        const field = input(name)
        if (field) field.value = formats[name]?.(value, text) ?? value
        show(name, null)
      }
      changed()
    },
    clear() {
      for (const name of fields()) {
        const field = input(name)
        if (field) field.value = ''
        show(name, null)
      }
      changed()
    },
    onChange: listener => listeners.push(listener),
  }
}

/** Replaces a field's text and keeps the caret behind the same digit. */
function retype(field: HTMLInputElement, text: string): void {
  if (text === field.value) return
  const before = digits(field.value.slice(0, field.selectionStart ?? 0)).length
  const wasAtEnd = field.selectionStart === field.value.length
  field.value = text
  if (wasAtEnd) return
  let at = 0
  for (let seen = 0; at < text.length && seen < before; at++) if (/\d/.test(text[at] ?? '')) seen++
  field.setSelectionRange(at, at)
}
