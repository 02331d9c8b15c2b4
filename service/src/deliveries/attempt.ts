import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto.ts'
import type { ClaimedDelivery } from './claim.sql.ts'
import { isArchivedBody, openEventBody } from './event-body.ts'
import { parseRetryAfter, type RetryPolicy, retryDelayMs } from './schedule.ts'
import { failedToSend, type Sender, type SendResult } from './send.ts'
import { sendSigned } from './send-signed.ts'
import type { AttemptResult } from './settle.sql.ts'

export interface AttemptDeps {
  sender: Sender
  clock: Clock
  encryptionKeys: KeyRing
  policy: RetryPolicy
  random: () => number
}

/** Sends one delivery once, signed anew, and says what is to become of it. */
export async function attemptDelivery(
  deps: AttemptDeps,
  claimed: ClaimedDelivery,
  claimId: string,
): Promise<AttemptResult> {
  const startedAt = deps.clock.now()
  const body = openBody(deps.encryptionKeys, claimed)
  const sent = body ? await sendSigned(deps, { ...claimed, body }, startedAt) : unsendable(claimed)
  const { merchantId, deliveryId, attempt } = claimed
  const { durationMs, status, error, answer } = sent
  const url = body ? shownUrl(claimed.url) : null
  const log = { merchantId, deliveryId, claimId, attempt, startedAt, url, durationMs, status, error, answer }
  return { ...log, ...verdict(deps, attempt, sent) }
}

/** Credentials do not belong in a log, and a query may be one. */
export function shownUrl(url: string): string {
  if (!/[?@#]/.test(url)) return url
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search && '?…'}`
}

function unsendable({ sealedBody }: ClaimedDelivery): SendResult {
  return failedToSend(
    isArchivedBody(sealedBody)
      ? 'the event’s body was moved to the archive'
      : 'the event cannot be opened with this encryption key',
  )
}

function openBody(encryptionKeys: KeyRing, { eventId, sealedBody }: ClaimedDelivery): Buffer | null {
  try {
    return openEventBody(encryptionKeys, eventId, sealedBody)
  } catch {
    return null
  }
}

function verdict(
  deps: AttemptDeps,
  attempt: number,
  sent: SendResult,
): Pick<AttemptResult, 'outcome' | 'retryAt'> {
  if (sent.error === null) return { outcome: 'delivered', retryAt: null }
  const now = deps.clock.now()
  const heeded = sent.status === 429 || sent.status === 503
  const asked = heeded ? parseRetryAfter(sent.retryAfter, now) : null
  const delay = retryDelayMs(deps.policy, attempt, asked, deps.random)
  if (delay === null) return { outcome: 'dead', retryAt: null }
  return { outcome: 'retry', retryAt: new Date(now.getTime() + delay) }
}
