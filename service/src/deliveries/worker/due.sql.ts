import { type Db, type Fragment, recordset } from '../../db/db.ts'
import { inBatches } from '../../db/in-batches.ts'
import { merchantOf, ofMerchant } from '../../db/per-merchant.ts'
import type { DeliveryId, MerchantId } from '../../ids.ts'
import { probing } from '../schedule.ts'
import type { CallbackMessage } from '../sending/send-signed.ts'

/** A queue this short is quick to read in full. */
const few = 50

/** Milliseconds until anything may be due. Most polls find nothing, and this is far cheaper than finding the endpoints. */
export async function mayBeDueIn(db: Db, now: Date): Promise<number> {
  const queued = await db<{ dueAt: Date }[]>`select due_at from delivery_queue limit ${few}`
  return queued.length === few ? 0 : Math.min(...queued.map(({ dueAt }) => dueAt.getTime() - now.getTime()))
}

export interface Times {
  now: Date
  /** Deliveries queued before this have waited too long behind an endpoint that keeps failing. */
  overdueBefore: Date
}

/** The endpoints of these shares with deliveries that are due, or have waited too long. */
export async function findWaiting(db: Db, shares: string[], times: Times): Promise<string[]> {
  const { now } = times
  const isDue = db`from delivery_queue q where q.merchant_id = e.merchant_id and q.due_at <= ${now}`
  // makes the planner use the index, however few rows it expects
  const first = db`order by q.due_at limit 1`
  const rows = await db<{ merchantId: string }[]>`
    select e.merchant_id from callback_endpoints e
    where right(e.merchant_id, 1) = any(${shares})
      and case when e.paused_until > ${now} then coalesce((select true ${isDue} and q.asked_for ${first}), ${hasOverdue(db, times)})
        else coalesce((select true ${isDue} and q.attempt = 1 ${first}), (select true ${isDue} and q.attempt > 1 ${first}))
      end`
  return rows.map(({ merchantId }) => merchantId)
}

const hasOverdue = (db: Db, { now, overdueBefore }: Times, also = db``) => db`
  (e.failures_in_a_row >= ${probing.afterFailures} and coalesce((select true from delivery_queue q
    where q.merchant_id = e.merchant_id and q.queued_at <= ${overdueBefore} and q.due_at <= ${now} ${also}
    order by q.queued_at limit 1), false))`

/** A queued delivery with everything needed to send it. */
export interface QueuedDelivery extends Omit<CallbackMessage, 'body' | 'secrets'> {
  deliveryId: DeliveryId
  /** When its cycle of attempts began, in the database's notation. A redelivery begins a new cycle. */
  queuedAt: string
  sealedBody: Buffer
}

/** An endpoint's health, and the next deliveries to send there. */
export interface EndpointDue {
  merchantId: MerchantId
  quick: boolean
  failuresInARow: number
  epoch: number
  hasOverdue: boolean
  /** The current one first. */
  sealedSecrets: Buffer[]
  deliveries: QueuedDelivery[]
}

interface EndpointRow extends Omit<EndpointDue, 'deliveries' | 'sealedSecrets'> {
  /** The sealed secrets in one text, because the driver would read an array byte by byte, in each row. */
  sealedInHex: string | null
}

export interface ToRead extends Times {
  merchantId: string
  most: number
  /** Deliveries to leave out: they are being sent already. */
  besides: string[]
  retries: boolean
}

/** Null if there is no such endpoint. The cost does not grow with the number of waiting deliveries. */
export const readDue = inBatches(readDueAt, {
  touches: ({ merchantId }: ToRead) => [merchantId],
})

async function readDueAt(db: Db, items: ToRead[]): Promise<(EndpointDue | null)[]> {
  const times = items.at(-1) ?? { now: new Date(0), overdueBefore: new Date(0) }
  const merchantId = merchantOf(db, items)
  const own = (table: string) => ofMerchant(db, `${table}.merchant_id`, merchantId)
  const given = recordset(db, items, db`"merchantId" text, most int, besides text[], retries boolean`)
  const isOther = db`and q.delivery_id <> all(g.besides) ${own('q')}`
  const isOpen = db`(e.paused_until is null or e.paused_until <= ${times.now})`
  const line = (condition: Fragment) => db`
    (select q.delivery_id, q.attempt, q.queued_at::text as queued_at from delivery_queue q
      where q.merchant_id = e.merchant_id and ${condition} and q.due_at <= ${times.now} ${isOther}
      order by q.due_at limit g.most)`
  const rows = await db<(EndpointRow & Partial<QueuedDelivery>)[]>`
    select e.merchant_id, e.quick, e.failures_in_a_row, e.epoch, ${hasOverdue(db, times, isOther)} as has_overdue,
      m.callback_url as url, next.*,
      (select string_agg(encode(s.sealed, 'hex'), ',' order by s.secret_id desc) from callback_secrets s
        where s.merchant_id = e.merchant_id ${own('s')} and (s.expires_at is null or s.expires_at > ${times.now}))
        as sealed_in_hex
    from ${given} g
      join callback_endpoints e on e.merchant_id = g."merchantId" ${own('e')}
      join merchants m on m.merchant_id = e.merchant_id ${own('m')} and m.callback_url is not null
      left join lateral (
        -- requested deliveries come first, then first attempts, then retries
        select q.*, d.event_id, d.type, d.payment_id, v.sealed_body, v.traceparent
        from (
            select * from (${line(db`q.asked_for`)}
              union all ${line(db`q.attempt = 1 and not q.asked_for and ${isOpen}`)}
              union all ${line(db`q.attempt > 1 and g.retries and ${isOpen}`)}) lines limit g.most
          ) q
          join deliveries d on d.merchant_id = e.merchant_id and d.delivery_id = q.delivery_id ${own('d')}
          join events v on v.merchant_id = d.merchant_id and v.processor = d.processor and v.event_id = d.event_id ${own('v')}
      ) next on true`
  const found = new Map<string, EndpointDue>()
  for (const row of rows) {
    const endpoint = found.get(row.merchantId) ?? {
      deliveries: [],
      sealedSecrets: buffersOf(row.sealedInHex),
      ...row,
    }
    if (row.deliveryId) endpoint.deliveries.push(row as QueuedDelivery)
    found.set(row.merchantId, endpoint)
  }
  return items.map(item => found.get(item.merchantId) ?? null)
}

const buffersOf = (inHex: string | null) => inHex?.split(',').map(hex => Buffer.from(hex, 'hex')) ?? []

/** Results from the endpoint's earlier holders no longer count after this. */
export async function takeEndpoint(db: Db, merchantId: string, epoch: number): Promise<void> {
  await db`
    update callback_endpoints set epoch = ${epoch} where merchant_id = ${merchantId} and epoch < ${epoch}`
}
