import type { PaymentIntent } from './api.ts'

/** The address of the merchant's page, with the outcome. */
export function returnAddress(base: string, { id, client_secret, status }: PaymentIntent): string {
  const url = new URL(base, document.baseURI)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', client_secret)
  url.searchParams.set('redirect_status', redirectStatus(status))
  return url.href
}

function redirectStatus(status: string): string {
  if (status === 'processing') return 'pending'
  return status === 'succeeded' || status === 'requires_capture' ? 'succeeded' : 'failed'
}
