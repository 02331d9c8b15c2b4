/** One balanced entry. Its fact is posted once, however often it is reported. */
export interface Entry {
  fact: string
  kind:
    | 'capture'
    | 'refund'
    | 'refund_failed'
    | 'fee_correction'
    | 'fee_refund'
    | 'dispute'
    | 'dispute_won'
    | 'dispute_lost'
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

/** The customer gets money back from the merchant. What the platform returns of its fee is an entry of its own. */
export function refundEntry(processorRefundId: string, amountCents: number): Entry {
  return {
    fact: `refund:${processorRefundId}`,
    kind: 'refund',
    customerCents: amountCents,
    merchantCents: -amountCents,
    platformFeesCents: 0,
    disputeHoldCents: 0,
  }
}

/** The money came back to the merchant. */
export function refundFailedEntry(processorRefundId: string, amountCents: number): Entry {
  return {
    fact: `refund_failed:${processorRefundId}`,
    kind: 'refund_failed',
    customerCents: -amountCents,
    merchantCents: amountCents,
    platformFeesCents: 0,
    disputeHoldCents: 0,
  }
}

/**
 * The platform's fee changed by this much since the last posting. The processor reports totals, so the version of the
 * payment makes each difference a fact of its own.
 */
export function feeEntry(kind: 'fee_correction' | 'fee_refund', version: number, keptCents: number): Entry {
  return {
    fact: `${kind}:${version}`,
    kind,
    customerCents: 0,
    merchantCents: -keptCents,
    platformFeesCents: keptCents,
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

/** More or less is disputed than before. */
export function disputeChangeEntry(
  before: { processorDisputeId: string; amountCents: number },
  amountCents: number,
  version: number,
): Entry {
  const moved = disputeEntry(before.processorDisputeId, amountCents - before.amountCents)
  return { ...moved, fact: `dispute_change:${version}:${before.processorDisputeId}` }
}

/** All that was held goes to the customer, up to what was lost, and the rest back to the merchant. */
export function disputeClosedEntry(
  processorDisputeId: string,
  heldCents: number,
  { state, amountCents }: { state: 'won' | 'lost'; amountCents: number },
): Entry {
  const lostCents = state === 'lost' ? amountCents : 0
  return {
    fact: `dispute_${state}:${processorDisputeId}`,
    kind: `dispute_${state}`,
    customerCents: lostCents,
    merchantCents: heldCents - lostCents,
    platformFeesCents: 0,
    disputeHoldCents: -heldCents,
  }
}
