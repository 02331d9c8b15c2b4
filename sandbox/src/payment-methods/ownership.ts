import { ApiError, invalidRequest } from '../api/errors.ts'
import { emit } from '../events/emit.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import { attachDeclineOf } from '../simulated/behavior.ts'
import type { Tx } from '../store/store.ts'

const param = 'payment_method'

/** A customer's payment method can only be used for that customer; one without a customer, only once. */
export function requireUsable(method: PaymentMethodRecord, customer: string | null): void {
  const owner = method.customer
  if (owner === customer && owner !== null) return
  if (owner === null) {
    if (!method.spent) return
    const message =
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.'
    throw invalidRequest(message, { param })
  }
  const message =
    customer === null
      ? `The payment method supplied (${method.id}) belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
      : `The PaymentMethod ${method.id} does not belong to the Customer you supplied ${customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`
  throw invalidRequest(message, { param })
}

/** The bank is asked whether the card is good; nothing is charged. */
export function attachMethod(tx: Tx, method: PaymentMethodRecord, customer: string): PaymentMethodRecord {
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  }
  if (method.spent) {
    const message =
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.'
    throw invalidRequest(message)
  }
  const decline = attachDeclineOf(method.behavior)
  if (decline) throw new ApiError(402, { type: 'card_error', param: '', ...decline })
  const attached = tx.put('payment_method', { ...method, customer })
  emit(tx, 'payment_method.attached', 'payment_method', attached)
  return attached
}

export function detachMethod(tx: Tx, method: PaymentMethodRecord): PaymentMethodRecord {
  if (method.customer === null) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }
  const detached = tx.put('payment_method', { ...method, customer: null, spent: true })
  emit(tx, 'payment_method.detached', 'payment_method', detached, method)
  return detached
}

/** It was used for a charge, successfully or not. */
export function spendMethod(tx: Tx, method: PaymentMethodRecord): PaymentMethodRecord {
  return method.customer === null ? tx.put('payment_method', { ...method, spent: true }) : method
}
