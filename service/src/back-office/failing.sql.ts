import type { Db } from '../db/db.ts'
import { onboardingStatus } from '../merchants/merchants.sql.ts'
import type { Failing } from './overview-schemas.ts'

const day = 86_400_000
const listAtMost = 100
const countAtMost = 1000
/** Fewer declines say nothing about a merchant. */
const fewestDeclines = 5

/** Merchants for whom something fails now, the worst first. */
export async function listFailing(db: Db, now: Date): Promise<Failing[]> {
  const found = await Promise.all([accounts(db), payments(db, now), callbacks(db)])
  const weight = ({ count }: Failing) => count ?? Number.POSITIVE_INFINITY
  return found
    .flat()
    .sort((one, other) => weight(other) - weight(one) || 0)
    .slice(0, listAtMost)
}

async function accounts(db: Db): Promise<Failing[]> {
  return await db<Failing[]>`
    select a.merchant_id, m.name, 'account' as problem, null::int as count, a.updated_at as since,
      coalesce(a.disabled_reason, 'requirements are past due') as reason
    from processor_accounts a join merchants m using (merchant_id)
    where ${onboardingStatus(db)} = 'restricted'
    order by a.updated_at desc limit ${listAtMost}`
}

async function callbacks(db: Db): Promise<Failing[]> {
  return await db<Failing[]>`
    select e.merchant_id, m.name, 'callbacks' as problem, w.waiting::int as count, e.failing_since as since,
      last.reason
    from callback_endpoints e join merchants m using (merchant_id)
      cross join lateral (select count(*) as waiting
        from (select 1 from delivery_queue q where q.merchant_id = e.merchant_id limit ${countAtMost}) queued) w
      left join lateral (select coalesce(d.last_error, d.last_status::text) as reason
        from delivery_queue q join deliveries d using (merchant_id, delivery_id)
        where q.merchant_id = e.merchant_id and q.attempt > 1
        order by d.updated_at desc limit 1) last on true
    where e.failures_in_a_row > 0 and m.callback_url is not null
    order by w.waiting desc limit ${listAtMost}`
}

/** Half of the payments of a day, or more, were declined. */
async function payments(db: Db, now: Date): Promise<Failing[]> {
  const from = new Date(now.getTime() - day)
  const [rows, reasons] = await Promise.all([
    db<Failing[]>`
      select f.merchant_id, m.name, 'payments' as problem, sum(f.failed)::int as count,
        coalesce(max(f.at) filter (where f.succeeded > 0), min(f.at)) as since, null as reason
      from payment_figures f join merchants m using (merchant_id)
      where f.at >= ${from}
      group by f.merchant_id, m.name
      having sum(f.failed) >= ${fewestDeclines} and sum(f.failed) * 2 >= sum(f.created)
      order by sum(f.failed) desc limit ${listAtMost}`,
    db<{ merchantId: string; name: string }[]>`
      select merchant_id, name from activity_figures where kind = 'decline' and at >= ${from}
      group by merchant_id, name order by sum(count) desc`,
  ])
  const reasonOf = (merchantId: string) => reasons.find(one => one.merchantId === merchantId)?.name ?? null
  return rows.map(row => ({ ...row, reason: reasonOf(row.merchantId) }))
}
