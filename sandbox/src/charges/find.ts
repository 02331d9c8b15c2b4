import { missing } from '../http/api-error.ts'
import type { Tx } from '../store/store.ts'
import type { ChargeRecord } from './charge.ts'

export function findCharge(tx: Tx, account: string, id: string, param = 'id'): ChargeRecord {
  const record = tx.tables.charge.get(id)
  if (!record || record.account !== account) throw missing('charge', id, param)
  return record
}
