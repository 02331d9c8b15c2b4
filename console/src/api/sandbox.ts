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

export const triggerEvent = (input: { type: string; merchantId?: string }) =>
  callSandbox<unknown>('POST', 'trigger', input)

export interface FaultRule {
  id: number
  operation: string
  fault: { kind: string; ms?: number; status?: number }
  skip: number
  count: number
}

export interface SandboxClock {
  /** Seconds since 1970. */
  now: number
  offset_ms: number
}

export interface SandboxWebhooks {
  paused: boolean
  pending: number
  failed: number
  disruptions: { id: number; mode: string; count: number; ms: number }[]
}

export interface SandboxReader {
  account: string
  reader: { id: string; label: string; status: 'online' | 'offline'; device_type: string }
  payment_intent: { amount: number; currency: string } | null
}
