import type { ApplicationFeeRecord } from '../application-fees/application-fee.ts'
import type { ChargeRecord } from '../charges/charge.ts'
import type { AccountLinkRecord, AccountRecord } from '../connect/account.ts'
import type { ApplicationRecord } from '../connect/application.ts'
import type { CustomerRecord } from '../customers/customer.ts'
import type { DisputeRecord } from '../disputes/dispute.ts'
import type { DeliveryRecord } from '../events/delivery.ts'
import type { EventRecord } from '../events/event.ts'
import type { WebhookEndpointRecord } from '../events/webhook-endpoint.ts'
import type { PaymentIntentRecord } from '../payment-intents/payment-intent.ts'
import type { PaymentMethodRecord } from '../payment-methods/payment-method.ts'
import type { RefundRecord } from '../refunds/refund.ts'
import type { LocationRecord } from '../terminal/location.ts'
import type { ReaderRecord } from '../terminal/reader.ts'
import type { JobRecord } from '../time/jobs.ts'
import { Table } from './table.ts'

/** Things an event can speak of, and that a request can answer with. */
export interface Objects {
  account: AccountRecord
  application: ApplicationRecord
  application_fee: ApplicationFeeRecord
  charge: ChargeRecord
  customer: CustomerRecord
  dispute: DisputeRecord
  location: LocationRecord
  payment_intent: PaymentIntentRecord
  payment_method: PaymentMethodRecord
  reader: ReaderRecord
  refund: RefundRecord
  webhook_endpoint: WebhookEndpointRecord
}
export type ObjectKind = keyof Objects

/** One version of one object. */
export type Snapshot = { [K in ObjectKind]: { kind: K; record: Objects[K] } }[ObjectKind]

/** The compiler cannot follow that kind and record belong together; the signature says it instead. */
export function snapshotOf<K extends ObjectKind>(kind: K, record: Objects[K]): Snapshot {
  return { kind, record } as Snapshot
}

export interface Records extends Objects {
  account_link: AccountLinkRecord
  delivery: DeliveryRecord
  event: EventRecord
  job: JobRecord
}
export type Kind = keyof Records
export type Tables = { [K in Kind]: Table<Records[K]> }

export function emptyTables(): Tables {
  return {
    account: new Table(),
    account_link: new Table(),
    application: new Table(),
    application_fee: new Table(['charge']),
    charge: new Table(['payment_intent']),
    customer: new Table(),
    delivery: new Table(['event']),
    dispute: new Table(['charge', 'payment_intent']),
    event: new Table(),
    job: new Table(),
    location: new Table(),
    payment_intent: new Table(),
    payment_method: new Table(),
    reader: new Table(),
    refund: new Table(['charge', 'payment_intent']),
    webhook_endpoint: new Table(),
  }
}
