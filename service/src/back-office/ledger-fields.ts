import { Type } from '@fastify/type-provider-typebox'
import { CurrencyField, PaymentIdField, sample, Text, Whole } from '../http/fields.ts'
import { Nullable, Timestamp } from '../http/schemas.ts'

export const EntryKindField = Type.String({
  enum: [
    'capture',
    'refund',
    'refund_failed',
    'fee_correction',
    'fee_refund',
    'dispute',
    'dispute_won',
    'dispute_lost',
  ],
  description: 'What kind of posting it is',
  examples: ['capture'],
})

export const ledgerAmounts = {
  currency: CurrencyField,
  customerCents: Whole('Negative: paid by the customer', -4999),
  merchantCents: Whole('Due to the merchant', 4949),
  platformFeesCents: Whole('Due to the platform', 50),
  disputeHoldCents: Whole('Held back because of disputes', 0),
}

export const entryFields = {
  fact: Text('What was posted; each fact is posted once', 'capture'),
  kind: EntryKindField,
  source: Text('The operation or event that caused it', sample.eventId),
  ...ledgerAmounts,
  postedAt: Timestamp('When it was posted'),
}

export const EntrySchema = Type.Object(
  {
    svcPaymentId: PaymentIdField,
    orderRef: Nullable(Text('The payment’s order reference; null when it has none', 'order-1001')),
    ...entryFields,
  },
  { title: 'LedgerEntry', description: 'One posting. Its four amounts add up to zero.' },
)
