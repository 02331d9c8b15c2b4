import { platformAccount } from '../constants.ts'
import { noDetails, outcomes } from '../records/account.ts'
import type { Store } from '../store/store.ts'

/** Creates the account that the keys belong to. */
export function createPlatform(store: Store): void {
  if (store.tables.account.get(platformAccount)) return
  store.transact({ requestId: null, idempotencyKey: null }, tx =>
    tx.put('account', {
      id: platformAccount,
      account: platformAccount,
      seq: tx.nextSeq(),
      created: tx.now,
      type: 'standard',
      email: 'platform@example.com',
      country: 'US',
      default_currency: 'usd',
      business_type: 'company',
      ...noDetails,
      business_profile: { name: 'Sandbox platform' },
      externalAccounts: [],
      metadata: {},
      standing: outcomes.complete,
    }),
  )
}
