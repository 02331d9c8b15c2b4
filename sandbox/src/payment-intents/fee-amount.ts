import { invalidRequest } from '../api/errors.ts'

const param = 'application_fee_amount'

/** A fee is taken from a connected account's payment and goes to the platform. */
export function checkFee(fee: number | null | undefined, amount: number, application: string | null): void {
  if (fee === undefined || fee === null) return
  if (application === null) {
    const message =
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).'
    throw invalidRequest(message, { param })
  }
  if (fee > amount) {
    throw invalidRequest('The application_fee_amount cannot be greater than the amount.', { param })
  }
}
