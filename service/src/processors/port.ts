import type { Listed, ProcessorLists } from './lists-port.ts'
import type { Call, Outcome } from './outcomes.ts'
import type {
  AccountSnapshot,
  CreatedPayment,
  DisputeSnapshot,
  FeeSnapshot,
  Memo,
  OwnPayment,
  PaymentMethod,
  PaymentSnapshot,
  RefundSnapshot,
} from './snapshots.ts'
import type { TerminalProcessor } from './terminal-port.ts'

export type * from './snapshots.ts'

/** What the service needs from a processor, in the service's own terms. */
export interface Processor extends ProcessorLists {
  readonly name: string
  /** Takes no new payments. Set by the operator, not by the adapter. */
  readonly isDraining?: boolean
  /** Browsers need it, with the account, to complete a payment. Empty if they need none. */
  readonly publishableKey: string
  /** The processor's time, read with a call on this account or on the platform's own; null if the answer has no date. */
  readTime(accountId: string | null): Promise<Outcome<Date | null>>
  createPayment(call: Call, payment: NewPayment): Promise<Outcome<CreatedPayment>>
  capturePayment(call: Call, capture: Capture): Promise<Outcome<PaymentSnapshot>>
  cancelPayment(call: Call, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  /** The fee is null if it could not be read, or if no fee was to be returned. */
  refundPayment(
    call: Call,
    refund: NewRefund,
  ): Promise<Outcome<{ refund: RefundSnapshot; fee: FeeSnapshot | null }>>
  /** The payment with our id, among those created since a time; null if there is none. */
  findPayment(accountId: string, paymentId: string, since: Date): Promise<Outcome<CreatedPayment | null>>
  /** The payment as it is now, with all its refunds and the part of the platform's fee still held. */
  readPayment(accountId: string, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  /** The payment, if this service created it: it has our seal and is not a copy of another payment. */
  readOwnPayment(accountId: string, processorPaymentId: string): Promise<Outcome<OwnPayment | null>>
  readDispute(accountId: string, processorDisputeId: string): Promise<Outcome<DisputeSnapshot>>
  /** The payment that a charge belongs to; null for a charge without one. */
  findPaymentOfCharge(accountId: string, chargeId: string): Promise<Outcome<string | null>>
  /**
   * The account and payment of a charge, or of a fee on one; null if the id is neither. Absent if the platform cannot
   * ask without naming the account.
   */
  findCharged?(id: string): Promise<Outcome<{ accountId: string; processorPaymentId: string } | null>>
  createAccount(idempotencyKey: string, account: NewAccount): Promise<Outcome<AccountSnapshot>>
  /** The account created with this key, among those created since a time; null if there is none. */
  findAccount(idempotencyKey: string, since: Date): Promise<Outcome<AccountSnapshot | null>>
  readAccount(accountId: string): Promise<Outcome<AccountSnapshot>>
  /** A page at the processor where the merchant completes onboarding. */
  createAccountLink(link: {
    accountId: string
    returnUrl: string
    refreshUrl: string
  }): Promise<Outcome<{ url: string; expiresAt: Date }>>
  /** Completes a payment with a test card, as a customer would. Absent with live keys. */
  payWithTestCard?(accountId: string, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  /** Null for a processor without card readers. */
  readonly terminal: TerminalProcessor | null
  /**
   * The source whose turn the webhook takes, found cheaply before the webhook is parsed. Null unless the webhook was
   * signed recently with one of this processor's secrets.
   */
  webhookSource(body: Buffer, headers: WebhookHeaders, now: Date): string | null
  /** Why a webhook without a source is refused. */
  webhookFault(body: Buffer, headers: WebhookHeaders, now: Date): WebhookFault
  /** The event in a signed webhook; null if it is not an event. */
  readWebhook(body: Buffer): ProcessorEvent | null
  /** The event in a body whose signature was verified earlier. */
  readEvent(body: Buffer): ProcessorEvent
  /** The webhook endpoints registered at the processor. Absent if it does not list them. */
  listWebhooks?(): Promise<Outcome<Webhook[]>>
  /** A page of an account's events, or of the platform's fee events, newest first. Empty if there is no such list. */
  listEvents(accountId: string | null, page: EventPage): Promise<Outcome<Listed<ListedEvent>>>
}

/** `late`: signed with one of our secrets, but more than five minutes ago or in the future. */
export const webhookFaults = ['unsigned', 'wrong_signature', 'late'] as const
export type WebhookFault = (typeof webhookFaults)[number]

/** Where the processor sends events. */
export interface Webhook {
  url: string
  isEnabled: boolean
  /** Whose events it receives: those of connected accounts, or the platform's own. */
  listensTo: 'accounts' | 'platform'
  /** Event types that the service needs but that are not enabled. */
  missingEvents: string[]
  /** The API version of its events; null for the account's default. */
  version: string | null
  /** Whether the service can read events of that version; null for the account's default, which is unknown. */
  isReadable: boolean | null
}

export type WebhookHeaders = Record<string, string | string[] | undefined>

export interface ProcessorEvent {
  id: string
  type: string
  accountId: string | null
  createdAt: Date
  /** The key of our call that caused it, if one did. */
  callKey?: string
  subject: EventSubject
}

/** Events since a time by the processor's clock, starting after the event with this id in the list. */
export interface EventPage {
  since: Date
  after: string | null
}

export interface ListedEvent {
  event: ProcessorEvent
  body: Buffer
}

/** What an event says about an object that this service tracks. */
export type EventSubject =
  | {
      kind: 'payment'
      processorPaymentId: string
      paymentId: string | null
      /** Whether it carries our seal. Null if the event does not say; read the payment to find out. */
      isOurs: boolean | null
      report: PaymentReport
    }
  /** The platform's fee on a charge. It does not name the payment. */
  | { kind: 'fee'; chargeId: string; fee: FeeSnapshot }
  /** Something about the account has changed; read the account to see what. */
  | { kind: 'account' }
  /** It may well concern this service, but its shape is unknown. */
  | { kind: 'unread' }
  /** Its id, type, account or time is invalid. */
  | { kind: 'malformed' }
  | { kind: 'other' }

export type PaymentReport =
  | { kind: 'intent'; snapshot: PaymentSnapshot }
  | { kind: 'refund'; refund: RefundSnapshot }
  /** An authorization, or its uncaptured part, was released: no money was returned. */
  | { kind: 'released' }
  /** Refunds so far, the release of an uncaptured part, or both; read the list of refunds to find out. */
  | { kind: 'refunded_or_released'; refundedCents: number; uncapturedCents: number }
  | { kind: 'refunded_total'; refundedCents: number }
  | { kind: 'fee'; fee: FeeSnapshot }
  | { kind: 'method'; paymentMethod: PaymentMethod }
  | { kind: 'dispute'; dispute: DisputeSnapshot }
  /** Something has changed; read the payment to see what. */
  | { kind: 'changed' }

export interface NewPayment {
  amountCents: number
  feeCents: number
  currency: string
  captureMethod: 'automatic' | 'manual'
  paymentMethodTypes: string[] | null
  customerId: string | null
  description: string | null
  metadata: Record<string, string>
  memo?: Memo | undefined
}

export interface Capture {
  processorPaymentId: string
  /** If absent, captures everything that is authorized at the processor at that moment. */
  amountCents?: number
  /** Null leaves the fee unchanged at the processor. */
  feeCents: number | null
  memo?: Memo | undefined
}

export interface NewRefund {
  processorPaymentId: string
  amountCents: number
  reason: RefundReason | null
  returnFee: boolean
  metadata: Record<string, string>
  memo?: Memo | undefined
}

export type RefundReason = 'requested_by_customer' | 'duplicate' | 'fraudulent'

export interface NewAccount {
  email: string | null
  country: string
  /** The business name shown on the processor's pages. Operations stored by earlier releases have none. */
  name?: string
  merchantId?: string
}
