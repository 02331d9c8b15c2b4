import { type Static, Type } from '@fastify/type-provider-typebox'
import {
  Choice,
  CurrencyField,
  Flag,
  MerchantIdField,
  PaymentIdField,
  Text,
  Whole,
} from '../../http/fields.ts'
import { Line, ListOf, Named, Nullable, Part, Strict, Timestamp } from '../../http/schemas.ts'
import { PeriodQuery } from '../../http/timestamps.ts'
import { LedgerCheckSchema } from '../../ledger/schemas.ts'
import { ProcessorField, RestrictionField, requirementsInWords } from '../../merchants/schemas.ts'
import { AuditSchema } from '../../operators/schemas.ts'
import { DisputeStateField } from '../../payments/schemas.ts'
import { webhookFaults } from '../../processors/port.ts'
import { longestDaysOfProcessor } from '../figures/counted-rows.sql.ts'

const { problems: _, ...lastCheck } = LedgerCheckSchema.properties

const merchant = { merchantId: MerchantIdField, name: Text('The merchant’s name', 'Corner Bakery') }

const ProcessorOfFigures = ProcessorField(
  `Only payments at this processor, and their callbacks, in a period of at most ${longestDaysOfProcessor} days. Default: all processors together`,
)

export const FiguresQuery = Strict({
  ...PeriodQuery,
  merchantId: Type.Optional(Line(64, { description: 'Default: all merchants together' })),
  processor: Type.Optional(ProcessorOfFigures),
})

export const OverviewSchema = Named('Overview', 'The data on the console’s first page.', {
  from: Timestamp('Start of the period, on the quarter of an hour'),
  to: Timestamp('End of the period, exclusive'),
  isUpToDate: Flag('False while figures are still being computed, for example after an upgrade', true),
  bucket: Choice(['hour', 'day'], 'The period that a point of a series covers, in UTC'),
  currencies: ListOf('The figures of each currency that had any payments', {
    currency: CurrencyField,
    volumeCents: Whole('Captured in the period', 499_900),
    count: Whole('Payments created in the period', 104),
    succeeded: Whole('How many of these payments have succeeded so far', 100),
    failed: Whole('How many of these payments were declined and not paid since', 4),
    feesCents: Whole('Platform fees, less refunded fees', 4999),
    refundedCents: Whole('Refunded in the period, less refunds that failed', 4999),
    disputedCents: Whole('Disputed in the period', 0),
    series: ListOf('One point for each hour or day', {
      at: Timestamp('Start of the hour or day'),
      volumeCents: Whole('Captured', 499_900),
      count: Whole('Payments created', 104),
      succeeded: Whole('How many of these payments have succeeded so far', 100),
      feesCents: Whole('Platform fees, less refunded fees', 4999),
      refundedCents: Whole('Refunded, less refunds that failed', 4999),
    }),
  }),
  declines: ListOf('The ten most frequent reasons for declined payments', {
    code: Text('The processor’s code', 'card_declined'),
    count: Whole('Payments created in the period whose last attempt failed for this reason', 3),
  }),
  callbacks: Part('The outcome of the callbacks queued in the period', {
    delivered: Whole('How many of these callbacks have been delivered so far', 208),
    failed: Whole('How many attempts at these callbacks failed', 9),
    pending: Whole('All callbacks waiting now, counted up to 10,000', 2),
    dead: Whole('How many of the callbacks queued in the period are dead letters', 1),
    p50Ms: Nullable(Whole('Half of their attempts were answered within this time', 84)),
    p95Ms: Nullable(Whole('95% of their attempts were answered within this time', 310)),
    series: ListOf('One point for each hour or day', {
      at: Timestamp('Start of the hour or day in which they were queued'),
      delivered: Whole('How many have been delivered so far', 208),
      failed: Whole('How many of their attempts failed', 9),
    }),
  }),
  attention: Part('Problems that need attention now', {
    deadLetters: Whole('All dead letters, counted up to 10,000', 1),
    failingEndpoints: ListOf('Merchants whose last callback attempt failed, longest-failing first', {
      ...merchant,
      since: Nullable(Timestamp('When it began to fail; null if that is not known')),
      reason: Nullable(Text('The last answer, or the reason that there was none', 'HTTP 503')),
      waiting: Whole('Waiting callbacks, counted up to 1,000', 2),
    }),
    stuckMerchants: ListOf(
      'Merchants that the processor has restricted, that must supply more information before they receive payouts, or whose onboarding has made no progress for a day',
      {
        ...merchant,
        processor: Text('The active processor', 'stripe'),
        onboardingStatus: Text('The merchant’s onboarding status', 'restricted'),
        restriction: RestrictionField,
        stoppedAt: Nullable(
          Timestamp('When it stopped taking payments; null if it takes payments, or never has'),
        ),
        since: Timestamp('When the state of its account at the processor last changed'),
        requirements: requirementsInWords,
      },
    ),
    suspendedMerchants: ListOf('Suspended merchants, the latest first', {
      ...merchant,
      since: Timestamp('When it was suspended'),
      by: Nullable(AuditSchema.properties.actor, {
        description: 'Who suspended it; null if the audit log does not say',
      }),
      note: AuditSchema.properties.note,
    }),
    disabledMerchants: ListOf(
      'Merchants that take no new payments because an operator disabled their account, the latest first; suspended ones are only in `suspendedMerchants`',
      {
        ...merchant,
        since: Timestamp('When it was disabled'),
        by: Nullable(AuditSchema.properties.actor, {
          description: 'Who disabled it; null if the audit log does not say',
        }),
        note: AuditSchema.properties.note,
      },
    ),
    refusedWebhooks: ListOf('Webhooks refused within the last 24 hours, by processor, endpoint and reason', {
      processor: Text('The processor', 'stripe'),
      reason: Choice(
        webhookFaults.filter(reason => reason !== 'unsigned'),
        '`wrong_signature`: the signing secret in the settings is not the endpoint’s; `late`: signed more than five minutes ago, or in the future',
        'wrong_signature',
      ),
      listensTo: Choice(
        ['accounts', 'platform'],
        'The processor’s endpoint that sent them: for connected accounts, or for the platform itself',
        'accounts',
      ),
      since: Timestamp('When the refusals began'),
      lastAt: Timestamp('When one was last refused'),
    }),
    openOperations: Whole('Operations whose outcome is not known yet', 0),
    unreadEvents: Whole('Events since `from` that could not be read', 0),
    restoredPayments: Whole('Payments lost by a restore and recovered from the processor since `from`', 0),
    incompleteHistories: Whole('Merchants whose history may still be incomplete after a restore', 0),
    disputes: ListOf('Disputes and inquiries that need a response, by their deadlines', {
      svcPaymentId: PaymentIdField,
      merchantId: MerchantIdField,
      amountCents: Whole('In the currency’s smallest unit', 4999),
      currency: CurrencyField,
      state: DisputeStateField,
      dueBy: Nullable(Timestamp('Deadline for evidence; null if it is not known')),
    }),
    lastLedgerCheck: Nullable(Part('The last check of the ledger; null if there was none', lastCheck)),
    booksEqualSince: Nullable(
      Timestamp('Start of the unbroken comparisons that end at `booksEqualUntil`; null if there are none'),
    ),
    booksEqualUntil: Nullable(
      Timestamp('Until this time, all accounts are compared and all differences explained; null if never'),
    ),
    booksDiffer: Whole('Differences from the processor that are still unexplained', 0),
    booksUnreadable: Whole(
      'Of these, accounts that cannot be read at the processor, and so were not compared',
      0,
    ),
    unreadableAccounts: ListOf('These accounts, the longest unreadable first, at most 20', {
      merchantId: MerchantIdField,
      processor: Text('The processor', 'stripe'),
    }),
    readableEqualSince: Nullable(Timestamp('Like `booksEqualSince`, but without unreadable accounts')),
    readableEqualUntil: Nullable(Timestamp('Like `booksEqualUntil`, but without unreadable accounts')),
  }),
})

export type Attention = Static<typeof OverviewSchema>['attention']

export const FailingSchema = Named('FailingMerchant', 'A failure that affects a merchant.', {
  ...merchant,
  problem: Choice(
    ['account', 'callbacks', 'payments'],
    '`account`: the processor takes no payments for it; `callbacks`: its endpoint is failing; `payments`: of the payments created in the last 24 hours, at least five and at least half were declined',
    'callbacks',
  ),
  count: Nullable(Whole('Waiting callbacks (at most 1,000) or declined payments; null for an account', 37)),
  since: Nullable(
    Timestamp(
      'When the account changed, when the endpoint began to fail, or the last quarter of an hour with a successful payment; null if unknown',
    ),
  ),
  reason: Nullable(Text('The processor’s reason, the endpoint’s last answer, or the top decline', '503')),
})

export type Failing = Static<typeof FailingSchema>
