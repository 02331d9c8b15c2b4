import type { Call, Outcome } from './outcomes.ts'
import type { TerminalProcessor } from './terminal-port.ts'

/** What the service asks of a processor, in the service's own words. */
export interface Processor {
  readonly name: string
  /** Given to browsers, with the account, to complete a payment. */
  readonly publishableKey: string
  /** What its clock says just now, asked on an account or the platform's own; null when its answer has no date. */
  readTime(accountId: string | null): Promise<Outcome<Date | null>>
  createPayment(call: Call, payment: NewPayment): Promise<Outcome<CreatedPayment>>
  capturePayment(call: Call, capture: Capture): Promise<Outcome<PaymentSnapshot>>
  cancelPayment(call: Call, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  refundPayment(call: Call, refund: NewRefund): Promise<Outcome<RefundedPayment>>
  /** The payment that carries this id of ours, of those made since a moment; null when there is none. */
  findPayment(accountId: string, paymentId: string, since: Date): Promise<Outcome<CreatedPayment | null>>
  /** The payment as it is now, with all its refunds and what is held of the platform's fee. */
  readPayment(accountId: string, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  readDispute(accountId: string, processorDisputeId: string): Promise<Outcome<DisputeSnapshot>>
  /** The payment that a charge belongs to; null for one that was made without. */
  findPaymentOfCharge(accountId: string, chargeId: string): Promise<Outcome<string | null>>
  createAccount(idempotencyKey: string, account: NewAccount): Promise<Outcome<AccountSnapshot>>
  /** The account that was made under a key, of those made since a moment; null when there is none. */
  findAccount(idempotencyKey: string, since: Date): Promise<Outcome<AccountSnapshot | null>>
  readAccount(accountId: string): Promise<Outcome<AccountSnapshot>>
  /** A page of the processor where the merchant completes onboarding. */
  createAccountLink(link: NewAccountLink): Promise<Outcome<AccountLink>>
  /** Null for a processor without card readers. */
  readonly terminal: TerminalProcessor | null
  /** Unsigned: not with one of this processor's secrets, or not just now. */
  readWebhook(body: Buffer, headers: WebhookHeaders, now: Date): ProcessorEvent | 'unsigned' | 'no_event'
  /** Whose events share turns, told cheaply from a webhook that is not read yet; null when it is unsigned. */
  webhookSource(body: Buffer, headers: WebhookHeaders, now: Date): string | null
  /** The event in a body whose signature was verified before. */
  readEvent(body: Buffer): ProcessorEvent
  /** A page of an account's events, or of those of the platform's own fees, newest first. */
  listEvents(accountId: string | null, page: EventPage): Promise<Outcome<ListedEvents>>
}

export type WebhookHeaders = Record<string, string | string[] | undefined>

export interface ProcessorEvent {
  id: string
  type: string
  accountId: string | null
  createdAt: Date
  subject: EventSubject
}

/** Those that happened since a moment, by the processor's clock, and are listed behind an event of this id. */
export interface EventPage {
  since: Date
  after: string | null
}

interface ListedEvents {
  events: ListedEvent[]
  hasMore: boolean
}

export interface ListedEvent {
  event: ProcessorEvent
  body: Buffer
}

/** What an event says about something this service keeps. */
export type EventSubject =
  | { kind: 'payment'; processorPaymentId: string; paymentId: string | null; report: PaymentReport }
  /** The platform's fee on a charge, which says nothing of the payment. */
  | { kind: 'fee'; chargeId: string; fee: FeeSnapshot }
  /** Something about the account has changed; what, the account itself tells. */
  | { kind: 'account' }
  /** It may well concern this service, but its shape is not known here. */
  | { kind: 'unread' }
  /** Not even its id, type, account and time are what they must be. */
  | { kind: 'malformed' }
  | { kind: 'other' }

export type PaymentReport =
  | { kind: 'intent'; snapshot: PaymentSnapshot }
  | { kind: 'refund'; refund: RefundSnapshot }
  /** An authorization, or what was not captured of it, was let go: no money went back. */
  | { kind: 'released' }
  /** Refunds so far, or the release of what was not captured, or both: only the list of refunds tells. */
  | { kind: 'refunded_or_released'; refundedCents: number; uncapturedCents: number }
  /** All refunds so far, without saying which. */
  | { kind: 'refunded_total'; refundedCents: number }
  | { kind: 'fee'; fee: FeeSnapshot }
  | { kind: 'dispute'; dispute: DisputeSnapshot }
  /** Something has changed; what, the payment itself tells. */
  | { kind: 'changed' }

export interface DisputeSnapshot {
  processorDisputeId: string
  amountCents: number
  reason: string | null
  /** A warning is an inquiry: no money has moved. */
  state: 'warning' | 'open' | 'won' | 'lost'
  /** When evidence must be in, in ISO 8601; null when none is asked for. */
  dueBy?: string | null
}

export interface NewPayment {
  amountCents: number
  feeCents: number
  currency: string
  captureMethod: 'automatic' | 'manual'
  paymentMethodTypes: string[] | null
  customerId: string | null
  description: string | null
  metadata: Record<string, string>
}

export interface CreatedPayment {
  snapshot: PaymentSnapshot
  clientSecret: string
}

export interface Capture {
  processorPaymentId: string
  /** Absent: all that is authorized at the processor when it is asked. */
  amountCents?: number
  /** Null leaves the fee as the processor has it. */
  feeCents: number | null
}

export interface NewRefund {
  processorPaymentId: string
  amountCents: number
  reason: RefundReason | null
  returnFee: boolean
  metadata: Record<string, string>
}

export type RefundReason = 'requested_by_customer' | 'duplicate' | 'fraudulent'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

/**
 * A payment as the processor sees it at some moment. Every report of a payment has the fields that are not optional,
 * so that zero and null mean none. What is absent was not reported, which says nothing.
 */
export interface PaymentSnapshot {
  processorPaymentId: string
  status: IntentStatus
  currency: string
  captureMethod: 'automatic' | 'manual'
  /** What is asked of the customer and, once authorized, what can be captured: a tip or a change there included. */
  amountCents: number
  capturedCents: number
  /** What the payment names as the platform's fee: zero where it names none. */
  feeCents: number
  /** What the processor holds of the fee. Absent when it was not asked. */
  fee?: FeeSnapshot
  failure: { code: string; message: string } | null
  /** Absent when it was not asked. */
  refunds?: RefundSnapshot[]
  /** The processor counts what was not captured among the refunds of this payment. */
  showsRelease?: boolean
}

/** Totals: what was taken as the platform's fee, and what of it was returned. */
export interface FeeSnapshot {
  /** That in which the account is paid can be another than the payment's. Absent where there is no fee. */
  currency?: string
  amountCents: number
  refundedCents: number
}

interface RefundedPayment {
  refund: RefundSnapshot
  /** Null when it could not be read, or nothing was asked to be returned. */
  fee: FeeSnapshot | null
}

export interface RefundSnapshot {
  processorRefundId: string
  /** The refund's id in this service, when this service made it. */
  refundId: string | null
  amountCents: number
  state: 'pending' | 'succeeded' | 'failed'
}

export interface NewAccount {
  email: string | null
  country: string
  /** The business, as the processor's pages show it. Operations stored by earlier releases have none. */
  name?: string
}

interface NewAccountLink {
  accountId: string
  returnUrl: string
  refreshUrl: string
}

interface AccountLink {
  url: string
  expiresAt: Date
}

export interface AccountSnapshot {
  accountId: string
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
  disabledReason: string | null
  pastDue: boolean
  currentlyDue: string[]
}
