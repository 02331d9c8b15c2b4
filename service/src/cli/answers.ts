import type { Static } from 'typebox'

type Schemas = typeof import('../back-office/overview/overview-schemas.ts') &
  typeof import('../back-office/processor-routes.ts') &
  typeof import('../back-office/schemas.ts') &
  typeof import('../console/sandbox/sandbox-routes.ts') &
  typeof import('../deliveries/schemas.ts') &
  typeof import('../deliveries/test-event-routes.ts') &
  typeof import('../http/schemas.ts') &
  typeof import('../ledger/schemas.ts') &
  typeof import('../merchants/schemas.ts') &
  typeof import('../onboarding/schemas.ts') &
  typeof import('../operators/schemas.ts') &
  typeof import('../reconcile/schemas.ts') &
  typeof import('../terminal/schemas.ts')

/** The operator API's answers, typed by its own schemas. JSON turns dates into text. */
type AnswerOf<Name extends keyof Schemas> = AsJson<Static<Schemas[Name]>>

type AsJson<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: AsJson<Value[Key]> }
    : Value

export interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

export type Action = AnswerOf<'AuditSchema'>
export type AddedOperator = AnswerOf<'AddedOperatorSchema'>
export type Callback = AnswerOf<'CallbackSchema'>
export type CreatedMerchant = AnswerOf<'CreatedMerchantSchema'>
export type Delivery = AnswerOf<'DeliverySchema'>
export type DeliveryDetail = AnswerOf<'DeliveryDetailSchema'>
export type Failing = AnswerOf<'FailingSchema'>
export type IssuedKey = AnswerOf<'IssuedKeySchema'>
export type LedgerCheck = AnswerOf<'LedgerCheckSchema'>
export type ListedProcessor = AnswerOf<'ProcessorSchema'>
export type Merchant = AnswerOf<'MerchantSchema'>
export type Link = AnswerOf<'LinkSchema'>
export type Onboarding = AnswerOf<'OnboardingInWordsSchema'>
export type Operator = AnswerOf<'OperatorSchema'>
export type Payment = AnswerOf<'OperatorPaymentSchema'>
export type PaymentWithTimeline = AnswerOf<'PaymentWithTimelineSchema'>
export type ProblemAnswer = AnswerOf<'ProblemSchema'>
export type Reader = AnswerOf<'ReaderSchema'>
export type Reconciliation = AnswerOf<'ReconciliationSchema'>
export type ReconciliationDetail = AnswerOf<'ReconciliationDetailSchema'>
export type SearchHit = AnswerOf<'SearchHitSchema'>
export type Statement = AnswerOf<'StatementSchema'>
export type Stats = AnswerOf<'StatsSchema'>
export type TestSent = AnswerOf<'TestSentSchema'>
export type Triggered = AnswerOf<'TriggeredSchema'>
