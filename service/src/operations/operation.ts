import stringify from 'safe-stable-stringify'
import { sha256 } from '../crypto.ts'
import type { MerchantId, OperationId, PaymentId, RefundId } from '../ids.ts'
import type { Capture, NewAccount, NewPayment, NewRefund } from '../processors/port.ts'
import type { NewLocation, NewReader } from '../processors/terminal-port.ts'

/** What each kind asks of the processor. Complete: whoever resumes the operation needs nothing else. */
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
  location: NewLocation
  reader: NewReader
  account: NewAccount
  account_request: Record<string, never>
  redeliver: Record<string, never>
}

interface OnAccount {
  processor: string
  accountId: string
}

export type OperationKind = keyof OperationArguments

/** Those that move money: the recovery job finishes them. Of the others, nothing is left to finish without a retry. */
export const moneyKinds = ['create', 'capture', 'refund', 'cancel'] as const
export type MoneyKind = (typeof moneyKinds)[number]

export function movesMoney(kind: string): boolean {
  return moneyKinds.some(moving => moving === kind)
}

/** The payment that an operation is about, by kind. */
type OperationSubject = Record<MoneyKind, PaymentId> & Record<Exclude<OperationKind, MoneyKind>, null>

/** An operation of one of these kinds, each with its own arguments. */
export type Operation<Kinds extends OperationKind = OperationKind> = {
  [Kind in Kinds]: OperationBase & {
    kind: Kind
    paymentId: OperationSubject[Kind]
    arguments: OperationArguments[Kind]
  }
}[Kinds]

/** What operations of all kinds have. */
export interface OperationBase {
  merchantId: MerchantId
  operationId: OperationId
  kind: OperationKind
  attempt: number
  state: 'started' | 'done' | 'refused'
  requestDigest: Buffer
  /** Somebody works on it, by the database's clock: those of instances may differ. */
  isLeased: boolean
  response: Buffer | null
  /** Its caller was not seen to get the answer, which a call without a key may be a blind retry for. */
  answerOwed: boolean
  /** Of its present attempt. */
  createdAt: Date
}

/** An operation that is ours to perform while the lease lasts. */
export type LeasedOperation<Kinds extends OperationKind = OperationKind> = Operation<Kinds> & Leased

interface Leased {
  leaseId: string
  /** How often the recovery job has taken it up. */
  resumes: number
  /** Who goes on with what another had before, and may have asked the processor for; null for its first try. */
  resumedBy: 'caller' | 'job' | null
}

export type LeasedBase = OperationBase & Leased

/** An operation and the lease under which it is held. */
export type Lease = Pick<LeasedBase, 'merchantId' | 'operationId' | 'leaseId'>

/** Two captures, or a capture and a cancel, of one payment never run side by side. */
export function runsAlone(kind: OperationKind): boolean {
  return kind === 'capture' || kind === 'cancel'
}

/** What a caller wants, and the name under which it wants it once. */
export interface OperationRequest<Kind extends OperationKind = OperationKind> {
  merchantId: MerchantId
  kind: Kind
  idempotencyKey: string | null
  /** Of everything that makes two requests the same one. */
  digest: Buffer
  /** Whether a call without a key may be a blind retry of it. */
  answerOwed: boolean
  /** The call's X-Correlation-Id; null for what the service does by itself. */
  traceId: string | null
}

/** A request with everything that is written down before the processor is asked. */
export interface NewOperation<Kind extends OperationKind> extends OperationRequest<Kind> {
  paymentId: OperationSubject[Kind]
  arguments: OperationArguments[Kind]
  at: Date
}

const leastRecoveryMs = 500
export const mostRecoveryMs = 600_000

/**
 * How long after a try without an outcome the recovery job tries; null leaves its time as it was. A caller who got
 * "outcome unknown" can retry first, and the job backs off while the processor is down. Callers' retries do not count.
 */
export function recoverAfterMs({
  resumedBy,
  resumes,
}: Pick<LeasedBase, 'resumedBy' | 'resumes'>): number | null {
  if (resumedBy === 'caller') return null
  return resumedBy === null ? leastRecoveryMs : Math.min(leastRecoveryMs * 2 ** resumes, mostRecoveryMs)
}

/** When the recovery job takes it up, if nobody does before; null for what it leaves to a retry. */
export function recoveryDueAt(operation: {
  kind: string
  leaseUntil: Date
  recoverAt: Date | null
}): Date | null {
  if (!movesMoney(operation.kind)) return null
  const { leaseUntil, recoverAt } = operation
  return recoverAt && recoverAt > leaseUntil ? recoverAt : leaseUntil
}

/** The same for every try until the processor has definitely refused: asking twice cannot act twice. */
export function processorKeyOf({ operationId, attempt }: OperationBase): string {
  return `${operationId}-${attempt}`
}

/** Key order and white space of the body do not matter, its values do. Stored for ever, so its writing must not change. */
export function digestOf(request: unknown): Buffer {
  return sha256(stringify(request) ?? '')
}

/** What a request finds under its key. */
export type KeyState = 'replay' | 'conflict' | 'in_progress' | 'resume' | 'free'

/** A refused operation has freed its key, so that any body may start it anew. */
export function judge(
  operation: Pick<OperationBase, 'state' | 'requestDigest' | 'isLeased'>,
  digest: Buffer,
): KeyState {
  if (operation.state === 'refused') return 'free'
  if (!operation.requestDigest.equals(digest)) return 'conflict'
  if (operation.state === 'done') return 'replay'
  return operation.isLeased ? 'in_progress' : 'resume'
}
