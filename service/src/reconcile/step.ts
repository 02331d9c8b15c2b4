import type { MerchantId } from '../ids.ts'
import type { Listed, PeriodPage } from '../processors/lists-port.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { Processor } from '../processors/port.ts'
import type { ExamineDeps, Finding } from './examine.ts'
import type { Counts, Progress, Run, Total, Where } from './runs.sql.ts'

export type Found = Finding & Where

/** What a walk needs of its surroundings. */
export interface Walk {
  deps: ExamineDeps
  processor: Processor
  run: Run
  /** Payments for which the processor has returned a fee in the period. */
  feeReturned: Set<string>
  /** All pages of a list, of the period and from its start if nothing else is given. */
  pages<Item>(
    list: (page: PeriodPage) => Promise<Outcome<Listed<Item>>>,
    from?: Partial<PeriodPage>,
  ): AsyncGenerator<Listed<Item>>
  /** Looks closely at a payment that seems to differ. */
  suspect(
    owner: Owner,
    payment: { paymentId: string; processorPaymentId: string },
    disputeIds?: Iterable<string>,
  ): Promise<Found[]>
}

export interface Owner {
  merchantId: MerchantId
  processor: string
}

/** What one step of a walk brings. */
export interface Step {
  progress?: Progress
  counts?: Partial<Counts>
  findings?: Found[]
  totals?: (Total & { merchantId: string })[]
}
