import { pendingDeliveries } from '../events/deliveries.ts'
import { type ObjectKind, snapshotOf } from '../records/snapshot.ts'
import { toFeeRefund } from '../shapes/application-fee.ts'
import { toEvent } from '../shapes/event.ts'
import { serializeSnapshot } from '../shapes/snapshot.ts'
import type { Tables } from '../store/tables.ts'

interface FoundObject {
  readonly account: string
  /** In Stripe's shape; null for records that only the sandbox has. */
  readonly object: object | null
  readonly record: object
}

/** Finds any object by its id. */
export function findObject(tables: Tables, id: string): FoundObject | undefined {
  const { account_link, balance_transaction, delivery, event, job, token, ...objects } = tables
  for (const kind of Object.keys(objects) as ObjectKind[]) {
    const record = objects[kind].get(id)
    if (!record) continue
    return { account: record.account, object: serializeSnapshot(snapshotOf(kind, record)), record }
  }
  const told = event.get(id)
  if (told) {
    return { account: told.account, object: toEvent(told, pendingDeliveries(tables, told)), record: told }
  }
  const inner =
    account_link.get(id) ?? balance_transaction.get(id) ?? delivery.get(id) ?? job.get(id) ?? token.get(id)
  return inner ? { account: inner.account, object: null, record: inner } : findFeeRefund(tables, id)
}

/** Fee refunds are stored in their fee. */
function findFeeRefund(tables: Tables, id: string): FoundObject | undefined {
  for (const fee of tables.application_fee.all()) {
    const record = fee.refunds.find(refund => refund.id === id)
    if (record) return { account: fee.account, object: toFeeRefund(fee, record), record }
  }
  return undefined
}
