import { beforeAll } from 'vitest'
import { waitUntil } from '../../../vitest.waits.ts'
import type { ConsoleUnderTest } from './console.ts'
import { addMerchant, pay, sandboxOf } from './merchants.ts'

/** The longest text that the API accepts, without a place to break it. */
const longReference = 'x'.repeat(500)

/** Every page, each with the buttons that open a dialog there. */
export const pages: Record<string, string[]> = {
  '': [],
  '/payments': [],
  '/disputes': [],
  '/payments/:longest': ['Cancel payment'],
  '/payments/:paid': ['Refund'],
  '/payments/:held': ['Capture'],
  '/search?q=:merchant': [],
  '/sandbox?payment=:payment': [],
  '/callbacks': ['Redeliver'],
  '/callbacks/:delivery': [],
  '/callbacks/:delivered': ['Redeliver'],
  '/callbacks/events/:merchant/:event': [],
  '/merchants': ['New merchant'],
  '/merchants/:fresh': ['Create account'],
  '/merchants/:merchant': [
    'Portal link',
    'Suspend',
    'Onboarding link',
    'New key',
    'Rotate key',
    'Revoke key',
    'Register reader',
    'New location',
    'Rename Till 1',
    'Remove Till 1',
    'Change',
    'Disable the account at sandbox',
    'Rotate secret',
    'Redeliver all',
  ],
  '/merchants/:suspended': ['Resume'],
  '/ledger': [],
  '/ledger?tab=statement&merchantId=:merchant': [],
  '/reconciliations': [],
  '/reconciliations/:reconciliation': [],
  '/activity?tab=operators': ['Add operator', 'Remove operator'],
}

/** The same pages with other content, or on another tab. */
const variants = [
  '/payments/:payment',
  '/payments/:disputed',
  `/search?q=${longReference}`,
  '/callbacks?tab=events',
  '/callbacks?tab=live',
  '/callbacks/events/:merchant/nothing-like-it',
  '/ledger?merchantId=:merchant',
  '/disputes?tab=all',
  '/activity',
]

export const places: [place: string, buttons: string[]][] = [
  ...Object.entries(pages),
  ...variants.map((place): [string, string[]] => [place, []]),
]

/** Every page of a merchant's portal, each with the buttons that open a dialog there. */
export const portalPlaces: Record<string, string[]> = {
  '': ['I fixed it: redeliver all'],
  '/payments': [],
  '/payments/:longest': [],
  '/disputes': [],
  '/statements': [],
  '/callbacks': ['Redeliver'],
  '/callbacks?tab=integrate': [],
  '/callbacks/:delivery': [],
  '/callbacks/events/:merchant/:event': [],
  '/search?q=order-4999': [],
  '/settings': [
    'New key',
    'Rotate key',
    'Revoke key',
    'Register reader',
    'New location',
    'Rename Till 1',
    'Remove Till 1',
    'Rotate secret',
  ],
}

interface Delivery {
  deliveryId: string
  eventId: string
  attempts: number
}

/** Fills an instance so that no page is empty. Returns a function that puts ids into a page's path. */
export function useFilledConsole(console: ConsoleUnderTest): (place: string) => string {
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    const demo = await console.admin<{ merchantId: string }>('POST', '/sandbox/trigger', {
      type: 'account.updated',
    })
    const url = `${sandboxOf(console.up)}/_sandbox/callbacks`
    await console.admin('PUT', `/merchants/${demo.merchantId}/callback`, { url })
    ids.payment = await console.trigger('charge.refunded')
    ids.disputed = await console.trigger('charge.dispute.created')
    await console.trigger('payment_intent.payment_failed')
    // Nothing listens there, so attempts get no answer.
    const merchant = await addMerchant(console, {
      name: 'Books and Fine Stationery of Upper Springfield',
      callbackUrl: 'http://127.0.0.1:9/callbacks',
    })
    ids.merchant = merchant.merchantId
    ids.paid = await pay(console, merchant)
    ids.held = await console.trigger('payment_intent.amount_capturable_updated')
    ids.fresh = (
      await console.admin<{ merchantId: string }>('POST', '/merchants', { name: 'New' })
    ).merchantId
    const stopped = await addMerchant(console, { name: 'Stopped' })
    ids.suspended = stopped.merchantId
    await console.admin('POST', `/merchants/${ids.suspended}/suspend`)
    const terminal = `/merchants/${ids.merchant}/terminal`
    const address = {
      line1: '1 Main Street',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62701',
      country: 'US',
    }
    const location = await console.admin<{ id: string }>('POST', terminal, {
      location: { displayName: 'Main Street', ...address },
    })
    await console.admin('POST', terminal, {
      reader: { registrationCode: 'simulated-wpe', locationId: location.id, label: 'Till 1' },
    })
    // The longest amounts: in yen, and in dinars with three decimals.
    await pay(console, merchant, 5_000_000, 'jpy')
    await pay(console, merchant, 4_999_990, 'kwd')
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
    const delivery = await waitUntil(async () => {
      const { data } = await console.admin<{ data: Delivery[] }>('GET', path)
      return data.find(({ attempts }) => attempts > 0)
    })
    ids.delivery = delivery.deliveryId
    ids.event = delivery.eventId
    ids.delivered = await waitUntil(
      async () =>
        (await console.admin<{ data: Delivery[] }>('GET', '/deliveries?state=delivered')).data[0]?.deliveryId,
    )
    const run = await console.admin<{ reconciliationId: string }>('POST', '/reconciliations', {})
    ids.reconciliation = run.reconciliationId
    await console.admin('POST', `/merchants/${ids.merchant}/callback/rotate-secret`, {})
    await console.tokenFor('viewer')
  })
  return place => place.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? '')
}
