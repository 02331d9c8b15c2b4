import { application } from '../constants.ts'
import { emit } from '../events/emit.ts'
import type { AccountRecord } from '../records/account.ts'
import type { Tx } from '../store/store.ts'

/** The merchant revokes the platform's access: the platform can no longer act on the account. */
export function deauthorize(tx: Tx, account: AccountRecord): AccountRecord {
  return connect(tx, account, 'account.application.deauthorized')
}

/** The merchant connects the account, for the first time or again. */
export function authorize(tx: Tx, account: AccountRecord): AccountRecord {
  return connect(tx, account, 'account.application.authorized')
}

function connect(
  tx: Tx,
  account: AccountRecord,
  type: 'account.application.authorized' | 'account.application.deauthorized',
): AccountRecord {
  const deauthorized = type === 'account.application.deauthorized'
  const next = tx.put('account', { ...account, deauthorized })
  const id = `${application}:${account.id}`
  const record = { id, account: account.id, seq: tx.nextSeq(), name: 'Sandbox platform' }
  emit(tx, type, 'application', tx.put('application', record))
  return next
}
