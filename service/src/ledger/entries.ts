export const entryKinds = [
  'capture',
  'refund',
  'refund_failed',
  'fee_correction',
  'fee_refund',
  'dispute',
  'dispute_won',
  'dispute_lost',
] as const

const unmoved = { customerCents: 0, merchantCents: 0, platformFeesCents: 0, disputeHoldCents: 0 }
type Legs = typeof unmoved

/** One balanced entry. Its fact is posted once, even if it is reported again. */
export interface Entry extends Legs {
  fact: string
  kind: (typeof entryKinds)[number]
}

function entry(kind: Entry['kind'], fact: string, moved: Partial<Legs>): Entry {
  return { fact, kind, ...unmoved, ...moved }
}

/** The customer pays; the merchant gets the amount less the platform's fee. */
export const captureEntry = (capturedCents: number, feeCents: number) =>
  entry('capture', 'capture', {
    customerCents: -capturedCents,
    merchantCents: capturedCents - feeCents,
    platformFeesCents: feeCents,
  })

/** The customer gets money back from the merchant. The part of the fee that the platform returns is a separate entry. */
export const refundEntry = (processorRefundId: string, amountCents: number) =>
  entry('refund', `refund:${processorRefundId}`, { customerCents: amountCents, merchantCents: -amountCents })

/** The money came back to the merchant. */
export const refundFailedEntry = (processorRefundId: string, amountCents: number) =>
  entry('refund_failed', `refund_failed:${processorRefundId}`, {
    customerCents: -amountCents,
    merchantCents: amountCents,
  })

/**
 * The change in the platform's fee since the last posting. The processor reports totals, so the payment's version makes
 * each change a separate fact.
 */
export const feeEntry = (kind: 'fee_correction' | 'fee_refund', version: number, keptCents: number) =>
  entry(kind, `${kind}:${version}`, { merchantCents: -keptCents, platformFeesCents: keptCents })

interface DisputeMoved {
  fact: string
  kind: 'dispute' | 'dispute_won'
  /** Negative for money that the processor takes. */
  amountCents: number
  /** Its source or destination. */
  from: 'disputeHoldCents' | 'customerCents'
}

/** The processor takes money from the merchant because of a dispute, or gives it back. */
export const disputeMovedEntry = ({ fact, kind, amountCents, from }: DisputeMoved) =>
  entry(kind, fact, { merchantCents: amountCents, [from]: -amountCents })

/** The customer gets the held amount. */
export const disputeLostEntry = (fact: string, amountCents: number) =>
  entry('dispute_lost', fact, { customerCents: amountCents, disputeHoldCents: -amountCents })
