import { beforeAll, vi } from 'vitest'
import type { ConsoleUnderTest } from './console.ts'
import { addMerchant, pay } from './merchants.ts'

/** The longest that the API takes, without a place to break it. */
const longReference = 'x'.repeat(500)

/** Every page, each with the buttons that open a dialog there. */
export const places: Record<string, string[]> = {
  '': [],
  '/payments': [],
  '/payments/:payment': [],
  '/payments/:disputed': [],
  '/payments/:longest': ['Cancel payment'],
  '/search?q=:merchant': [],
  [`/search?q=${longReference}`]: [],
  '/sandbox?payment=:payment': [],
  '/callbacks': ['Redeliver'],
  '/callbacks?tab=events': [],
  '/callbacks?tab=live': [],
  '/callbacks/:delivery': [],
  '/callbacks/events/:merchant/:event': [],
  '/callbacks/events/:merchant/nothing-like-it': [],
  '/merchants': ['New merchant'],
  '/merchants/:merchant': ['Rotate key', 'Portal link'],
  '/ledger': [],
  '/ledger?merchantId=:merchant': [],
  '/ledger?tab=statement&merchantId=:merchant': [],
  '/activity': [],
  '/activity?tab=operators': ['Add operator'],
}

interface Delivery {
  deliveryId: string
  eventId: string
  attempts: number
}

/** Fills an instance so that no place is empty. Returns what puts ids into a place's path. */
export function useFilledConsole(console: ConsoleUnderTest): (place: string) => string {
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    ids.payment = await console.trigger('charge.refunded')
    ids.disputed = await console.trigger('charge.dispute.created')
    await console.trigger('payment_intent.payment_failed')
    // nothing listens there: an attempt without an answer
    const merchant = await addMerchant(console, {
      name: 'Books and Fine Stationery of Upper Springfield',
      callbackUrl: 'http://127.0.0.1:9/callbacks',
    })
    ids.merchant = merchant.merchantId
    await pay(console, merchant)
    const created = await fetch(`${console.up.url}/v1/payments/intents`, {
      method: 'POST',
      headers: {
        'x-api-key': merchant.apiKey,
        'idempotency-key': crypto.randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ amountCents: 4999, orderRef: longReference }),
    })
    ids.longest = (await created.json()).svcPaymentId
    const path = `/deliveries?type=payment_intent.succeeded&merchantId=${ids.merchant}`
    const delivery = await vi.waitUntil(
      async () => {
        const { data } = await console.admin<{ data: Delivery[] }>('GET', path)
        return data.find(({ attempts }) => attempts > 0)
      },
      { timeout: 30_000 },
    )
    ids.delivery = delivery.deliveryId
    ids.event = delivery.eventId
    await console.admin('POST', `/merchants/${ids.merchant}/callback/rotate-secret`, {})
    await console.tokenFor('viewer')
  })
  return place => place.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? '')
}
