import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { platformAccount } from '../constants.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import type { Tx } from '../store/store.ts'

/** Copies a payment method of one of the platform's customers to a connected account. */
export function clonePaymentMethod(
  tx: Tx,
  account: string,
  id: string,
  customer: string | undefined,
): PaymentMethodRecord {
  const original = find(tx, 'payment_method', platformAccount, id, 'payment_method', 400)
  if (account === platformAccount) {
    const message = 'Cloning a payment method requires the Stripe-Account header.'
    throw invalidRequest(message, { param: 'payment_method' })
  }
  if (original.customer !== (customer ?? null)) {
    const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`
    throw invalidRequest(message, { code: 'resource_missing', param: 'payment_method' })
  }
  const { created: _, seq: __, spent: ___, setUp: ____, ...kept } = original
  return tx.put('payment_method', {
    ...kept,
    id: `pm_1${tx.random(23)}`,
    account,
    seq: tx.nextSeq(),
    created: tx.now,
    customer: null,
  })
}
