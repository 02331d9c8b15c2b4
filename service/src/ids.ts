import { TypeID, typeid } from 'typeid-js'

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type MerchantId = Branded<'merchant'>
export type KeyId = Branded<'key'>
export type OperatorId = Branded<'operator'>
export type SessionId = Branded<'session'>
export type CodeId = Branded<'code'>
export type SecretId = Branded<'secret'>
export type PaymentId = Branded<'payment'>
export type RefundId = Branded<'refund'>
export type DeliveryId = Branded<'delivery'>
export type OperationId = Branded<'operation'>

/** A sortable, prefixed id: newer ids come after older ones, so lists page by id. */
function newId(prefix: string): string {
  return typeid(prefix).toString()
}

export const newMerchantId = () => newId('mer') as MerchantId
export const newKeyId = () => newId('key') as KeyId
export const newOperatorId = () => newId('opr') as OperatorId
export const newSessionId = () => newId('ses') as SessionId
export const newCodeId = () => newId('sic') as CodeId
export const newSecretId = () => newId('cbs') as SecretId
export const newPaymentId = () => newId('svcpay') as PaymentId
export const newRefundId = () => newId('svcrf') as RefundId
export const newOperationId = () => newId('op') as OperationId
export const newDeliveryId = () => newId('dlv') as DeliveryId
export const newTraceId = () => newId('trc')

/** Ids come back to us from the processor's metadata, where anybody may have written anything. */
export function isPaymentId(text: unknown): text is PaymentId {
  return typeof text === 'string' && /^svcpay_[0-9a-z]{26}$/.test(text)
}

/** The part after the prefix: 26 characters of lowercase base 32. */
export function suffixOf(id: string): string {
  return TypeID.fromString(id).getSuffix()
}
