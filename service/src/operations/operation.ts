import { sha256 } from '../crypto.ts'
import type { MerchantId, OperationId, PaymentId } from '../ids.ts'

/** Those that move money: the recovery job finishes them. */
export const recoveredKinds = ['create', 'capture', 'refund', 'cancel'] as const
export type PaymentOperationKind = (typeof recoveredKinds)[number]

/** Those that a caller may want once; without a retry there is nothing to finish. */
export type OtherOperationKind = 'location' | 'reader' | 'account' | 'account_request' | 'redeliver'

export type OperationKind = PaymentOperationKind | OtherOperationKind

export interface Operation {
  merchantId: MerchantId
  operationId: OperationId
  kind: OperationKind
  /** The payment it is about; none for operations of other kinds. */
  paymentId: PaymentId
  intent: unknown
  attempt: number
  state: 'started' | 'done' | 'refused'
  requestDigest: Buffer
  leaseId: string | null
  /** Somebody works on it, by the database's clock: those of instances may differ. */
  isLeased: boolean
  response: Buffer | null
  /** Its caller named no key and was not seen to get the answer. */
  answerOwed: boolean
  /** Of its present attempt. */
  createdAt: Date
}

/** An operation that is ours to perform while the lease lasts. */
export interface Claimed extends Operation {
  /** Somebody had it before and may have asked the processor. */
  resumed: boolean
}

/** What a caller wants, and the name under which it wants it once. */
export interface OperationRequest {
  merchantId: MerchantId
  kind: OperationKind
  idempotencyKey: string | null
  /** Of everything that makes two requests the same one. */
  digest: Buffer
}

/** A caller who got "outcome unknown" retries at once; the job leaves it that chance, and a processor that is down its peace. */
export const recoveryPatience = { leastMs: 500, mostMs: 600_000 }

/** When the recovery job takes it up, if nobody does before; null for what it leaves to a retry. */
export function recoveryDueAt(operation: { kind: string; resumes: number; leaseUntil: Date }): Date | null {
  if (!recoveredKinds.some(kind => kind === operation.kind)) return null
  const { leastMs, mostMs } = recoveryPatience
  return new Date(operation.leaseUntil.getTime() + Math.min(leastMs * 2 ** operation.resumes, mostMs))
}

/** The same for every try until the processor has definitely refused: asking twice cannot act twice. */
export function processorKeyOf(operation: Operation): string {
  return `${operation.operationId}-${operation.attempt}`
}

/** Key order and white space of the body do not matter, its values do. */
export function digestOf(request: unknown): Buffer {
  return sha256(canonical(request))
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value)
}

/** What a request finds under its key. */
export type Found = 'replay' | 'conflict' | 'in_progress' | 'resume' | 'restart'

/** A refused operation has freed its key, so that any body may start it anew. */
export function judge(operation: Operation, digest: Buffer): Found {
  if (operation.state === 'refused') return 'restart'
  if (!operation.requestDigest.equals(digest)) return 'conflict'
  if (operation.state === 'done') return 'replay'
  return operation.isLeased ? 'in_progress' : 'resume'
}
