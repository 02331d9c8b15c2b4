import type { Db } from '../db/db.ts'
import { problems } from '../problems.ts'
import type { Processor } from '../processors/port.ts'
import { findActiveAccount, findActiveProcessor, type OfferedProcessors } from './active-processor.sql.ts'
import type { MerchantIdentity } from './authenticate.ts'

export interface ConnectedDeps extends OfferedProcessors {
  db: Db
  processors: ReadonlyMap<string, Processor>
}

/** The merchant's account and its processor. The cached identity may lack an account that was created a moment ago. */
export async function connectedAccountOf(deps: ConnectedDeps, merchant: MerchantIdentity) {
  const account = merchant.account ?? (await findActiveAccount(deps.db, merchant.merchantId, deps))
  if (!account) throw problems.noConnectedAccount()
  return { processor: namedProcessor(deps, account.processor), accountId: account.accountId }
}

/** The processor named in the request, or else the merchant's active one. */
export async function processorFor(deps: ConnectedDeps, merchantId: string, name: string | undefined) {
  return namedProcessor(deps, name ?? (await findActiveProcessor(deps.db, merchantId, deps)))
}

export function namedProcessor({ processors }: ConnectedDeps, name: string): Processor {
  const processor = processors.get(name)
  if (processor) return processor
  const message = `must be one of ${[...processors.keys()].join(', ')}`
  throw problems.invalidRequest(`There is no processor "${name}" here.`, [{ path: 'processor', message }])
}
