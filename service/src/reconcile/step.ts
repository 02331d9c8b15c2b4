import type { MerchantId } from '../ids.ts'
import { inPages } from '../processors/list-pages.ts'
import type { Listed, PeriodPage } from '../processors/lists-port.ts'
import { isRefusedForGood, type Outcome, reasonOf } from '../processors/outcomes.ts'
import type { Processor } from '../processors/port.ts'
import type { Owner } from './books.sql.ts'
import type { Found } from './difference.ts'
import { AccountGone, type ExamineDeps, examine } from './examine.ts'
import type { Counts, Progress, Run, Total } from './runs.sql.ts'

/** The context of every walk. */
export interface Walk {
  deps: ExamineDeps
  processor: Processor
  run: Run
  /** Payments for which the processor has returned a fee in the period. */
  feeReturned: Set<string>
  /** Sealed accounts that belong to no merchant here, with the merchant that the seal names. */
  unknownAccounts: Map<string, MerchantId>
}

/** The result of one step. */
export interface Step {
  progress?: Progress
  counts?: Partial<Counts>
  findings?: Found[]
  totals?: (Total & { merchantId: string })[]
  /** Differences that are gone when checked again. */
  gone?: string[]
  /** The merchant whose account was compared. */
  compared?: MerchantId
}

/** All pages of a list; by default the whole period, from its start. */
export function pagesOf<Item>(
  { run }: Walk,
  list: (page: PeriodPage) => Promise<Outcome<Listed<Item>>>,
  { after: start = null, ...period }: Partial<PeriodPage> = {},
): AsyncGenerator<Listed<Item>> {
  return inPages(async after => {
    const outcome = await list({ from: run.fromAt, to: run.toAt, ...period, after })
    if (outcome.kind !== 'done' && isRefusedForGood(outcome)) throw new AccountGone(reasonOf(outcome))
    return outcome
  }, start)
}

/** Examines a payment that seems to differ. */
export async function findingsOf(
  { deps, processor, run }: Walk,
  { merchantId }: Owner,
  { paymentId, processorPaymentId }: { paymentId: string; processorPaymentId: string },
  disputeIds: Iterable<string> = [],
): Promise<Found[]> {
  const suspect = { merchantId, paymentId, disputeIds: [...disputeIds] }
  const findings = await examine(deps, processor, suspect, run.fix)
  return findings.map(finding => ({ ...finding, merchantId, paymentId, processorPaymentId }))
}
