import { formatMoney } from '../../../../money.ts'
import type { PaymentSnapshot } from '../../../../processors/port.ts'
import type { PaymentWithTimeline } from '../../../answers.ts'
import { type Finding, fault, ok } from '../finding.ts'

interface Wanted {
  status: string
  capturedCents: number
  refundedCents: number
}

/** Whether the payment, the ledger and the processor agree with each other and with what the rehearsal did. */
export function compare(payment: PaymentWithTimeline, there: PaymentSnapshot, wanted: Wanted): Finding {
  const step = 'books'
  const { currency, svcPaymentId, ledgerEntries } = payment
  const money = (cents: number) => formatMoney(cents, currency)
  const posted = (kinds: string[], of: 'customerCents' | 'platformFeesCents') =>
    ledgerEntries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, entry) => sum + entry[of], 0)
  const fee = there.fee ?? { amountCents: 0, refundedCents: 0 }
  const keptHere = payment.applicationFeeCents - payment.applicationFeeRefundedCents
  const amounts = [
    [
      'captured',
      wanted.capturedCents,
      payment.capturedCents,
      -posted(['capture'], 'customerCents'),
      there.capturedCents,
    ],
    [
      'refunded',
      wanted.refundedCents,
      payment.refundedCents,
      posted(['refund'], 'customerCents'),
      refundedIn(there),
    ],
    // without a capture there is no fee, even if the payment names one
    ...(wanted.capturedCents > 0
      ? [
          [
            'fee',
            keptHere,
            keptHere,
            posted(['capture', 'fee_correction', 'fee_refund'], 'platformFeesCents'),
            fee.amountCents - fee.refundedCents,
          ] as const,
        ]
      : []),
  ] as const
  const differences = amounts
    .filter(([, asked, ...found]) => found.some(cents => cents !== asked))
    .map(
      ([what, , here, ledger, processor]) =>
        `${what}: payment ${money(here)}, ledger ${money(ledger)}, processor ${money(processor)}`,
    )
  if (payment.status !== wanted.status)
    differences.unshift(`status: ${payment.status} instead of ${wanted.status}`)
  if (differences.length > 0) {
    const remedy = `Look at svcpay payments show ${svcPaymentId}, and run svcpay ledger verify.`
    return fault(step, `${svcPaymentId} differs: ${differences.join('; ')}.`, remedy)
  }
  const said = amounts.map(([what, cents]) => `${what} ${money(cents)}`).join(', ')
  return ok(step, `${svcPaymentId} is ${payment.status}: payment, ledger and processor agree (${said}).`)
}

function refundedIn({ refunds = [] }: PaymentSnapshot): number {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
}
