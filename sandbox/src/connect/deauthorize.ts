import { application } from '../constants.ts'
import { emit } from '../events/emit.ts'
import type { AccountRecord } from '../records/account.ts'
import type { Tx } from '../store/store.ts'

/** The merchant revokes the platform's access: the platform can no longer act on the account. */
export function deauthorize(tx: Tx, account: AccountRecord): AccountRecord {
  const next = tx.put('account', { ...account, deauthorized: true })
  const id = `${application}:${account.id}`
  const record = { id, account: account.id, seq: tx.nextSeq(), name: 'Sandbox platform' }
  emit(tx, 'account.application.deauthorized', 'application', tx.put('application', record))
  return next
}
