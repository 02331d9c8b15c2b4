/** One balanced entry. Its fact is posted once, even if it is reported again. */
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
 * The change in the platform's fee since the last posting. The processor reports totals, so the payment's version makes
 * each change a separate fact.
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

interface DisputeMoved {
  fact: string
  kind: 'dispute' | 'dispute_won'
  /** Negative for money that the processor takes. */
  amountCents: number
  /** Where it goes to or comes from. */
  from: 'hold' | 'customer'
}

/** The processor takes money from the merchant because of a dispute, or gives it back. */
export function disputeMovedEntry({ fact, kind, amountCents, from }: DisputeMoved): Entry {
  return {
    fact,
    kind,
    customerCents: from === 'customer' ? -amountCents : 0,
    merchantCents: amountCents,
    platformFeesCents: 0,
    disputeHoldCents: from === 'hold' ? -amountCents : 0,
  }
}

/** The customer gets what was held. */
export function disputeLostEntry(fact: string, amountCents: number): Entry {
  return {
    fact,
    kind: 'dispute_lost',
    customerCents: amountCents,
    merchantCents: 0,
    platformFeesCents: 0,
    disputeHoldCents: -amountCents,
  }
}
