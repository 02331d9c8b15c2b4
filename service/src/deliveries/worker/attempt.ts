import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { KeyRing } from '../../crypto.ts'
import type { Db } from '../../db/db.ts'
import { isRemovedBody, openEventBody } from '../event-body.ts'
import { parseRetryAfter, type RetryDelays, retryDelayMs } from '../schedule.ts'
import { failedToSend, type Sender, type SendResult } from '../sending/send.ts'
import { sendSigned } from '../sending/send-signed.ts'
import type { QueuedDelivery } from './due.sql.ts'
import type { AttemptResult } from './settle.sql.ts'

export interface AttemptDeps {
  db: Db
  log: FastifyBaseLogger
  sender: Sender
  clock: Clock
  encryptionKeys: KeyRing
  delaysMs: RetryDelays
  random: () => number
}

/** Sends a delivery once, freshly signed, and decides what happens to it next. */
export async function attemptDelivery(deps: AttemptDeps, queued: QueuedDelivery, secrets: string[] | null) {
  const startedAt = deps.clock.now()
  const body = openBody(deps.encryptionKeys, queued)
  const isOpen = typeof body !== 'string'
  const sent = isOpen ? await sendSigned(deps, { body, secrets, ...queued }, startedAt) : failedToSend(body)
  const { merchantId, deliveryId, attempt, queuedAt } = queued
  const { durationMs, status, error, answer } = sent
  const url = isOpen ? shownUrl(queued.url) : null
  const log = { merchantId, deliveryId, attempt, queuedAt, startedAt, url, durationMs, status, error, answer }
  return Object.assign(log, verdict(deps, attempt, sent))
}

/** Credentials do not belong in a log, and a query may hold one. */
function shownUrl(url: string): string {
  if (!/[?@#]/.test(url)) return url
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search && '?…'}`
}

/** The body, or why it cannot be sent. */
function openBody(encryptionKeys: KeyRing, { eventId, sealedBody }: QueuedDelivery): Buffer | string {
  if (isRemovedBody(sealedBody)) return 'the event’s body was removed by retention'
  try {
    return openEventBody(encryptionKeys, eventId, sealedBody)
  } catch {
    return 'the event cannot be opened with this encryption key'
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
  const delay = retryDelayMs(deps.delaysMs, attempt, asked, deps.random)
  if (delay === null) return { outcome: 'dead', retryAt: null }
  return { outcome: 'retry', retryAt: new Date(now.getTime() + delay) }
}
