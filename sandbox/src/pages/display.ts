import { decimalsOf } from '../currencies.ts'
import type { AccountRecord } from '../records/account.ts'
import type { Stored } from '../records/stored.ts'
import type { Tables } from '../store/tables.ts'
import { type Html, html } from './html.ts'

/** Uses the API's decimals, which differ from Intl's for some currencies. */
export function money(amount: number, currency: string): string {
  const digits = decimalsOf(currency)
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount / 10 ** digits)
}

/** A merchant's name: the business name, or the e-mail address of the account. */
export function nameOf(account: AccountRecord | undefined): string | null {
  return account?.business_profile.name ?? account?.email ?? null
}

/** As shoppers see it. */
export function merchantName(account: AccountRecord | undefined): string {
  return account?.business_profile.name ?? 'Test merchant'
}

/** The name of the account that owns something, or its short id. */
export function ownerName(tables: Tables, { account }: Stored): string {
  return nameOf(tables.account.get(account)) ?? shortId(account)
}

/** Such as `pi_…a1B2c3`. */
export function shortId(id: string): string {
  const [prefix] = id.split('_')
  return `${prefix}_…${id.slice(-6)}`
}

/** Newest first. */
export function latest<R extends Stored>(records: readonly R[], count: number): R[] {
  return [...records].sort((a, b) => b.seq - a.seq).slice(0, count)
}

/** A note under a list that is cut short. */
export function shownOf(shown: number, all: number): Html | false {
  return shown < all && html`<p class="quiet">The latest ${shown} of ${all.toLocaleString('en-US')}.</p>`
}

/** With the time zone, because the sandbox's clock can differ from the reader's. */
export function dateTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export type Tone = 'good' | 'bad' | 'waiting' | 'quiet'

export function pill(text: string, tone: Tone, address?: string): Html {
  if (address !== undefined) return html`<a class="pill ${tone}" href="${address}">${text}</a>`
  return html`<span class="pill ${tone}">${text}</span>`
}

/** Only web addresses are allowed: others could run script here. */
export function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null
  const { protocol, href } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}
