import { createHmac } from 'node:crypto'
import type { KeyRing } from '../../crypto.ts'
import type { MerchantId } from '../../ids.ts'
import { openCallbackSecrets } from '../../merchants/callback-settings.sql.ts'
import { failedToSend, type Sender } from './send.ts'

export interface CallbackMessage {
  merchantId: MerchantId
  url: string
  eventId: string
  type: string
  paymentId: string | null
  attempt: number
  body: Buffer
  /** As `openSecrets` returns them. */
  secrets: string[] | null
  /** Names the event's span; null or absent if it is not traced. */
  traceparent?: string | null
}

/** Sends a callback with a fresh signature. Sends nothing without a secret: the receiver could not trust it. */
export async function sendSigned({ sender }: { sender: Sender }, message: CallbackMessage, at: Date) {
  const { url, body, secrets } = message
  if (secrets === null) return failedToSend('the signing secret cannot be opened with this encryption key')
  if (secrets.length === 0) return failedToSend('there is no valid signing secret')
  const headers = {
    'svc-signature': signatureHeader(body, secrets, at),
    'svc-delivery-attempt': String(message.attempt),
    ...commonHeaders(message),
    ...(message.traceparent ? { traceparent: message.traceparent } : {}),
  }
  return await sender.send({ url, headers, body })
}

/** The headers that all attempts of a delivery share. */
export function commonHeaders({
  eventId,
  type,
  paymentId,
}: Pick<CallbackMessage, 'eventId' | 'type' | 'paymentId'>): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'svcpay-callbacks/1',
    'svc-event-type': type,
    'svc-event-id': eventId,
    ...(paymentId ? { 'svc-payment-id': paymentId } : {}),
  }
}

/** Null if one of them cannot be opened. */
export function openSecrets(
  encryptionKeys: KeyRing,
  { merchantId, sealedSecrets }: { merchantId: MerchantId; sealedSecrets: Buffer[] },
): string[] | null {
  try {
    return openCallbackSecrets(encryptionKeys, merchantId, sealedSecrets)
  } catch {
    return null
  }
}

/** `t=<unix seconds>,v1=<hex>`, with one v1 for each currently valid secret. */
function signatureHeader(body: Buffer, secrets: string[], at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map(
    secret => `v1=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`,
  )
  return [`t=${t}`, ...signatures].join(',')
}
