import type { Outcome } from './outcomes.ts'
import type {
  AccountSnapshot,
  DisputeSnapshot,
  FeeSnapshot,
  OwnPayment,
  PaymentSnapshot,
  RefundSnapshot,
} from './snapshots.ts'

/** Everything that a processor has, newest first, for those that compare it with what is known here. */
export interface ProcessorLists {
  listPayments(accountId: string, page: PeriodPage): Promise<Outcome<Listed<ListedPayment>>>
  listRefunds(accountId: string, page: PeriodPage): Promise<Outcome<Listed<ListedRefund>>>
  listDisputes(accountId: string, page: PeriodPage): Promise<Outcome<Listed<ListedDispute>>>
  /** Null in the place of an account that this service did not make. */
  listAccounts(page: PeriodPage): Promise<Outcome<Listed<OwnAccount | null>>>
  /** What moved on an account: of payments, refunds and disputes. Or, of the platform's own, its fees. */
  listMovements(accountId: string | null, page: PeriodPage): Promise<Outcome<Listed<Movement>>>
}

/** What was made in a period by the processor's clock, its end exclusive, behind the page that ended with `after`. */
export interface PeriodPage {
  from: Date
  to?: Date
  after: string | null
}

export interface Listed<Item> {
  items: Item[]
  /** Where the next page starts; null on the last. */
  next: string | null
}

export interface ListedPayment {
  snapshot: PaymentSnapshot
  createdAt: Date
  /** The id of ours that it carries. Other software may have written it. */
  paymentId: string | null
  /** What it was made with, if it carries our seal. A copy of such a payment carries it as well. */
  own: OwnPayment | null
}

interface ListedRefund {
  refund: RefundSnapshot
  processorPaymentId: string | null
}

interface ListedDispute {
  dispute: DisputeSnapshot
  processorPaymentId: string | null
}

interface OwnAccount {
  merchantId: string
  snapshot: AccountSnapshot
}

export type MovementKind =
  | 'payment'
  | 'refund'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'fee'
  | 'fee_refund'

/** Money that came or went, in the currency of the payment. */
export interface Movement {
  kind: MovementKind
  /** The merchant's, a fee's too. */
  accountId: string
  processorPaymentId: string
  currency: string
  /** Negative for money that leaves. */
  amountCents: number
  createdAt: Date
  /** The id of ours that the payment carries, under our seal. Of payments and fees. */
  ownPaymentId?: string
  /** What is behind it, as it is now. */
  refund?: RefundSnapshot
  dispute?: DisputeSnapshot
  fee?: FeeSnapshot
}
