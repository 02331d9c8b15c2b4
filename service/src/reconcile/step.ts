import type { FastifyBaseLogger } from 'fastify'
import type { MerchantId } from '../ids.ts'
import { findAccountOwner } from '../merchants/accounts.sql.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { inPages } from '../processors/list-pages.ts'
import type { Listed, PeriodPage } from '../processors/lists-port.ts'
import { isRefusedForGood, type Outcome, reasonOf } from '../processors/outcomes.ts'
import type { Processor } from '../processors/port.ts'
import type { Counts, Page, Run } from './runs.sql.ts'

export interface WalkDeps extends PaymentDeps {
  log: FastifyBaseLogger
}

/** The context of every walk. */
export interface Walk {
  deps: WalkDeps
  processor: Processor
  run: Run
  /** Payments for which the processor has returned a fee in the period. */
  feeReturned: Set<string>
  /** Sealed accounts that belong to no merchant here, with the merchant that the seal names. */
  unknownAccounts: Map<string, MerchantId>
}

/** The part of a page that one step adds. */
export type Step = Partial<Omit<Page, 'processor' | 'counts'>> & { counts?: Partial<Counts> }

/** The merchant disconnected the account, so nothing on it can be compared. */
export class AccountGone extends Error {}

/** The merchant here that has the account; null if there is none. */
export const ownerOf = ({ deps, processor }: Walk, accountId: string) =>
  findAccountOwner(deps.db, { processor: processor.name, accountId })

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
