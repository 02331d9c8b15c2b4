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

const known: ReadonlySet<string> = new Set(forwardedTypes)

export const isForwarded = (type: string) => known.has(type)
