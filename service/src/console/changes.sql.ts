import type { Db } from '../db/db.ts'

export interface Change {
  kind: 'payment' | 'event' | 'delivery'
  id: string
  merchantId: string
  svcPaymentId: string | null
  type?: string
  status?: string
  outcome?: string
  state?: string
  attempts?: number
  at: Date
}

/** The newest changes of each kind, oldest first. */
export async function changesSince(db: Db, since: Date, limit: number): Promise<Change[]> {
  const [payments, events, deliveries] = await Promise.all([
    db<Change[]>`
      select 'payment' as kind, payment_id as id, merchant_id, payment_id as svc_payment_id, status, updated_at as at
      from payments where updated_at > ${since} order by updated_at desc limit ${limit}`,
    db<Change[]>`
      select 'event' as kind, event_id as id, merchant_id, payment_id as svc_payment_id, type, outcome, received_at as at
      from events where received_at > ${since} order by received_at desc, event_id desc limit ${limit}`,
    db<Change[]>`
      select 'delivery' as kind, delivery_id as id, merchant_id, payment_id as svc_payment_id, type, state, attempts,
        updated_at as at
      from deliveries where updated_at > ${since} order by updated_at desc limit ${limit}`,
  ])
  return [...payments, ...events, ...deliveries].sort((a, b) => a.at.getTime() - b.at.getTime())
}
