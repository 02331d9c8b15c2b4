import { emit } from '../events/emit.ts'
import type { AccountRecord, Standing } from '../records/account.ts'
import type { Tx } from '../store/store.ts'

/** Changes the state of an account's onboarding and emits an event. */
export function setStanding(tx: Tx, account: AccountRecord, standing: Standing): AccountRecord {
  const next = tx.put('account', { ...account, standing })
  emit(tx, 'account.updated', 'account', next, account)
  return next
}
