import type { ObjectKind, Objects } from '../records/snapshot.ts'
import type { Tx } from '../store/store.ts'
import { missing } from './errors.ts'

export type Findable = Exclude<
  ObjectKind,
  'account' | 'application' | 'balance' | 'external_account' | 'person'
>

/** The noun and the parameter that Stripe's errors use for each kind of object. */
const names: Readonly<Record<Findable, readonly [noun: string, param: string]>> = {
  application_fee: ['application_fee', 'id'],
  charge: ['charge', 'id'],
  checkout_session: ['checkout.session', 'session'],
  customer: ['customer', 'id'],
  dispute: ['dispute', 'id'],
  location: ['location', 'location'],
  payment_intent: ['payment_intent', 'intent'],
  payment_method: ['PaymentMethod', 'payment_method'],
  payout: ['payout', 'id'],
  reader: ['terminal.reader', 'id'],
  refund: ['refund', 'id'],
  setup_intent: ['setupintent', 'intent'],
  webhook_endpoint: ['webhook_endpoint', 'id'],
}

/** Finds an object of the account, or throws Stripe's 404. Other accounts' objects count as missing. */
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
