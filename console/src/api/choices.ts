// Made by: npm run generate -w client

export const choices = {
  "listMerchants": {
    "onboarding": [
      "not_started",
      "pending",
      "charges_only",
      "enabled",
      "restricted"
    ]
  },
  "moveMerchant": {
    "when": [
      "now",
      "enabled"
    ]
  },
  "listDeliveries": {
    "state": [
      "pending",
      "delivered",
      "dead"
    ]
  },
  "redeliverAll": {
    "state": [
      "undelivered",
      "pending",
      "delivered",
      "dead"
    ]
  },
  "listAllEvents": {
    "state": [
      "pending",
      "delivered",
      "dead"
    ]
  },
  "listAllPayments": {
    "status": [
      "requires_payment_method",
      "requires_confirmation",
      "requires_action",
      "processing",
      "requires_capture",
      "succeeded",
      "partially_refunded",
      "refunded",
      "canceled",
      "declined",
      "open"
    ],
    "method": [
      "automatic",
      "manual"
    ],
    "format": [
      "json",
      "csv"
    ]
  },
  "refundForMerchant": {
    "reason": [
      "requested_by_customer",
      "duplicate",
      "fraudulent"
    ]
  },
  "listOpenOperations": {
    "state": [
      "open"
    ]
  },
  "getLedgerStatement": {
    "format": [
      "json",
      "csv"
    ]
  },
  "createTestPayment": {
    "captureMethod": [
      "automatic",
      "manual"
    ]
  },
  "triggerEvent": {
    "type": [
      "payment_intent.succeeded",
      "payment_intent.processing",
      "payment_intent.payment_failed",
      "payment_intent.amount_capturable_updated",
      "payment_intent.canceled",
      "charge.refunded",
      "charge.dispute.created",
      "charge.dispute.closed",
      "account.updated"
    ]
  },
  "addOperator": {
    "role": [
      "viewer",
      "support",
      "admin"
    ]
  }
} as const
