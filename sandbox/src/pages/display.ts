import type { AccountRecord } from '../connect/account.ts'
import { type Html, html } from './html.ts'

export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export function merchantName(account: AccountRecord | undefined): string {
  return account?.businessName ?? 'Test merchant'
}

/** With the zone, since the sandbox's clock need not be the reader's. */
export function dateTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export type Tone = 'good' | 'bad' | 'waiting' | 'quiet'

export function pill(text: string, tone: Tone): Html {
  return html`<span class="pill ${tone}">${text}</span>`
}

/** Only addresses of web pages may be gone to: others could run script here. */
export function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null
  const { protocol, href } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}
