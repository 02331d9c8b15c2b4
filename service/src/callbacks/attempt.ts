import type { Clock } from '../clock.ts'
import { unseal } from '../crypto.ts'
import type { Claimed } from './claim.sql.ts'
import { parseRetryAfter, type RetryPolicy, retryDelayMs } from './schedule.ts'
import type { Sender, Sent } from './send.ts'
import type { Result } from './settle.sql.ts'
import { signatureHeader } from './sign.ts'

export interface AttemptDeps {
  sender: Sender
  clock: Clock
  encryptionKey: Buffer
  policy: RetryPolicy
  random: () => number
}

export const userAgent = 'svcpay-callbacks/1'

/** Sends one delivery once, signed anew, and says what is to become of it. */
export async function attemptDelivery(deps: AttemptDeps, claimed: Claimed, claimId: string): Promise<Result> {
  const startedAt = deps.clock.now()
  const { url, body } = claimed
  const sent = await deps.sender.send({ url, headers: headersOf(deps, claimed, startedAt), body })
  const { merchantId, deliveryId } = claimed
  const { durationMs, status, error, answer } = sent
  const log = { merchantId, deliveryId, claimId, startedAt, durationMs, status, error, answer }
  return { ...log, ...verdict(deps, claimed.attempt, sent) }
}

function headersOf(deps: AttemptDeps, claimed: Claimed, at: Date): Record<string, string> {
  const secrets = claimed.sealedSecrets.map(sealed => unseal(deps.encryptionKey, claimed.merchantId, sealed))
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'svc-signature': signatureHeader(claimed.body, secrets, at),
    'svc-event-type': claimed.type,
    'svc-event-id': claimed.eventId,
    'svc-delivery-attempt': String(claimed.attempt),
    ...(claimed.paymentId ? { 'svc-payment-id': claimed.paymentId } : {}),
  }
}

function verdict(deps: AttemptDeps, attempt: number, sent: Sent): Pick<Result, 'outcome' | 'retryAt'> {
  if (sent.error === null) return { outcome: 'delivered', retryAt: null }
  const now = deps.clock.now()
  const heeded = sent.status === 429 || sent.status === 503
  const asked = heeded ? parseRetryAfter(sent.retryAfter, now) : null
  const delay = retryDelayMs(deps.policy, attempt, asked, deps.random)
  if (delay === null) return { outcome: 'dead', retryAt: null }
  return { outcome: 'retry', retryAt: new Date(now.getTime() + delay) }
}
