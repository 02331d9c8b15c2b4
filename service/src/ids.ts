import { hash, randomUUID } from 'node:crypto'
import { fromString, fromUUIDBytes, getSuffix, typeidUnboxed } from 'typeid-js'

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type MerchantId = Branded<'merchant'>
export type KeyId = Branded<'key'>
export type OperatorId = Branded<'operator'>
export type SessionId = Branded<'session'>
export type CodeId = Branded<'code'>
type SecretId = Branded<'secret'>
export type PaymentId = Branded<'payment'>
export type RefundId = Branded<'refund'>
export type DeliveryId = Branded<'delivery'>
export type OperationId = Branded<'operation'>

/** A sortable, prefixed id: newer ids come after older ones, so lists page by id. */
const newId = (prefix: string): string => typeidUnboxed(prefix)

/** Deterministic, and carries no timestamp. */
function derivedId(prefix: string, from: string): string {
  return fromUUIDBytes(prefix, hash('sha256', from, 'buffer').subarray(0, 16))
}

export const newMerchantId = () => newId('mer') as MerchantId
export const newKeyId = () => newId('key') as KeyId
export const newOperatorId = () => newId('opr') as OperatorId
export const newSessionId = () => newId('ses') as SessionId
export const newCodeId = () => newId('sic') as CodeId
export const newSecretId = () => newId('cbs') as SecretId
/** A payment's id is derived from the call that creates it, so a repeated call has the same id. */
export const paymentIdOf = (callKey: string) => derivedId('svcpay', callKey) as PaymentId
export const newRefundId = () => newId('svcrf') as RefundId
/** Equals the id of the call's first attempt in earlier releases, where ids also depended on the attempt. */
export const refundIdOf = (callKey: string) => derivedId('svcrf', `${callKey}-1`) as RefundId
export const newOperationId = () => newId('op') as OperationId
export const newReconciliationId = () => newId('rec')
export const newDifferenceId = () => newId('dif')
export const newDeliveryId = () => newId('dlv') as DeliveryId
/** Every request has one, so it must be cheap to create. It is not sortable. */
export const newTraceId = () => `trc_${randomUUID().replaceAll('-', '').slice(6)}`

/** A placeholder for the merchant in events of accounts that belong to no merchant. */
export const unclaimedMerchantId = '-' as MerchantId

/** Matches an id, as part of a larger pattern. Text that does not match is not looked up. */
export const idPattern = (prefix: string) => `${prefix}_[0-9a-z]{26}`

export const paymentIdShape = new RegExp(`^${idPattern('svcpay')}$`)
const operationKeyShape = new RegExp(`^(${idPattern('op')})-`)

/** Ids come back to us from the processor's metadata, where other software can write anything. */
export function isPaymentId(text: unknown): text is PaymentId {
  return typeof text === 'string' && paymentIdShape.test(text)
}

/** The operation id in a processor's key, if the operation had no caller's key; otherwise null. */
export function operationIdIn(processorKey: string | undefined): OperationId | null {
  const [, id = null] = operationKeyShape.exec(processorKey ?? '') ?? []
  return id as OperationId | null
}

/** The part after the prefix: 26 characters of lowercase base 32. */
export function suffixOf(id: string): string {
  return getSuffix(fromString(id))
}

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
/** An id's suffix begins with its creation time: 48 bits of milliseconds. */
const timeDigits = 10

export function timeOfId(id: string): Date {
  const time = id.slice(id.lastIndexOf('_') + 1).slice(0, timeDigits)
  return new Date([...time].reduce((ms, digit) => ms * 32 + Math.max(0, digits.indexOf(digit)), 0))
}

/** The smallest id that can be created at this time. */
function firstIdAt(prefix: string, time: Date): string {
  const base32 = Array.from({ length: timeDigits }, (_, i) => {
    return digits[Math.floor(time.getTime() / 32 ** (timeDigits - 1 - i)) % 32]
  })
  return `${prefix}_${base32.join('').padEnd(26, '0')}`
}

/** The same delivery id with another time. */
export const deliveryIdAt = (time: Date, id: string) =>
  firstDeliveryIdAt(time).slice(0, 'dlv_'.length + timeDigits) + id.slice('dlv_'.length + timeDigits)

export const firstDeliveryIdAt = (time: Date) => firstIdAt('dlv', time)
export const firstOperationIdAt = (time: Date) => firstIdAt('op', time)
