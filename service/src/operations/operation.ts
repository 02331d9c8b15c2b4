import stringify from 'safe-stable-stringify'
import { sha256 } from '../crypto.ts'
import type { MerchantId, OperationId, PaymentId, RefundId } from '../ids.ts'
import type { Capture, Memo, NewAccount, NewPayment, NewRefund } from '../processors/port.ts'
import type { NewLocation, NewReader } from '../processors/terminal-port.ts'

/** What each kind asks of the processor. Complete, so that it can be resumed without anything else. */
export interface OperationArguments {
  create: OnAccount & {
    payment: NewPayment
    orderRef: string | null
    branch: string | null
    customerRef: string | null
    /** The caller's own key for the processor, forwarded verbatim. */
    processorKey: string | null
  }
  capture: OnAccount & { capture: Capture }
  refund: OnAccount & { refundId: RefundId; refund: NewRefund }
  cancel: OnAccount & { processorPaymentId: string }
  /** Those of earlier releases do not say where they are. */
  location: NewLocation & { at?: OnAccount }
  reader: NewReader & { at?: OnAccount }
  account: NewAccount
  account_request: Record<string, never>
  redeliver: Record<string, never>
}

interface OnAccount {
  processor: string
  accountId: string
}

export type OperationKind = keyof OperationArguments

/** Kinds that move money, which the recovery job finishes. The others are finished by a retry, or not at all. */
export const moneyKinds = ['create', 'capture', 'refund', 'cancel'] as const
export type MoneyKind = (typeof moneyKinds)[number]
/** A call on a payment that exists. */
export type OnPaymentKind = Exclude<MoneyKind, 'create'>

/** The payment that an operation is about, by kind; null for kinds that move no money. */
type OperationSubject = Record<MoneyKind, PaymentId> & Record<Exclude<OperationKind, MoneyKind>, null>

/** An operation, with the arguments of its kind. */
export interface Operation<Kind extends OperationKind = OperationKind> {
  merchantId: MerchantId
  operationId: OperationId
  kind: Kind
  paymentId: OperationSubject[Kind]
  attempt: number
  state: 'started' | 'done' | 'refused'
  requestDigest: Buffer
  /** The key of the call (`callKeyOf`) is null without a caller's key, absent in operations of earlier releases. */
  arguments: OperationArguments[Kind] & { callKey?: string | null }
  response: Buffer | null
  /** Its caller may not have received the answer, so a call without a key may be a blind retry of it. */
  answerOwed: boolean
  /** Of the current attempt. */
  createdAt: Date
}

/** An operation that is ours to perform while the lease lasts. */
export interface LeasedOperation<Kind extends OperationKind = OperationKind> extends Operation<Kind> {
  leaseId: string
  /** How often the recovery job has resumed it. */
  resumes: number
  /** Who resumes it, after an earlier try that may have reached the processor; null for the first try. */
  resumedBy: 'caller' | 'job' | null
  /** Of its span; null or absent when it is not traced. */
  traceparent?: string | null
}

/** Its kind tells which one it is. */
export type MoneyOperation = { [Kind in MoneyKind]: LeasedOperation<Kind> }[MoneyKind]

/** An operation and the lease under which it is held. */
export type Lease = Pick<LeasedOperation, 'merchantId' | 'operationId' | 'leaseId'>

export const runsAlone = (kind: OperationKind) => kind === 'capture' || kind === 'cancel'

/** What a caller wants, and the key under which it happens once. */
export interface OperationRequest<Kind extends OperationKind = OperationKind> {
  merchantId: MerchantId
  kind: Kind
  /** The payment that it is about, or makes. */
  paymentId: OperationSubject[Kind]
  idempotencyKey: string | null
  /** `callKeyOf` it. */
  callKey: string | null
  /** Digest of everything that makes two requests the same. */
  digest: Buffer
  /** Whether a call without a key may be a blind retry of it. */
  answerOwed: boolean
  /** The call's X-Correlation-Id; null for what the service does by itself. */
  traceId: string | null
}

/** A request with everything that is written down before the processor is asked. */
export interface NewOperation<Kind extends OperationKind> extends OperationRequest<Kind> {
  arguments: OperationArguments[Kind]
  at: Date
  /** Of the span that it runs in, if it is traced. */
  traceparent?: string | null
}

const minRecoveryMs = 500
export const maxRecoveryMs = 600_000

/**
 * How long after a try without an outcome the recovery job tries; null leaves its time as it was. A caller who got
 * "outcome unknown" can retry first, and the job backs off while the processor is down. Callers' retries do not count.
 */
export function recoverAfterMs({ resumedBy, resumes }: LeasedOperation): number | null {
  if (resumedBy === 'caller') return null
  return resumedBy === null ? minRecoveryMs : Math.min(minRecoveryMs * 2 ** resumes, maxRecoveryMs)
}

/**
 * Depends on the call alone: to the processor, a call that this database forgot because it was restored is still the
 * same call. Null without a key, because nothing distinguishes such calls.
 */
export function callKeyOf<Key extends string | null>(
  { merchantId, idempotencyKey }: { merchantId: MerchantId; idempotencyKey: Key },
  kind: OperationKind,
  paymentId: string | null = null,
): Key {
  if (idempotencyKey === null) return idempotencyKey
  const digest = sha256(JSON.stringify([merchantId, kind, paymentId, idempotencyKey]))
  return `svck_${digest.toString('base64url')}` as Key
}

/** The same for every try of an attempt, so that asking twice cannot act twice. */
export function processorKeyOf(asked: Pick<Operation, 'operationId' | 'arguments'>, attempt: number): string {
  return `${asked.arguments.callKey ?? asked.operationId}-${attempt}`
}

/** What the processor stores about the call; nothing for an operation of an earlier release, which asked without it. */
export function memoOf({ requestDigest, arguments: { callKey } }: Operation): Memo | undefined {
  return callKey === undefined ? undefined : { key: callKey, digest: requestDigest.toString('base64url') }
}

/** The key was used before, with another body. */
export const otherRequest = {
  kind: 'refused',
  refusal: { reason: 'key_conflict', code: null, message: 'The key was used before, with another body.' },
} as const

/**
 * Key order and white space of the body do not matter; its values do. Digests are stored for ever, so this must not
 * change.
 */
export const digestOf = (request: unknown): Buffer => sha256(stringify(request) ?? '')
