import { Type } from '@fastify/type-provider-typebox'
import { Choice, CurrencyField, MerchantIdField, PaymentIdField, Text, Whole } from '../http/fields.ts'
import { Page } from '../http/paging.ts'
import { isNull, Named, Nullable, Timestamp } from '../http/schemas.ts'
import { differenceKinds, differenceSorts } from './difference.ts'

const ProcessorComparedField = Text('The processor that the books were compared with', 'stripe')

const runFields = {
  reconciliationId: Text('The id of the comparison', 'rec_01jd3k5v8xemw9g6t2q4r7y0zb'),
  from: Timestamp('Start of the period'),
  to: Timestamp('End of the period, exclusive'),
  comparedUntil: Timestamp(
    'The end of the period that counts as compared: at least two minutes before `createdAt`, because the processor may list new payments late. The next comparison includes the rest.',
  ),
  merchantId: Nullable(MerchantIdField, { description: 'The compared merchant; null for all' }),
  fix: Type.Boolean({ description: 'Whether it updates the ledger to match the processor' }),
  daily: Type.Boolean({ description: 'Whether the daily job started it' }),
  state: Choice(
    ['running', 'done', 'failed'],
    '`failed`: the processor did not answer, so the comparison is incomplete',
    'done',
  ),
  error: Nullable(Type.String({ description: 'Why it is waiting, or why it failed' }), isNull),
  accounts: Whole('Accounts compared so far', 12),
  skippedAccounts: Whole('Accounts that could not be read, and so were not compared', 0),
  payments: Whole('Payments at the processor that were compared', 1204),
  movements: Whole('Movements of money that were compared', 1377),
  calls: Whole('Calls to the processor', 41),
  differences: Whole('Differences found, including unexplained ones of earlier comparisons', 0),
  unexplained: Whole('Differences that are still unexplained', 0),
  unreadable: Whole('Of these, accounts that could not be read', 0),
  createdAt: Timestamp('When it was requested'),
  finishedAt: Nullable(Timestamp('When it ended')),
}

export const ReconciliationSchema = Named(
  'Reconciliation',
  'A comparison of the books with the processor.',
  runFields,
)

const differenceFields = {
  processor: ProcessorComparedField,
  merchantId: MerchantIdField,
  svcPaymentId: Nullable(PaymentIdField),
  processorPaymentIntentId: Text('The processor’s id of the payment; empty for an account', 'pi_1Q0sandbox'),
  kind: Choice(differenceKinds, 'The kind of object that differs', 'refund'),
  what: Choice(
    differenceSorts,
    '`missing_here`: the processor has it and the books do not; `missing_there`: the reverse; `posted`: the ledger’s amount differs from the movement; `duplicate`: a second payment with the same `svcPaymentId`; `unreadable`: the account cannot be read; otherwise what differs',
    'amount',
  ),
  objectId: Text('The processor’s id of the refund, dispute or account; else empty', 're_1Q0sandbox'),
  currency: Nullable(CurrencyField),
  ours: Nullable(Text('The value in the books', '1500')),
  theirs: Nullable(Text('The value at the processor', '2000')),
}

export const DifferenceIdField = Text('The difference’s id', 'dif_01jd3k5v8xemw9g6t2q4r7y0zb')

const explanationFields = {
  explainedBy: Nullable(
    Choice(
      ['event', 'fix', 'note'],
      '`event`: a later check no longer found it; `fix`: a comparison updated the ledger to match the processor; `note`: an operator explained it',
    ),
    isNull,
  ),
  explainedAt: Nullable(Timestamp('When it was explained'), isNull),
  note: Nullable(Type.String({ description: 'The operator’s explanation' }), isNull),
  explainer: Nullable(Type.String({ description: 'The operator who explained it' }), isNull),
}

export const DifferenceSchema = Named(
  'Difference',
  'A disagreement between the books and the processor, from when it was found until it is explained.',
  {
    differenceId: DifferenceIdField,
    ...differenceFields,
    foundAt: Timestamp('When a comparison first found it'),
    seenAt: Timestamp('When a comparison last found it'),
    ...explanationFields,
  },
)

export const ReconciliationDetailSchema = Named('ReconciliationDetail', 'A comparison, with its findings.', {
  ...runFields,
  totals: Type.Array(
    Named('ReconciliationTotal', 'The movements at a processor in the period, in one currency.', {
      processor: ProcessorComparedField,
      currency: CurrencyField,
      kind: Text('The kind of movement', 'refund'),
      processorCents: Whole('The sum in the processor’s balance', -1500),
      ledgerCents: Whole('The sum in the ledger', -1500),
    }),
    { description: 'By processor, currency and kind' },
  ),
  ...Page(
    Named('ReconciliationDifference', 'A difference as a comparison found it.', {
      differenceId: Nullable(DifferenceIdField, { description: 'Null if an earlier release found it' }),
      ...differenceFields,
      fixed: Type.Boolean({ description: 'Whether the comparison updated the ledger to match' }),
      reason: Nullable(Text('Why it was not fixed', 'The processor has no such movement.')),
      ...explanationFields,
    }),
  ).properties,
})
