import type { Outcome } from './outcomes.ts'
import type {
  AccountSnapshot,
  DisputeSnapshot,
  FeeSnapshot,
  OwnPayment,
  PaymentSnapshot,
  RefundSnapshot,
} from './snapshots.ts'

/** Everything that a processor has, newest first, to compare with our own records. */
export interface ProcessorLists {
  listPayments(accountId: string, page: PeriodPage): Page<ListedPayment>
  listRefunds(accountId: string, page: PeriodPage): Page<OfPayment<{ refund: RefundSnapshot }>>
  listDisputes(accountId: string, page: PeriodPage): Page<OfPayment<{ dispute: DisputeSnapshot }>>
  /** An item is null if this service did not create the account. */
  listAccounts(page: PeriodPage): Page<{ merchantId: string; snapshot: AccountSnapshot } | null>
  /** Movements by payments, refunds and disputes on an account, or by fees on the platform's own account. */
  listMovements(accountId: string | null, page: PeriodPage): Page<Movement>
}

type Page<Item> = Promise<Outcome<Listed<Item>>>

/** Objects created in a period by the processor's clock, end exclusive, starting after the id `after`. */
export interface PeriodPage {
  from: Date
  to?: Date
  after: string | null
}

export interface Listed<Item> {
  items: Item[]
  /** Where the next page starts; null on the last page. */
  next: string | null
}

type OfPayment<Item> = Item & { processorPaymentId: string | null }

export interface ListedPayment {
  snapshot: PaymentSnapshot
  createdAt: Date
  /** The svcPaymentId in its metadata. Other software may have written it. */
  paymentId: string | null
  /** What it was created with, if it carries our seal. A copy of such a payment carries the seal, too. */
  own: OwnPayment | null
}

export type MovementKind =
  | 'payment'
  | 'refund'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'fee'
  | 'fee_refund'

/** Incoming or outgoing money, in the currency of the payment. */
export interface Movement {
  kind: MovementKind
  /** The merchant's account, even for a fee. */
  accountId: string
  processorPaymentId: string
  currency: string
  /** Negative for outgoing money. */
  amountCents: number
  createdAt: Date
  /** Our id in the payment's metadata, if sealed. Only for payments and fees. */
  ownPaymentId?: string
  /** The refund or dispute that caused it, in its current state. */
  refund?: RefundSnapshot
  dispute?: DisputeSnapshot
  fee?: FeeSnapshot
}
