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
    amountCaptured: 0,
    amountRefunded: 0,
    captured: false,
    disputed: false,
    currency: intent.currency,
    application: intent.application,
    applicationFee: null,
    applicationFeeAmount: intent.application_fee_amount,
    payment_intent: intent.id,
    customer: intent.customer,
    description: intent.description,
    receiptEmail: intent.receipt_email,
    receiptAt: settings.url,
    shipping: intent.shipping,
    statementDescriptor: intent.statement_descriptor,
    statementDescriptorSuffix: intent.statement_descriptor_suffix,
    onStatement: onStatement(tx.tables.account.get(intent.account), intent, method.type),
    transferGroup: intent.transfer_group,
    metadata: intent.metadata,
    failure: null,
    captureBefore: null,
    paymentMethod: method.id,
    paidWith: {
      type: method.type,
      billing: method.billing,
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
