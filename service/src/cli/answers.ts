import type { Static, TSchema } from 'typebox'
import type { FailingSchema } from '../back-office/overview/overview-schemas.ts'
import type { ProcessorSchema } from '../back-office/processor-routes.ts'
import type {
  OperatorPaymentSchema,
  PaymentWithTimelineSchema,
  SearchHitSchema,
  StatsSchema,
} from '../back-office/schemas.ts'
import type { TriggeredSchema } from '../console/sandbox/sandbox-routes.ts'
import type { DeliveryDetailSchema, DeliverySchema } from '../deliveries/schemas.ts'
import type { TestSentSchema } from '../deliveries/test-event-routes.ts'
import type { ProblemSchema } from '../http/schemas.ts'
import type { LedgerCheckSchema, StatementSchema } from '../ledger/schemas.ts'
import type {
  CallbackSchema,
  CreatedMerchantSchema,
  IssuedKeySchema,
  MerchantSchema,
} from '../merchants/schemas.ts'
import type { LinkSchema, OnboardingInWordsSchema } from '../onboarding/schemas.ts'
import type { AddedOperatorSchema, AuditSchema, OperatorSchema } from '../operators/schemas.ts'
import type { ReconciliationDetailSchema, ReconciliationSchema } from '../reconcile/schemas.ts'
import type { ReaderSchema } from '../terminal/schemas.ts'

/** The operator API's answers, typed by its own schemas. JSON turns dates into text. */
type AnswerOf<Schema extends TSchema> = AsJson<Static<Schema>>

type AsJson<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: AsJson<Value[Key]> }
    : Value

export interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

export type Action = AnswerOf<typeof AuditSchema>
export type AddedOperator = AnswerOf<typeof AddedOperatorSchema>
export type Callback = AnswerOf<typeof CallbackSchema>
export type CreatedMerchant = AnswerOf<typeof CreatedMerchantSchema>
export type Delivery = AnswerOf<typeof DeliverySchema>
export type DeliveryDetail = AnswerOf<typeof DeliveryDetailSchema>
export type Failing = AnswerOf<typeof FailingSchema>
export type IssuedKey = AnswerOf<typeof IssuedKeySchema>
export type LedgerCheck = AnswerOf<typeof LedgerCheckSchema>
export type ListedProcessor = AnswerOf<typeof ProcessorSchema>
export type Merchant = AnswerOf<typeof MerchantSchema>
export type Link = AnswerOf<typeof LinkSchema>
export type Onboarding = AnswerOf<typeof OnboardingInWordsSchema>
export type Operator = AnswerOf<typeof OperatorSchema>
export type Payment = AnswerOf<typeof OperatorPaymentSchema>
export type PaymentWithTimeline = AnswerOf<typeof PaymentWithTimelineSchema>
export type ProblemAnswer = AnswerOf<typeof ProblemSchema>
export type Reader = AnswerOf<typeof ReaderSchema>
export type Reconciliation = AnswerOf<typeof ReconciliationSchema>
export type ReconciliationDetail = AnswerOf<typeof ReconciliationDetailSchema>
export type SearchHit = AnswerOf<typeof SearchHitSchema>
export type Statement = AnswerOf<typeof StatementSchema>
export type Stats = AnswerOf<typeof StatsSchema>
export type TestSent = AnswerOf<typeof TestSentSchema>
export type Triggered = AnswerOf<typeof TriggeredSchema>
