import type { ObjectKind, Objects } from '../records/snapshot.ts'
import type { Tx } from '../store/store.ts'
import { missing } from './errors.ts'

type Findable = Exclude<ObjectKind, 'account' | 'application'>

/** What Stripe's errors call each kind of object, and the parameter that named it. */
const names: Readonly<Record<Findable, readonly [noun: string, param: string]>> = {
  application_fee: ['application_fee', 'id'],
  charge: ['charge', 'id'],
  customer: ['customer', 'id'],
  dispute: ['dispute', 'id'],
  location: ['location', 'location'],
  payment_intent: ['payment_intent', 'intent'],
  payment_method: ['PaymentMethod', 'payment_method'],
  reader: ['terminal.reader', 'id'],
  refund: ['refund', 'id'],
  webhook_endpoint: ['webhook_endpoint', 'id'],
}

/** An object of the account, or Stripe's refusal: what belongs to another account is missing too. */
export function find<K extends Findable>(
  tx: Tx,
  kind: K,
  account: string,
  id: string,
  param?: string,
  status?: number,
): Objects[K] {
  const record: Objects[K] | undefined = tx.tables[kind].get(id)
  if (record?.account === account && !isDeleted(record)) return record
  const [noun, usual] = names[kind]
  throw missing(noun, id, param ?? usual, status)
}

function isDeleted(record: { readonly deleted?: boolean } | object): boolean {
  return 'deleted' in record && record.deleted === true
}
