export const deliveryFields = [
  'attempts',
  'createdAt',
  'deliveryId',
  'eventId',
  'lastError',
  'lastStatus',
  'merchantId',
  'nextAttemptAt',
  'state',
  'svcPaymentId',
  'type',
]
