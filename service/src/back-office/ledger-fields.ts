import { Type } from '@fastify/type-provider-typebox'

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
  currency: Type.String({ examples: ['usd'] }),
  customerCents: Type.Integer({ description: 'Negative: paid by the customer' }),
  merchantCents: Type.Integer({ description: 'Due to the merchant' }),
  platformFeesCents: Type.Integer({ description: 'Due to the platform' }),
  disputeHoldCents: Type.Integer({ description: 'Held back because of disputes' }),
}
