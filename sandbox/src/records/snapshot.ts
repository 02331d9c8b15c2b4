import type { AccountRecord } from './account.ts'
import type { ApplicationRecord } from './application.ts'
import type { ApplicationFeeRecord } from './application-fee.ts'
import type { BalanceRecord } from './balance.ts'
import type { ChargeRecord } from './charge.ts'
import type { CheckoutSessionRecord } from './checkout-session.ts'
import type { CustomerRecord } from './customer.ts'
import type { DisputeRecord } from './dispute.ts'
import type { ExternalAccountRecord } from './external-account.ts'
import type { LocationRecord } from './location.ts'
import type { PaymentIntentRecord } from './payment-intent.ts'
import type { PaymentMethodRecord } from './payment-method.ts'
import type { PayoutRecord } from './payout.ts'
import type { PersonRecord } from './person.ts'
import type { ReaderRecord } from './reader.ts'
import type { RefundRecord } from './refund.ts'
import type { SetupIntentRecord } from './setup-intent.ts'
import type { WebhookEndpointRecord } from './webhook-endpoint.ts'

/** Objects that events are about and that requests return. */
export interface Objects {
  account: AccountRecord
  application: ApplicationRecord
  application_fee: ApplicationFeeRecord
  balance: BalanceRecord
  charge: ChargeRecord
  checkout_session: CheckoutSessionRecord
  customer: CustomerRecord
  dispute: DisputeRecord
  external_account: ExternalAccountRecord
  location: LocationRecord
  payment_intent: PaymentIntentRecord
  payment_method: PaymentMethodRecord
  payout: PayoutRecord
  person: PersonRecord
  reader: ReaderRecord
  refund: RefundRecord
  setup_intent: SetupIntentRecord
  webhook_endpoint: WebhookEndpointRecord
}
export type ObjectKind = keyof Objects

/** One version of one object. */
export type Snapshot = { [K in ObjectKind]: { kind: K; record: Objects[K] } }[ObjectKind]

/** The compiler cannot see that kind and record belong together, so the signature says it. */
export function snapshotOf<K extends ObjectKind>(kind: K, record: Objects[K]): Snapshot {
  return { kind, record } as Snapshot
}
