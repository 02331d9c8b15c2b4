import type { Stripe } from 'stripe'
import { operationIdIn } from '../../ids.ts'
import type { Call } from '../outcomes.ts'
import type { Capture, Memo, NewPayment, NewRefund } from '../port.ts'
import type { Seals } from '../seals.ts'
import { idOf } from './id-of.ts'

/** The metadata of a payment or refund besides its ids. Calls of earlier releases wrote none. */
function memoMetadata(memo: Memo | undefined, { idempotencyKey }: Call, seal: () => string) {
  if (!memo) return {}
  return {
    svcOperation: idempotencyKey,
    ...(memo.key === null ? {} : { svcKey: memo.key }),
    svcDigest: memo.digest,
    svcSeal: seal(),
  }
}

export function paymentMetadata(seals: Seals, call: Call, { metadata, memo }: NewPayment) {
  const seal = () => seals.make(call.accountId, metadata.svcPaymentId ?? '')
  return Object.assign({}, metadata, memoMetadata(memo, call, seal))
}

export function refundMetadata(seals: Seals, call: Call, refund: NewRefund) {
  const { metadata, memo, processorPaymentId } = refund
  const seal = () => seals.make(call.accountId, processorPaymentId, metadata.svcRefundId ?? '')
  return { ...metadata, ...memoMetadata(memo, call, seal) }
}

/** Added to the payment's own metadata. */
export function captureMetadata({ memo }: Capture): Record<string, string> | null {
  return memo?.key ? { svcCaptureKey: memo.key, svcCaptureDigest: memo.digest } : null
}

export function memoOfPayment(seals: Seals, accountId: string, metadata: Stripe.Metadata | null | undefined) {
  const isOurs = seals.isOurs(metadata?.svcSeal, accountId, metadata?.svcPaymentId)
  return isOurs ? memoIn(metadata?.svcKey, metadata?.svcDigest) : null
}

export function memoOfRefund(
  seals: Seals,
  accountId: string,
  { metadata, payment_intent: intent }: Pick<Stripe.Refund, 'metadata' | 'payment_intent'>,
): Memo | null {
  const isOurs = seals.isOurs(metadata?.svcSeal, accountId, idOf(intent) ?? undefined, metadata?.svcRefundId)
  if (!isOurs) return null
  const memo = memoIn(metadata?.svcKey, metadata?.svcDigest)
  const operationId = memo.key === null && memo.digest ? operationIdIn(metadata?.svcOperation) : null
  return operationId ? { ...memo, operationId } : memo
}

export function memoOfCapture(metadata: Stripe.Metadata | undefined): Memo | null {
  return metadata?.svcCaptureKey ? memoIn(metadata.svcCaptureKey, metadata.svcCaptureDigest) : null
}

/** The seal does not cover these fields, so an edit of the metadata can damage them. Then the key is lost. */
function memoIn(key: string | undefined, digest: string | undefined): Memo {
  const isWhole = /^[\w-]{43}$/.test(digest ?? '') && (key ?? 'none').length <= 255
  return isWhole ? { key: key ?? null, digest: digest ?? '' } : { key: null, digest: '' }
}
