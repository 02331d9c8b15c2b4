import type { MerchantId } from '../ids.ts'
import { inPages } from '../processors/list-pages.ts'
import type { Account } from './books.sql.ts'
import type { Difference, Found } from './difference.ts'
import { AccountGone, ownerOf, type Step, type Walk } from './step.ts'
import { walkPayments } from './walk-payments.ts'

/** Sealed accounts that belong to no merchant here, with their payments: a restore lost them. */
export async function* walkUnknownAccounts(current: Walk): AsyncGenerator<Step> {
  const { processor, run, unknownAccounts } = current
  const beginning = new Date(0)
  for await (const { items } of inPages(after => processor.listAccounts({ from: beginning, after }))) {
    const own = items.filter(one => one !== null)
    const owners = await Promise.all(own.map(({ snapshot }) => ownerOf(current, snapshot.accountId)))
    for (const [i, { merchantId, snapshot }] of own.entries()) {
      if (owners[i] !== null || (run.merchantId !== null && run.merchantId !== merchantId)) continue
      const { accountId } = snapshot
      const account = { merchantId: merchantId as MerchantId, processor: processor.name, accountId }
      unknownAccounts.set(accountId, account.merchantId)
      yield { findings: [accountFinding(account, 'missing_here', null)] }
      yield* withoutProgress(walkPayments(current, account, {}))
    }
  }
}

export function accountFinding(
  { merchantId, accountId }: Account,
  what: Difference['what'],
  reason: string | null,
): Found {
  const about = { merchantId, paymentId: null, processorPaymentId: '', objectId: accountId }
  return { ...about, kind: 'account', what, currency: null, ours: null, theirs: null, fixed: false, reason }
}

/** A resumed run continues with the known accounts. */
async function* withoutProgress(steps: AsyncGenerator<Step>): AsyncGenerator<Step> {
  try {
    for await (const { progress: _, ...step } of steps) yield step
  } catch (error) {
    if (!(error instanceof AccountGone)) throw error
  }
}
