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

/** What the service asks of a processor, in the service's own words. */
export interface Processor extends ProcessorLists {
  readonly name: string
  /** Takes no new payments. The settings say so, not the adapter. */
  readonly isDraining?: boolean
  /** Given to browsers, with the account, to complete a payment. Empty where browsers need none. */
  readonly publishableKey: string
  /** The time by its clock, asked on an account or the platform's own; null if its answer has no date. */
  readTime(accountId: string | null): Promise<Outcome<Date | null>>
  createPayment(call: Call, payment: NewPayment): Promise<Outcome<CreatedPayment>>
  capturePayment(call: Call, capture: Capture): Promise<Outcome<PaymentSnapshot>>
  cancelPayment(call: Call, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  refundPayment(call: Call, refund: NewRefund): Promise<Outcome<RefundedPayment>>
  /** The payment with this id of ours, among those made since a time; null if there is none. */
  findPayment(accountId: string, paymentId: string, since: Date): Promise<Outcome<CreatedPayment | null>>
  /** The payment as it is now, with all its refunds and what is held of the platform's fee. */
  readPayment(accountId: string, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  /** The payment, if this service made it: by its seal, and not a copy of another. */
  readOwnPayment(accountId: string, processorPaymentId: string): Promise<Outcome<OwnPayment | null>>
  readDispute(accountId: string, processorDisputeId: string): Promise<Outcome<DisputeSnapshot>>
  /** The payment that a charge belongs to; null for a charge without one. */
  findPaymentOfCharge(accountId: string, chargeId: string): Promise<Outcome<string | null>>
  /**
   * Where a charge or a fee on one is, whoever's it is: its account and payment; null if the id is neither's. Absent
   * where the platform cannot ask without naming the account.
   */
  findCharged?(id: string): Promise<Outcome<ChargedPayment | null>>
  createAccount(idempotencyKey: string, account: NewAccount): Promise<Outcome<AccountSnapshot>>
  /** The account made under a key, among those made since a time; null if there is none. */
  findAccount(idempotencyKey: string, since: Date): Promise<Outcome<AccountSnapshot | null>>
  readAccount(accountId: string): Promise<Outcome<AccountSnapshot>>
  /** A page of the processor where the merchant completes onboarding. */
  createAccountLink(link: NewAccountLink): Promise<Outcome<AccountLink>>
  /** Completes a payment with a test card, as a customer would. Absent with live keys. */
  payWithTestCard?(accountId: string, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  /** Null for a processor without card readers. */
  readonly terminal: TerminalProcessor | null
  /**
   * The source whose events share turns, found cheaply in a webhook that is not parsed yet. Null unless the webhook was
   * signed recently, with one of this processor's secrets.
   */
  webhookSource(body: Buffer, headers: WebhookHeaders, now: Date): string | null
  /** Why a webhook without a source is refused. */
  webhookFault(body: Buffer, headers: WebhookHeaders, now: Date): WebhookFault
  /** The event in a signed webhook; null if it is not an event at all. */
  readWebhook(body: Buffer): ProcessorEvent | null
  /** The event in a body whose signature was verified before. */
  readEvent(body: Buffer): ProcessorEvent
  /** The webhook endpoints registered at the processor. Absent if it does not list them. */
  listWebhooks?(): Promise<Outcome<Webhook[]>>
  /** A page of an account's events, or of the platform's own fees, newest first. Empty where there is no such list. */
  listEvents(accountId: string | null, page: EventPage): Promise<Outcome<Listed<ListedEvent>>>
}

/** What not every vendor has. */
type OptionalPart =
  | 'publishableKey'
  | 'readTime'
  | 'readOwnPayment'
  | 'findPaymentOfCharge'
  | 'terminal'
  | 'webhookFault'
  | 'listEvents'

/** A processor as an adapter provides it. What it leaves out is put in by `complete.ts`. */
export type Adapter = Omit<Processor, OptionalPart> & Partial<Pick<Processor, OptionalPart>>

/** `late`: one of our secrets signed it, but more than five minutes ago or in the future. */
export const webhookFaults = ['unsigned', 'wrong_signature', 'late'] as const
export type WebhookFault = (typeof webhookFaults)[number]

/** Where the processor sends events. */
export interface Webhook {
  url: string
  isEnabled: boolean
  /** Whose events it is sent: those of connected accounts, or the platform's own. */
  listensTo: 'accounts' | 'platform'
  /** The event types the service needs from it and does not get. */
  missingEvents: string[]
  /** The API version of its events; null for the account's default. */
  version: string | null
  /** Whether the service reads events of that version; null for the account's default, which the processor does not say. */
  isReadable: boolean | null
}

export type WebhookHeaders = Record<string, string | string[] | undefined>

export interface ProcessorEvent {
  id: string
  type: string
  accountId: string | null
  createdAt: Date
  /** The key of the call of ours that caused it, if one did. */
  callKey?: string
  subject: EventSubject
}

/** Events since a time, by the processor's clock, that are listed after the event with this id. */
export interface EventPage {
  since: Date
  after: string | null
}

export interface ListedEvent {
  event: ProcessorEvent
  body: Buffer
}

/** What an event says about something this service keeps. */
export type EventSubject =
  | {
      kind: 'payment'
      processorPaymentId: string
      paymentId: string | null
      /** It carries our seal. Null when it does not show: only the payment itself tells. */
      isOurs: boolean | null
      report: PaymentReport
    }
  /** The platform's fee on a charge, which says nothing of the payment. */
  | { kind: 'fee'; chargeId: string; fee: FeeSnapshot }
  /** Something about the account has changed; read the account to see what. */
  | { kind: 'account' }
  /** It may well concern this service, but its shape is unknown. */
  | { kind: 'unread' }
  /** Not even its id, type, account and time are valid. */
  | { kind: 'malformed' }
  | { kind: 'other' }

export type PaymentReport =
  | { kind: 'intent'; snapshot: PaymentSnapshot }
  | { kind: 'refund'; refund: RefundSnapshot }
  /** An authorization, or its uncaptured part, was released: no money was returned. */
  | { kind: 'released' }
  /** Refunds so far, or the release of an uncaptured part, or both: only the list of refunds tells. */
  | { kind: 'refunded_or_released'; refundedCents: number; uncapturedCents: number }
  /** All refunds so far, without saying which. */
  | { kind: 'refunded_total'; refundedCents: number }
  | { kind: 'fee'; fee: FeeSnapshot }
  /** What was paid with, and nothing else. */
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
  /** Absent: everything that is authorized at the processor then. */
  amountCents?: number
  /** Null leaves the fee as the processor has it. */
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

interface RefundedPayment {
  refund: RefundSnapshot
  /** Null if it could not be read, or was not to be returned. */
  fee: FeeSnapshot | null
}

export interface NewAccount {
  email: string | null
  country: string
  /** The business, as the processor's pages show it. Operations stored by earlier releases have none. */
  name?: string
  merchantId?: string
}

interface ChargedPayment {
  accountId: string
  processorPaymentId: string
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
