import type { Db } from '../db/db.ts'
import { problems } from '../problems.ts'
import type { Processor } from '../processors/port.ts'
import { findAccount } from './accounts.sql.ts'
import type { MerchantIdentity } from './authenticate.ts'

export interface ConnectedDeps {
  db: Db
  processors: ReadonlyMap<string, Processor>
  /** The processor that new payments, accounts and readers use. */
  newPaymentsUse: string
}

export interface Connected {
  processor: Processor
  accountId: string
}

/** The merchant's account and the processor it is at. An account made a moment ago may not be remembered with the key yet. */
export async function connectedAccountOf(
  deps: ConnectedDeps,
  merchant: MerchantIdentity,
): Promise<Connected> {
  const processor = currentProcessor(deps)
  const account = merchant.account ?? (await findAccount(deps.db, merchant.merchantId, processor.name))
  if (!account) throw problems.noConnectedAccount()
  return { processor, accountId: account.accountId }
}

export function currentProcessor({ processors, newPaymentsUse }: ConnectedDeps): Processor {
  const processor = processors.get(newPaymentsUse)
  if (!processor) throw new Error(`the processor ${newPaymentsUse} is not configured`)
  return processor
}
