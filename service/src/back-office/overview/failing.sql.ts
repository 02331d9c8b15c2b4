import { type Db, type Fragment, when } from '../../db/db.ts'
import { failingNow } from '../../merchants/failing-endpoints.sql.ts'
import { restriction } from '../../merchants/merchants.sql.ts'
import type { Failing } from './overview-schemas.ts'

const day = 86_400_000
/** Fewer declines are not significant. */
const fewestDeclines = 5

type Position = Pick<Failing, 'count' | 'merchantId' | 'problem'>

interface FailingPage {
  after: Position | null
  limit: number
}

/** Merchants with a current failure: accounts, then endpoints, then merchants with declines, each by count and merchant. */
export async function listFailing(db: Db, now: Date, page: FailingPage): Promise<Failing[]> {
  const found = await Promise.all([accounts(db, page), callbacks(db, page), payments(db, now, page)])
  return found.flat().slice(0, page.limit)
}

/** Accounts come first in the list, so none follow a position of another kind. */
async function accounts(db: Db, { after, limit }: FailingPage): Promise<Failing[]> {
  if (after && after.count !== null) return []
  return await db<Failing[]>`
    select distinct on (a.merchant_id) a.merchant_id, m.name, 'account' as problem, null::int as count,
      coalesce(a.stopped_at, a.updated_at) as since, ${restriction(db)} as reason
    from processor_accounts a join merchants m using (merchant_id)
    where ${restriction(db)} is not null
      ${when(db, after, ({ merchantId }) => db`and a.merchant_id < ${merchantId}`)}
    order by a.merchant_id desc, a.updated_at desc limit ${limit}`
}

/** True for rows after the position. The problems follow each other in alphabetical order. */
function behind(db: Db, after: Position | null, problem: Failing['problem'], position: Fragment) {
  if (after === null || after.problem < problem) return db`true`
  if (after.problem > problem) return db`false`
  return db`(${position}) < (${after.count}::int, ${after.merchantId}::text)`
}

async function callbacks(db: Db, { after, limit }: FailingPage): Promise<Failing[]> {
  return await db<Failing[]>`
    select e.merchant_id, m.name, 'callbacks' as problem, w.waiting as count, e.failing_since as since, last_failure.reason
    from ${failingNow(db)} and ${behind(db, after, 'callbacks', db`w.waiting, e.merchant_id`)}
    order by w.waiting desc, e.merchant_id desc limit ${limit}`
}

/** Merchants with at least half of a day's payments declined. */
async function payments(db: Db, now: Date, { after, limit }: FailingPage): Promise<Failing[]> {
  const from = new Date(now.getTime() - day)
  const [rows, reasons] = await Promise.all([
    db<Failing[]>`
      select f.merchant_id, m.name, 'payments' as problem, sum(f.failed)::int as count,
        coalesce(max(f.at) filter (where f.succeeded > 0), min(f.at)) as since, null as reason
      from payment_figures f join merchants m using (merchant_id)
      where f.at >= ${from}
      group by f.merchant_id, m.name
      having sum(f.failed) >= ${fewestDeclines} and sum(f.failed) * 2 >= sum(f.created)
        and ${behind(db, after, 'payments', db`sum(f.failed), f.merchant_id`)}
      order by sum(f.failed) desc, f.merchant_id desc limit ${limit}`,
    db<{ merchantId: string; name: string }[]>`
      select merchant_id, name from activity_figures where kind = 'decline' and at >= ${from}
      group by merchant_id, name order by sum(count) desc`,
  ])
  const reasonOf = (merchantId: string) => reasons.find(one => one.merchantId === merchantId)?.name ?? null
  return rows.map(row => ({ ...row, reason: reasonOf(row.merchantId) }))
}
