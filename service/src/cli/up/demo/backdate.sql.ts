import { type Db, type Fragment, listed, recordset, type Tx } from '../../../db/db.ts'
import { deliveryIdAt } from '../../../ids.ts'
import { brokenSinceMs } from './story.ts'

export interface Backdated {
  paymentId: string
  /** How far into the past to move the payment. */
  shiftMs: number
  /** The same for its refund, or for the end of its dispute. */
  laterShiftMs: number
}

/** The demo needs a database without payments. */
export async function hasPayments(db: Db): Promise<boolean> {
  const [row] = await db`select 1 from payments limit 1`
  return row !== undefined
}

/** True while deliveries to working endpoints are still on their way. */
export async function areCallbacksOnTheirWay(db: Db): Promise<boolean> {
  const [row] = await db`
    select 1 from delivery_queue q join callback_endpoints e on e.merchant_id = q.merchant_id
    where e.failures_in_a_row = 0 limit 1`
  return row !== undefined
}

/**
 * Moves payments, and everything that belongs to them, into the past. The ledger and the audit log refuse changes, so
 * their triggers are off in the meantime; this is only for a database that was created a moment ago, on this machine.
 */
export async function backdate(db: Db, payments: Backdated[], now: Date): Promise<void> {
  await db.begin(async tx => {
    const given = recordset(
      tx,
      payments.map(({ paymentId, shiftMs, laterShiftMs }) => ({
        payment_id: paymentId,
        shift: `${shiftMs} ms`,
        later_shift: `${laterShiftMs} ms`,
      })),
      tx`payment_id text, shift interval, later_shift interval`,
    )
    const isLater = (column: string) => tx`${tx(column)} ~ 'refund|dispute_lost|dispute.(updated|closed)'`
    const by = (column: string) => tx`(case when ${isLater(column)} then g.later_shift else g.shift end)`
    const later = tx`g.later_shift`
    const move = async (table: string, shifts: Record<string, Fragment>) => {
      const moved = Object.entries(shifts).map(
        ([column, shift]) => tx`${tx(column)} = t.${tx(column)} - ${shift}`,
      )
      await tx`update ${tx(table)} t set ${listed(tx, moved)} from ${given} g where t.payment_id = g.payment_id`
    }
    await tx`alter table ledger_entries disable trigger ledger_entries_append_only`
    await move('ledger_entries', { posted_at: by('kind') })
    await tx`alter table ledger_entries enable trigger ledger_entries_append_only`
    await move('operations', { created_at: by('kind'), settled_at: by('kind') })
    // The sandbox has already dated events and the start of disputes. Events arrived as soon as they happened.
    await move('events', { received_at: by('type') })
    await tx`update events set received_at = created_at where payment_id is null`
    await move('refunds', { created_at: later, updated_at: later })
    await move('disputes', { updated_at: later })
    await move('payments', { created_at: tx`g.shift`, updated_at: later })
    await move('deliveries', { created_at: by('type'), updated_at: by('type') })
    await tx`
      update deliveries d set created_at = e.created_at, updated_at = e.created_at
      from events e
      where d.payment_id is null and e.merchant_id = d.merchant_id and e.processor = d.processor
        and e.event_id = d.event_id`
    await tx`
      update merchants m set created_at = earlier.at
      from (
        select merchant_id, (select min(created_at) - interval '1 day' from payments)
          + row_number() over (order by merchant_id) * interval '1 minute' as at
        from merchants) earlier
      where m.merchant_id = earlier.merchant_id and m.merchant_id <= (select max(merchant_id) from payments)`
    // the last one has not finished its onboarding
    await tx`
      update merchants set created_at = created_at - interval '5 days'
      where merchant_id > (select max(merchant_id) from payments)`
    for (const table of ['api_keys', 'callback_secrets']) {
      await tx`
        update ${tx(table)} t set created_at = m.created_at from merchants m where m.merchant_id = t.merchant_id`
    }
    await tx`alter table audit_log disable trigger audit_log_append_only`
    await tx`
      update audit_log a set at = m.created_at + (a.at - first.at)
      from merchants m join (select merchant_id, min(at) as at from audit_log group by 1) first using (merchant_id)
      where m.merchant_id = a.merchant_id`
    // the URL of the broken endpoint
    await tx`
      update audit_log set at = ${new Date(now.getTime() - brokenSinceMs)}
      where action = 'callback.set' and detail->'before'->>'url' is not null`
    await tx`alter table audit_log enable trigger audit_log_append_only`
    await tx`
      update processor_accounts set updated_at = updated_at - interval '3 days'
      where merchant_id > (select max(merchant_id) from payments)`
    // The daily comparison ran before there was anything to compare, so it starts again.
    for (const table of ['reconciliation_totals', 'reconciliations']) await tx`delete from ${tx(table)}`
    await renameDeliveries(tx)
    await endOverdue(tx, now)
    await resetFigures(tx)
  })
}

/** A delivery's id begins with its creation time. Attempts and queue rows follow their delivery. */
async function renameDeliveries(tx: Tx): Promise<void> {
  const deliveries = await tx<{ deliveryId: string; createdAt: Date }[]>`
    select delivery_id, created_at from deliveries`
  const given = recordset(
    tx,
    deliveries.map(({ deliveryId, createdAt }) => ({
      old_id: deliveryId,
      new_id: deliveryIdAt(createdAt, deliveryId),
      at: createdAt,
    })),
    tx`old_id text, new_id text, at timestamptz`,
  )
  await tx`
    update delivery_attempts a set delivery_id = g.new_id, started_at = g.at + interval '20 ms'
    from ${given} g where a.delivery_id = g.old_id`
  await tx`
    update delivery_queue q set delivery_id = g.new_id, queued_at = g.at from ${given} g where q.delivery_id = g.old_id`
  await tx`update deliveries d set delivery_id = g.new_id from ${given} g where d.delivery_id = g.old_id`
}

/** When each later attempt is made, counted from the first. */
const attemptsAfter = ['15 s', '75 s', '5 min', '21 min', '85 min', '341 min', '1365 min', '4245 min']

/** Deliveries older than the whole schedule are dead letters. An endpoint's failures begin with its oldest delivery. */
async function endOverdue(tx: Tx, now: Date): Promise<void> {
  const whole = attemptsAfter.at(-1) ?? ''
  const overdue = await tx<{ deliveryId: string }[]>`
    delete from delivery_queue where queued_at < ${now}::timestamptz - ${whole}::interval returning delivery_id`
  const ids = overdue.map(({ deliveryId }) => deliveryId)
  await tx`
    insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms, status, error,
      answer, url)
    select merchant_id, delivery_id, n, n, started_at + (${attemptsAfter}::text[])[n - 1]::interval, duration_ms, status,
      error, answer, url
    from delivery_attempts cross join generate_series(2, 9) n
    where sequence = 1 and delivery_id = any(${ids})
    on conflict do nothing`
  await tx`
    update deliveries set state = 'dead', attempts = 9, updated_at = created_at + ${whole}::interval
    where delivery_id = any(${ids})`
  await tx`
    update callback_endpoints e set failing_since = failing.since, failures_in_a_row = failing.attempts
    from (
      select merchant_id, min(created_at) as since, sum(attempts) as attempts
      from deliveries where state <> 'delivered' group by 1
    ) failing
    where e.merchant_id = failing.merchant_id`
}

/** All figures so far were counted for today, so they have to be recomputed. */
async function resetFigures(tx: Tx): Promise<void> {
  // waits for a running count, so that its figures are deleted as well
  await tx`update figure_cursors set read_from = '2000-01-01'`
  const byPeriod = ['payment_figures', 'activity_figures'].flatMap(name => [name, `${name}_by_day`])
  for (const table of [...byPeriod, 'payment_statuses']) await tx`delete from ${tx(table)}`
}
