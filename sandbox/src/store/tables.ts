import type { AccountLinkRecord } from '../records/account.ts'
import type { BalanceTransactionRecord } from '../records/balance-transaction.ts'
import type { DeliveryRecord } from '../records/delivery.ts'
import type { EventRecord } from '../records/event.ts'
import type { JobRecord } from '../records/job.ts'
import type { Objects } from '../records/snapshot.ts'
import type { TokenRecord } from '../records/token.ts'
import { Table } from './table.ts'

export interface Records extends Objects {
  account_link: AccountLinkRecord
  balance_transaction: BalanceTransactionRecord
  delivery: DeliveryRecord
  event: EventRecord
  job: JobRecord
  token: TokenRecord
}
export type Kind = keyof Records
export type Tables = { [K in Kind]: Table<Records[K]> }

export function emptyTables(): Tables {
  return {
    account: new Table(),
    account_link: new Table(),
    application: new Table(),
    application_fee: new Table(['charge']),
    balance: new Table(),
    balance_transaction: new Table(['source']),
    charge: new Table(['payment_intent']),
    checkout_session: new Table(),
    customer: new Table(),
    delivery: new Table(['event']),
    dispute: new Table(['charge', 'payment_intent']),
    event: new Table(),
    external_account: new Table(),
    job: new Table(),
    location: new Table(),
    payment_intent: new Table(),
    payment_method: new Table(),
    payout: new Table(),
    person: new Table(),
    reader: new Table(),
    refund: new Table(['charge', 'payment_intent']),
    setup_intent: new Table(),
    token: new Table(),
    webhook_endpoint: new Table(),
  }
}
