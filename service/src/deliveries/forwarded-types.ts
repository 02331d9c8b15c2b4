/** The types that the specification forwards; everything else is recorded only. */
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
