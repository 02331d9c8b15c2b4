import type { Db } from '../db/db.ts'
import { changedSince } from '../payments/newest.sql.ts'

/** A change is dated before it is committed. */
const overlapMs = 30_000

/**
 * Copies all payments except succeeded ones to `payment_statuses`, half a minute late: most payments succeed sooner
 * and are never copied. `payments` has no index on a column that changes, so that updates stay on their page.
 */
export async function followStatuses(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - overlapMs)
  await db.begin(async tx => {
    await tx`set local statement_timeout = '5min'`
    const [cursor] = await tx<{ readFrom: Date }[]>`
      select read_from from figure_cursors where source = 'statuses' for update skip locked`
    if (!cursor) return
    const changed = tx`${changedSince(tx, cursor.readFrom, 'p')} and p.updated_at < ${until}`
    await tx`
      delete from payment_statuses s using payments p
      where s.merchant_id = p.merchant_id and s.payment_id = p.payment_id and ${changed} and p.status = 'succeeded'`
    await tx`
      insert into payment_statuses (merchant_id, payment_id, status, created_at, updated_at, next_check_at)
      select p.merchant_id, p.payment_id, p.status, p.created_at, p.updated_at, p.updated_at + case
          when p.status in ('requires_action', 'processing', 'requires_capture') then interval '30 seconds'
          when p.status in ('requires_payment_method', 'requires_confirmation') then interval '1 minute' end
      from payments p where ${changed} and p.status <> 'succeeded'
      on conflict (merchant_id, payment_id) do update
        set status = excluded.status, updated_at = excluded.updated_at, next_check_at = excluded.next_check_at
        where payment_statuses.updated_at <> excluded.updated_at`
    // also moves back if the clock was set back
    await tx`update figure_cursors set read_from = ${until} where source = 'statuses'`
  })
}
