import { Type } from '@fastify/type-provider-typebox'
import {
  Choice,
  CurrencyField,
  Flag,
  MerchantIdField,
  PaymentIdField,
  sample,
  Text,
  Whole,
} from '../http/fields.ts'
import { Named, Nullable, Timestamp } from '../http/schemas.ts'
import { entryKinds } from './entries.ts'

const EntryKindField = Choice(entryKinds, 'The kind of posting', 'capture')

const ledgerAmounts = {
  currency: CurrencyField,
  customerCents: Whole('Negative: paid by the customer', -4999),
  merchantCents: Whole('Due to the merchant', 4949),
  platformFeesCents: Whole('Due to the platform', 50),
  disputeHoldCents: Whole('Held back because of disputes', 0),
}

export const entryFields = {
  fact: Text('The cause of the posting; each fact is posted once', 'capture'),
  kind: EntryKindField,
  source: Text('The operation or event that led to it', sample.eventId),
  ...ledgerAmounts,
  postedAt: Timestamp('When it was posted'),
}

export const EntrySchema = Named('LedgerEntry', 'One posting. Its four amounts add up to zero.', {
  svcPaymentId: PaymentIdField,
  orderRef: Nullable(Text('The payment’s order reference; null when it has none', 'order-1001')),
  ...entryFields,
})

export const BalanceSchema = Named('LedgerBalance', 'A merchant’s balances in one currency.', ledgerAmounts)

export const StatementSchema = Named(
  'Statement',
  'All postings of a period, and the balances before and after it.',
  {
    from: Timestamp('Start of the period'),
    to: Timestamp('End of the period, exclusive'),
    isFinal: Type.Boolean({ description: 'The period is over, and nothing will be added to it' }),
    lines: Type.Array(
      Named('StatementLine', 'One posting, as the merchant sees it.', {
        postedAt: Timestamp('When it was posted'),
        kind: EntryKindField,
        paymentId: PaymentIdField,
        orderRef: Nullable(Text('The merchant’s own order reference', 'order-1001')),
        currency: CurrencyField,
        grossCents: Whole('Paid by the customer; negative for money returned', 4999),
        feeCents: Whole('The platform fee', 50),
        netCents: Whole('The merchant’s part', 4949),
      }),
      { description: 'Oldest first' },
    ),
    nextCursor: Type.Optional(
      Nullable(Type.String({ description: 'With `limit`: the `cursor` of the next page, if there is one' })),
    ),
    totals: Type.Array(
      Named('StatementTotal', 'The balances in one currency.', {
        currency: CurrencyField,
        openingCents: Whole('The merchant’s balance before the period', 0),
        grossCents: Whole('Paid by customers in the period, less refunds to them', 4999),
        feeCents: Whole('The platform fees of the period, less those returned', 50),
        netCents: Whole('The change in the period', 4949),
        closingCents: Whole('The balance after it', 4949),
      }),
      { description: 'One per currency' },
    ),
  },
)

export const listedAtMost = 100

export const LedgerCheckSchema = Named('LedgerCheck', 'Whether the ledger agrees with the payments.', {
  ok: Flag('Whether everything agrees', true),
  checked: Whole('How many payments were checked', 1204),
  entries: Whole(
    'How many ledger entries they have: one per movement of money, none for an unpaid payment',
    1377,
  ),
  problems: Type.Array(
    Type.Object({
      merchantId: MerchantIdField,
      svcPaymentId: PaymentIdField,
      currency: CurrencyField,
      what: Text('Which figure differs', 'refunded'),
      paymentCents: Type.Integer({ description: 'The payment’s amount' }),
      ledgerCents: Type.Integer({ description: 'The ledger’s amount' }),
    }),
    { description: `The payments that disagree, at most ${listedAtMost}`, examples: [[]] },
  ),
  at: Timestamp('When it was checked'),
})
