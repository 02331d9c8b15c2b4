import { platformAccount } from '../constants.ts'
import { outcomes } from '../records/account.ts'
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
      defaultCurrency: 'usd',
      businessType: 'company',
      businessName: 'Sandbox platform',
      businessUrl: null,
      metadata: {},
      standing: outcomes.complete,
    }),
  )
}
