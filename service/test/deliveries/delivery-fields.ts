export const deliveryFields = [
  'attempts',
  'createdAt',
  'deliveryId',
  'eventId',
  'lastError',
  'lastStatus',
  'merchantId',
  'nextAttemptAt',
  'orderRef',
  'state',
  'svcPaymentId',
  'type',
]
