import type { Snapshot } from '../records/snapshot.ts'
import { toAccount } from './account.ts'
import { toApplication } from './application.ts'
import { toApplicationFee } from './application-fee.ts'
import { toBalance } from './balance.ts'
import { toCharge } from './charge.ts'
import { toCheckoutSession } from './checkout-session.ts'
import { deletedCustomer, toCustomer } from './customer.ts'
import { toDispute } from './dispute.ts'
import { toExternalAccount } from './external-account.ts'
import { toLocation } from './location.ts'
import { toPaymentIntent } from './payment-intent.ts'
import { toPaymentMethod } from './payment-method.ts'
import { toPayout } from './payout.ts'
import { toPerson } from './person.ts'
import { toReader } from './reader.ts'
import { toRefund } from './refund.ts'
import { toSetupIntent } from './setup-intent.ts'
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
    case 'balance':
      return toBalance(snapshot.record)
    case 'charge':
      return toCharge(snapshot.record)
    case 'checkout_session':
      return toCheckoutSession(snapshot.record)
    case 'customer':
      return snapshot.record.deleted ? deletedCustomer(snapshot.record.id) : toCustomer(snapshot.record)
    case 'dispute':
      return toDispute(snapshot.record)
    case 'external_account':
      return toExternalAccount(snapshot.record)
    case 'location':
      return toLocation(snapshot.record)
    case 'payment_intent':
      return toPaymentIntent(snapshot.record)
    case 'payment_method':
      return toPaymentMethod(snapshot.record)
    case 'payout':
      return toPayout(snapshot.record)
    case 'person':
      return toPerson(snapshot.record)
    case 'reader':
      return toReader(snapshot.record)
    case 'refund':
      return toRefund(snapshot.record)
    case 'setup_intent':
      return toSetupIntent(snapshot.record)
    case 'webhook_endpoint':
      return toWebhookEndpoint(snapshot.record)
  }
}
