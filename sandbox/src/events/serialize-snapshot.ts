import { toApplicationFee } from '../application-fees/application-fee.ts'
import { toCharge } from '../charges/serialize.ts'
import { toApplication } from '../connect/application.ts'
import { toAccount } from '../connect/serialize.ts'
import { toCustomer } from '../customers/customer.ts'
import { toDispute } from '../disputes/dispute.ts'
import { toPaymentIntent } from '../payment-intents/serialize.ts'
import { toPaymentMethod } from '../payment-methods/serialize.ts'
import { toRefund } from '../refunds/refund.ts'
import type { Snapshot } from '../store/records.ts'
import { toLocation } from '../terminal/location.ts'
import { toReader } from '../terminal/reader.ts'
import { toWebhookEndpoint } from './webhook-endpoint.ts'

/** Any object in Stripe's shape. */
export function serializeSnapshot(snapshot: Snapshot): object {
  switch (snapshot.kind) {
    case 'account':
      return toAccount(snapshot.record)
    case 'application':
      return toApplication()
    case 'application_fee':
      return toApplicationFee(snapshot.record)
    case 'charge':
      return toCharge(snapshot.record)
    case 'customer':
      return toCustomer(snapshot.record)
    case 'dispute':
      return toDispute(snapshot.record)
    case 'location':
      return toLocation(snapshot.record)
    case 'payment_intent':
      return toPaymentIntent(snapshot.record)
    case 'payment_method':
      return toPaymentMethod(snapshot.record)
    case 'reader':
      return toReader(snapshot.record)
    case 'refund':
      return toRefund(snapshot.record)
    case 'webhook_endpoint':
      return toWebhookEndpoint(snapshot.record)
  }
}
