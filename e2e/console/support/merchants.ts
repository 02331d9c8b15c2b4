import type { ConsoleUnderTest } from './console.ts'

export interface TestMerchant {
  merchantId: string
  name: string
  apiKey: string
  accountId: string
}

/** A merchant that can already take payments. */
export async function addMerchant(
  { admin, up }: ConsoleUnderTest,
  input: { name: string; callbackUrl?: string },
): Promise<TestMerchant> {
  const { merchantId, name, apiKey } = await admin<TestMerchant>('POST', '/merchants', input)
  const path = `/merchants/${merchantId}/account`
  const { processorAccountId } = await admin<{ processorAccountId: string }>('POST', path, {})
  await post(
    `${sandboxOf(up)}/_sandbox/accounts/${processorAccountId}/onboarding`,
    {},
    { outcome: 'complete' },
  )
  return { merchantId, name, apiKey, accountId: processorAccountId }
}

/** Creates and pays a payment. The service learns of the outcome by webhook. */
export async function pay(
  { up }: ConsoleUnderTest,
  merchant: TestMerchant,
  amountCents = 4999,
  currency = 'usd',
  sandboxUrl = sandboxOf(up),
  secretKey = 'sk_test_sandbox',
  method = 'pm_card_visa',
): Promise<string> {
  const headers = { 'x-api-key': merchant.apiKey, 'idempotency-key': crypto.randomUUID() }
  const { svcPaymentId, processorPaymentIntentId } = await post<Record<string, string>>(
    `${up.url}/v1/payments/intents`,
    headers,
    { amountCents, currency, orderRef: `order-${amountCents}` },
  )
  const response = await fetch(`${sandboxUrl}/v1/payment_intents/${processorPaymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'stripe-account': merchant.accountId },
    body: new URLSearchParams({ payment_method: method, return_url: 'https://example.com/' }),
  })
  if (!response.ok) throw new Error(await response.text())
  return svcPaymentId ?? ''
}

export function sandboxOf({ banner }: ConsoleUnderTest['up']): string {
  return /Sandbox +(http\S+)/.exec(banner)?.[1] ?? ''
}

async function post<T>(url: string, headers: Record<string, string>, body: object): Promise<T> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  const response = await fetch(url, { ...init, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`)
  return await response.json()
}
