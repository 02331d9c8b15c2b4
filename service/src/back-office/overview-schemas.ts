import { type Static, Type } from '@fastify/type-provider-typebox'
import { Choice, CurrencyField, MerchantIdField, PaymentIdField, Text } from '../http/fields.ts'
import { Line, ListOf, Nullable, Part, Strict, Timestamp } from '../http/schemas.ts'
import { PeriodQuery } from '../http/timestamps.ts'
import { ProcessorField } from '../merchants/schemas.ts'
import { longestDaysOfProcessor } from './counted-rows.sql.ts'

const at = '2026-03-14T00:00:00.000Z'
const merchantId = 'mer_01jd3k5v8xemw9g6t2q4r7y0zb'
const figures = { volumeCents: 499_900, count: 104, succeeded: 100, feesCents: 4999, refundedCents: 4999 }
const overviewExample = {
  from: at,
  to: '2026-03-15T00:00:00.000Z',
  isUpToDate: true,
  bucket: 'hour',
  currencies: [{ currency: 'usd', ...figures, failed: 4, disputedCents: 0, series: [{ at, ...figures }] }],
  declines: [{ code: 'insufficient_funds', count: 3 }],
  callbacks: {
    delivered: 208,
    failed: 9,
    pending: 2,
    dead: 1,
    p50Ms: 84,
    p95Ms: 310,
    series: [{ at, delivered: 208, failed: 9 }],
  },
  attention: {
    deadLetters: 1,
    failingEndpoints: [{ merchantId, name: 'Corner Bakery', since: at, waiting: 2 }],
    restrictedMerchants: [],
    openOperations: 0,
    unreadEvents: 0,
    restoredPayments: 0,
    disputes: [],
    lastLedgerCheck: { at, ok: true },
    booksEqualUntil: at,
    booksDiffer: 0,
  },
}

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Cents = (description: string) => Type.Integer({ description })
const smallest = 'In the currency’s smallest unit'

const ProcessorOfFigures = ProcessorField(
  `Only payments at this processor, and their callbacks, in a period of at most ${longestDaysOfProcessor} days. Default: all processors together`,
)

export const FiguresQuery = Strict({
  ...PeriodQuery,
  merchantId: Type.Optional(Line(64, { description: 'Default: all merchants together' })),
  processor: Type.Optional(ProcessorOfFigures),
})

export const OverviewSchema = Type.Object(
  {
    from: Timestamp('Start of the period, on the quarter of an hour'),
    to: Timestamp('End of the period, exclusive'),
    isUpToDate: Type.Boolean({
      description: 'False while figures are still being worked out, for example after an upgrade',
    }),
    bucket: Choice(['hour', 'day'], 'What a point of a series covers, in UTC'),
    currencies: ListOf('The figures of each currency that had any payments', {
      currency: CurrencyField,
      volumeCents: Cents('Captured in the period'),
      count: Type.Integer({ description: 'Payments created in the period' }),
      succeeded: Type.Integer({ description: 'Of those, how many have succeeded by now' }),
      failed: Type.Integer({ description: 'Of those, how many were declined and not paid since' }),
      feesCents: Cents('Platform fees, less what was returned'),
      refundedCents: Cents('Refunded in the period, less refunds that failed'),
      disputedCents: Cents('Disputed in the period'),
      series: ListOf('One point for each hour or day', {
        at: Timestamp('Start of the hour or day'),
        volumeCents: Cents('Captured'),
        count: Count('Payments created'),
        succeeded: Count('Of those, how many have succeeded by now'),
        feesCents: Cents('Platform fees, less what was returned'),
        refundedCents: Cents('Refunded, less refunds that failed'),
      }),
    }),
    declines: ListOf('The ten most frequent reasons for declined payments', {
      code: Text('The processor’s code', 'card_declined'),
      count: Count('Payments whose last attempt failed for this reason'),
    }),
    callbacks: Part('How callbacks were delivered in the period', {
      delivered: Count('Callbacks that were delivered'),
      failed: Type.Integer({ description: 'Attempts that failed' }),
      pending: Type.Integer({ description: 'Waiting now, counted up to 10,000' }),
      dead: Type.Integer({ description: 'Dead letters of the period' }),
      p50Ms: Nullable(Type.Integer({ description: 'Half of the attempts were answered within this time' })),
      p95Ms: Nullable(Type.Integer({ description: '95 % of the attempts were answered within this time' })),
      series: ListOf('One point for each hour or day', {
        at: Timestamp('Start of the hour or day'),
        delivered: Count('Callbacks that were delivered'),
        failed: Count('Attempts that failed'),
      }),
    }),
    attention: Part('What needs attention now', {
      deadLetters: Type.Integer({ description: 'All of them, counted up to 10,000' }),
      failingEndpoints: ListOf('Merchants whose callback URL is failing or paused', {
        merchantId: MerchantIdField,
        name: Type.String({ description: 'The merchant’s name' }),
        since: Nullable(Timestamp('When it began to fail; null if that is not known')),
        waiting: Type.Integer({ description: 'Waiting callbacks, counted up to 1,000' }),
      }),
      restrictedMerchants: ListOf('Merchants for whom the processor has switched something off', {
        merchantId: MerchantIdField,
        name: Type.String({ description: 'The merchant’s name' }),
        onboardingStatus: Text('How far the merchant’s onboarding is', 'restricted'),
      }),
      openOperations: Type.Integer({ description: 'Operations whose outcome is not known yet' }),
      unreadEvents: Type.Integer({ description: 'Events since `from` that could not be read' }),
      restoredPayments: Type.Integer({
        description:
          'Payments that this database had forgotten and that were brought back from the processor since `from`',
      }),
      disputes: ListOf('Open disputes and inquiries, oldest first', {
        svcPaymentId: PaymentIdField,
        merchantId: MerchantIdField,
        amountCents: Cents(smallest),
        currency: CurrencyField,
        dueBy: Nullable(Timestamp('Deadline for evidence; null if it is not known')),
      }),
      lastLedgerCheck: Nullable(
        Part('The last check of the ledger; null if there was none', {
          at: Timestamp('When the ledger was last checked'),
          ok: Type.Boolean({ description: 'Whether everything agreed' }),
        }),
      ),
      booksEqualUntil: Nullable(
        Timestamp('End of the last period in which the books of all merchants equal the processor'),
      ),
      booksDiffer: Count('Differences from the processor in the last comparison of all merchants'),
    }),
  },
  { title: 'Overview', description: 'What the console’s first page shows.', examples: [overviewExample] },
)

export type Attention = Static<typeof OverviewSchema>['attention']
