import { channel } from 'node:diagnostics_channel'
import stringify from 'safe-stable-stringify'
import { sha256 } from '../crypto.ts'
import type { MerchantId, OperationId, PaymentId, RefundId } from '../ids.ts'
import type { Capture, Memo, NewAccount, NewPayment, NewRefund } from '../processors/port.ts'
import type { NewLocation, NewReader } from '../processors/terminal-port.ts'

/** The arguments of each kind: everything that is needed to resume the operation. */
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
  location: NewLocation & { at: OnAccount }
  reader: NewReader & { at: OnAccount }
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
/** A call on an existing payment. */
export type OnPaymentKind = Exclude<MoneyKind, 'create'>

/** The payment of an operation, by kind; null for kinds that move no money. */
type OperationSubject = Record<MoneyKind, PaymentId> & Record<Exclude<OperationKind, MoneyKind>, null>

export interface Operation<Kind extends OperationKind = OperationKind> {
  merchantId: MerchantId
  operationId: OperationId
  kind: Kind
  paymentId: OperationSubject[Kind]
  attempt: number
  state: 'started' | 'done' | 'refused'
  requestDigest: Buffer
  arguments: OperationArguments[Kind] & Pick<OperationRequest, 'callKey'>
  response: Buffer | null
  /** Its caller may not have received the answer, so a call without a key may be a blind retry of it. */
  answerOwed: boolean
  /** When the operation began, or was last restarted after a refusal. */
  createdAt: Date
}

/** An operation that this process may perform while its lease lasts. */
export interface LeasedOperation<Kind extends OperationKind = OperationKind> extends Operation<Kind> {
  leaseId: string
  /** How often the recovery job has resumed it. */
  resumes: number
  /** Who resumed it after an earlier try, which may have reached the processor; null for the first try. */
  resumedBy: 'caller' | 'job' | null
  /** The traceparent of its span; null or absent if it is not traced. */
  traceparent?: string | null
}

/** `kind` discriminates the union. */
export type MoneyOperation = { [Kind in MoneyKind]: LeasedOperation<Kind> }[MoneyKind]

export type Lease = Pick<LeasedOperation, 'merchantId' | 'operationId' | 'leaseId'>

export const runsAlone = (kind: OperationKind) => kind === 'capture' || kind === 'cancel'

/** A caller's request, and the key under which it takes effect once. */
export interface OperationRequest<Kind extends OperationKind = OperationKind> {
  merchantId: MerchantId
  kind: Kind
  /** The payment that it creates or changes. */
  paymentId: OperationSubject[Kind]
  idempotencyKey: string | null
  /** The result of `callKeyOf`: null without a key. */
  callKey: string | null
  /** Requests with equal digests are the same request. */
  digest: Buffer
  /** Whether a call without a key may be a blind retry of it. */
  answerOwed: boolean
  /** The call's X-Correlation-Id; null for the service's own calls. */
  traceId: string | null
}

/** A request with everything that is stored before the processor is called. */
export interface NewOperation<Kind extends OperationKind> extends OperationRequest<Kind> {
  arguments: OperationArguments[Kind]
  at: Date
  /** The traceparent of its span, if it is traced. */
  traceparent?: string | null
}

const minRecoveryMs = 500
export const maxRecoveryMs = 600_000

/**
 * The delay from a try without an outcome to the recovery job's next try; null keeps the time already set. The
 * delay lets a caller who got "outcome unknown" retry first, and doubles while the processor is down. Callers' retries
 * do not change it.
 */
export function recoverAfterMs({ resumedBy, resumes }: LeasedOperation): number | null {
  if (resumedBy === 'caller') return null
  return resumedBy === null ? minRecoveryMs : Math.min(minRecoveryMs * 2 ** resumes, maxRecoveryMs)
}

/**
 * Derived from the call alone, so the processor recognizes a call even if this database lost it in a restore. Null
 * without a key, because nothing distinguishes such calls.
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

type Asked = Pick<Operation, 'operationId'> & { arguments: Pick<OperationRequest, 'callKey'> }

/** The same for every try of an attempt, so that asking twice cannot act twice. */
export const processorKeyOf = ({ operationId, arguments: { callKey } }: Asked, attempt: number) =>
  `${callKey ?? operationId}-${attempt}`

/** The memo for the processor to store. */
export const memoOf = ({ requestDigest, arguments: { callKey } }: Operation): Memo => {
  return { key: callKey, digest: requestDigest.toString('base64url') }
}

/** The key was used before, with another body. */
export const otherRequest = {
  kind: 'refused',
  refusal: { reason: 'key_conflict', code: null, message: 'The key was used before, with another body.' },
} as const

/**
 * The body's key order and white space make no difference; its values do. Digests are stored permanently, so this must
 * not change.
 */
export const digestOf = (request: unknown): Buffer => sha256(stringify(request) ?? '')

const steps = channel('svcpay:operation')

export type Step = 'started' | 'answered' | 'settled'

/** Lets tests stop the process at the worst moment. */
export function reached(step: Step, { kind, operationId }: Operation): void {
  if (steps.hasSubscribers) steps.publish({ step, kind, operationId })
}
