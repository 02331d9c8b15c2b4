import { consoleHeader } from './client.ts'
import { problemFrom, unreachable } from './problem.ts'

/** Calls of the sandbox, which exist in sandbox mode only. */
export async function callSandbox<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> {
  const headers = { ...consoleHeader, ...(body && { 'content-type': 'application/json' }) }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(`/admin/v1/sandbox/${path}`, init).catch(() => Promise.reject(unreachable()))
  if (!response.ok) throw await problemFrom(response)
  return response.status === 204 ? (undefined as T) : await response.json()
}

export interface TestPayment {
  svcPaymentId: string
  checkoutUrl: string
}

export interface TestPaymentInput {
  merchantId?: string
  amountCents: number
  currency?: string
  captureMethod?: 'automatic' | 'manual'
  orderRef?: string
}

export const createTestPayment = (input: TestPaymentInput) =>
  callSandbox<TestPayment>('POST', 'payments', input)
