export {
  type CallbackRejection,
  CallbackVerificationError,
  type VerifyOptions,
  verifyCallback,
} from './callback.ts'
export {
  type CreatedPayment,
  type CreateOptions,
  createSvcpayClient,
  type Location,
  type Onboarding,
  type Payment,
  type PaymentWithRefunds,
  type Reader,
  type ReadOptions,
  type SvcpayClient,
  type SvcpayClientOptions,
  type WriteOptions,
} from './client.ts'
export { type FailedCall, type Problem, SvcpayConnectionError, SvcpayError } from './errors.ts'
export type {
  AccountObject,
  CallbackEvent,
  CallbackEventType,
  ChargeObject,
  DisputeObject,
  PaymentIntentObject,
  PaymentMetadata,
} from './event.ts'
export type { PagedList } from './pages.ts'
