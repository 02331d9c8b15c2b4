/** The event types that are forwarded, as specified; all others are only recorded. */
export const forwardedTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'account.updated',
] as const

export type ForwardedType = (typeof forwardedTypes)[number]

export const isForwarded = (type: string) => forwardedTypes.some(forwarded => forwarded === type)
