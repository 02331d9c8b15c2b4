import { invalidRequest } from '../api/errors.ts'
import { canCharge } from '../records/account.ts'
import type { Tx } from '../store/store.ts'

export function requireChargeable(tx: Tx, account: string): void {
  const record = tx.tables.account.get(account)
  if (!record || canCharge(record)) return
  throw invalidRequest('Your account cannot currently make charges.', { code: 'account_invalid' })
}
