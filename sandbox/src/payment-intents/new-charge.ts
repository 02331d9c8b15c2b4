import type { Settings } from '../api/route.ts'
import type { ChargeRecord, ThreeDSecure } from '../records/charge.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import { isDebit } from '../simulated/payment-method-types.ts'
import type { Tx } from '../store/store.ts'
import { onStatement } from './on-statement.ts'

/** Circumstances of a charge, apart from its payment method. */
export interface Presence {
  /** The shopper's bank has authenticated the shopper, or says that it cannot. */
  readonly threeDSecure?: ThreeDSecure
  readonly reader?: string
  readonly location?: string | null
}

/** Not stored yet, because its status depends on the outcome. */
export function newCharge(
  tx: Tx,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  settings: Settings,
  presence: Presence,
): ChargeRecord {
  return {
    id: `${isDebit(method.type) ? 'py' : 'ch'}_3${tx.random(23)}`,
    account: intent.account,
    seq: tx.nextSeq(),
    created: tx.now,
    status: 'succeeded',
    amount: intent.amount,
    amount_captured: 0,
    amountRefunded: 0,
    amountReleased: 0,
    captured: false,
    disputed: false,
    currency: intent.currency,
    application: intent.application,
    application_fee: null,
    balance_transaction: null,
    application_fee_amount: intent.application_fee_amount,
    payment_intent: intent.id,
    customer: intent.customer,
    description: intent.description,
    receipt_email: intent.receipt_email,
    receiptAt: settings.url,
    shipping: intent.shipping,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    calculated_statement_descriptor: onStatement(tx.tables.account.get(intent.account), intent, method.type),
    transfer_group: intent.transfer_group,
    metadata: intent.metadata,
    fraud_details: {},
    failure: null,
    captureBefore: null,
    payment_method: method.id,
    paidWith: {
      type: method.type,
      billing_details: method.billing_details,
      card: method.card,
      bank: method.bank,
      iban: method.iban,
      behavior: method.behavior,
      threeDSecure: presence.threeDSecure ?? null,
      reader: presence.reader ?? null,
      location: presence.location ?? null,
    },
  }
}
