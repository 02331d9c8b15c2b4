/** One balanced entry. What it is about (the fact) is posted once, whoever reports it. */
export interface Entry {
  fact: string
  kind: 'capture' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won' | 'dispute_lost'
  customerCents: number
  merchantCents: number
  platformFeesCents: number
  disputeHoldCents: number
}

/** The customer pays; the merchant gets it less the platform's fee. */
export function captureEntry(capturedCents: number, feeCents: number): Entry {
  return {
    fact: 'capture',
    kind: 'capture',
    customerCents: -capturedCents,
    merchantCents: capturedCents - feeCents,
    platformFeesCents: feeCents,
    disputeHoldCents: 0,
  }
}

export interface RefundAmounts {
  amountCents: number
  feeCents: number
}

/** The customer gets money back from the merchant, who gets back the fee that belongs to it. */
export function refundEntry(processorRefundId: string, { amountCents, feeCents }: RefundAmounts): Entry {
  return {
    fact: `refund:${processorRefundId}`,
    kind: 'refund',
    customerCents: amountCents,
    merchantCents: feeCents - amountCents,
    platformFeesCents: -feeCents,
    disputeHoldCents: 0,
  }
}

/** The money came back: the refund is undone, the fee's part included. */
export function refundFailedEntry(
  processorRefundId: string,
  { amountCents, feeCents }: RefundAmounts,
): Entry {
  return {
    fact: `refund_failed:${processorRefundId}`,
    kind: 'refund_failed',
    customerCents: -amountCents,
    merchantCents: amountCents - feeCents,
    platformFeesCents: feeCents,
    disputeHoldCents: 0,
  }
}

/** The processor takes the disputed amount from the merchant and holds it. */
export function disputeEntry(processorDisputeId: string, amountCents: number): Entry {
  return {
    fact: `dispute:${processorDisputeId}`,
    kind: 'dispute',
    customerCents: 0,
    merchantCents: -amountCents,
    platformFeesCents: 0,
    disputeHoldCents: amountCents,
  }
}

/** What was held goes back to the merchant, or to the customer. */
export function disputeClosedEntry(
  processorDisputeId: string,
  amountCents: number,
  closed: 'won' | 'lost',
): Entry {
  return {
    fact: `dispute_${closed}:${processorDisputeId}`,
    kind: `dispute_${closed}`,
    customerCents: closed === 'lost' ? amountCents : 0,
    merchantCents: closed === 'won' ? amountCents : 0,
    platformFeesCents: 0,
    disputeHoldCents: -amountCents,
  }
}
