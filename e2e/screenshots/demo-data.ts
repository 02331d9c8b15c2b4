import { createServer } from 'node:http'
import { afterAll, beforeAll, vi } from 'vitest'
import type { ConsoleUnderTest } from '../console/support/console.ts'

interface Created {
  svcPaymentId: string
  processorPaymentIntentId: string
  connectedAccountId: string
}

const goods = ['Sourdough, 2 loaves', 'Birthday cake', 'Espresso beans', 'Picnic basket', 'Gift card']
const methods = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_visa',
  'pm_card_visa_chargeDeclinedInsufficientFunds',
  'pm_card_amex',
  'pm_card_visa',
  'pm_card_visa_chargeDeclined',
]

/** A merchant's server: one path takes callbacks, the other never does. */
export function useReceiver(): { url(path: 'good' | 'broken'): string } {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/good' ? 200 : 500, { 'content-type': 'application/json' })
    response.end(request.url === '/good' ? '{"received":true}' : '{"error":"no such table: orders"}')
  })
  beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url(path) {
      const address = server.address()
      return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/${path}`
    },
  }
}

/** What a platform looks like after a busy day: all states, three currencies, some trouble. Names one payment. */
export async function fillWithDemoData(
  under: ConsoleUnderTest,
  receiver: ReturnType<typeof useReceiver>,
): Promise<string> {
  const { admin, up } = under
  const apiKey = /API key +(\S+)/.exec(up.banner)?.[1] ?? ''
  const sandbox = /Sandbox +(http\S+)/.exec(up.banner)?.[1] ?? ''
  const { data } = await admin<{ data: { merchantId: string }[] }>('GET', '/merchants')
  const merchantId = data[0]?.merchantId ?? ''

  const service = async <T>(path: string, body: object): Promise<T> => {
    const headers = {
      'x-api-key': apiKey,
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/json',
    }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${up.url}/v1${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return await response.json()
  }
  const confirm = async (created: Created, method: string) => {
    const headers = {
      authorization: 'Bearer sk_test_sandbox',
      'stripe-account': created.connectedAccountId,
    }
    const body = new URLSearchParams({ payment_method: method, return_url: 'https://example.com/' })
    const path = `/v1/payment_intents/${created.processorPaymentIntentId}/confirm`
    await fetch(sandbox + path, { method: 'POST', headers, body })
  }
  const setCallback = (path: 'good' | 'broken') =>
    admin('PUT', `/merchants/${merchantId}/callback`, { url: receiver.url(path) })

  await admin('POST', '/merchants', { name: 'Corner Bakery', feeBps: 150 })
  await admin('POST', '/merchants', { name: 'Blue Door Books' })
  await setCallback('broken')
  const lost = await service<Created>('/payments/intents', { amountCents: 1250, orderRef: 'order-1000' })
  await confirm(lost, 'pm_card_visa')
  await until(async () => (await admin<{ data: unknown[] }>('GET', '/deliveries?state=dead')).data.length > 0)
  await setCallback('good')

  for (let index = 0; index < 28; index += 1) {
    const currency = index % 9 === 4 ? 'eur' : index % 13 === 7 ? 'jpy' : 'usd'
    const created = await service<Created>('/payments/intents', {
      amountCents: 1_900 + ((index * 3_371) % 18_000),
      currency,
      orderRef: `order-${1001 + index}`,
      description: goods[index % goods.length],
      captureMethod: index % 6 === 5 ? 'manual' : 'automatic',
    })
    await confirm(created, methods[index % methods.length] ?? 'pm_card_visa')
    if (index % 8 === 1) await service(`/payments/${created.svcPaymentId}/refund`, {}).catch(() => {})
  }
  await under.trigger('charge.dispute.created')
  const shown = await service<Created>('/payments/intents', { amountCents: 8450, orderRef: 'order-1042' })
  await confirm(shown, 'pm_card_visa')
  const path = `/payments/${shown.svcPaymentId}`
  await until(async () => (await admin<{ status: string }>('GET', path)).status === 'succeeded')
  const ana = await admin<{ token: string }>('POST', '/operators', { name: 'Ana', role: 'support' })
  const refund = await fetch(`${up.url}/admin/v1${path}/refund`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ana.token}`,
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amountCents: 2450, reason: 'requested_by_customer' }),
  })
  if (!refund.ok) throw new Error(await refund.text())
  return shown.svcPaymentId
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 60_000, interval: 200 })
}
