import type { Static } from '@fastify/type-provider-typebox'
import type { Db, Queryable } from '../db/db.ts'
import type { BalanceSchema } from './schemas.ts'
import { untilPosted } from './until-posted.sql.ts'

type Balance = Static<typeof BalanceSchema>

/** A standby whose clock lags by less than this cannot post into a closed day. */
const marginMs = 3_600_000

/** Sums up, by day, the entries older than an hour. Repeating it does no harm. */
export async function closeLedgerDays(db: Db): Promise<void> {
  const until = new Date((await untilPosted(db)).getTime() - marginMs)
  await db.begin(async tx => {
    await tx`set local statement_timeout = 0`
    const [cursor] = await tx<{ readFrom: Date }[]>`
      select read_from from figure_cursors where source = 'ledger' for update skip locked`
    if (!cursor) return
    // entries that were loaded with past dates
    const [late] = await tx<{ postedAt: Date | null }[]>`
      select min(posted_at) as posted_at from ledger_entries where inserted_at >= ${cursor.readFrom}`
    const from = new Date(Math.min(+cursor.readFrom, +(late?.postedAt ?? cursor.readFrom)))
    from.setUTCHours(0, 0, 0, 0)
    await tx`
      insert into ledger_days (merchant_id, currency, day, customer_cents, merchant_cents, platform_fees_cents,
        dispute_hold_cents, until)
      select merchant_id, currency, (posted_at at time zone 'utc')::date, sum(customer_cents), sum(merchant_cents),
        sum(platform_fees_cents), sum(dispute_hold_cents),
        least(((posted_at at time zone 'utc')::date + 1)::timestamp at time zone 'utc', ${until}::timestamptz)
      from ledger_entries where posted_at >= ${from} and posted_at < ${until}
      group by merchant_id, currency, (posted_at at time zone 'utc')::date
      on conflict (merchant_id, currency, day) do update
        set customer_cents = excluded.customer_cents, merchant_cents = excluded.merchant_cents,
          platform_fees_cents = excluded.platform_fees_cents, dispute_hold_cents = excluded.dispute_hold_cents,
          until = excluded.until`
    await tx`update figure_cursors set read_from = ${until} where source = 'ledger'`
  })
}

/**
 * A merchant's balances, now or before a given time: closed days plus the entries since. Balances at one processor are
 * sums of all its entries.
 */
export async function balancesOf(
  db: Queryable,
  merchantId: string,
  before: Date | 'infinity' = 'infinity',
  processor: string | null = null,
): Promise<Balance[]> {
  const time = db`${before instanceof Date ? before.toISOString() : before}::text::timestamptz`
  const day = db`(${time} at time zone 'utc')::date`
  return await db<Balance[]>`
    select currency, sum(customer_cents)::float8 as customer_cents, sum(merchant_cents)::float8 as merchant_cents,
      sum(platform_fees_cents)::float8 as platform_fees_cents, sum(dispute_hold_cents)::float8 as dispute_hold_cents
    from (${
      processor === null
        ? db`
      select currency, customer_cents, merchant_cents, platform_fees_cents, dispute_hold_cents
      from ledger_days where merchant_id = ${merchantId} and day < ${day}
      union all
      select currency, customer_cents, merchant_cents, platform_fees_cents, dispute_hold_cents
      from ledger_entries
      where merchant_id = ${merchantId} and posted_at < ${time}
        and posted_at >= (select least(${day}::timestamp at time zone 'utc', coalesce(max(until), '-infinity'))
          from ledger_days where merchant_id = ${merchantId})`
        : db`
      select e.currency, e.customer_cents, e.merchant_cents, e.platform_fees_cents, e.dispute_hold_cents
      from ledger_entries e join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id
      where e.merchant_id = ${merchantId} and e.posted_at < ${time} and p.processor = ${processor}`
    }) parts
    group by currency order by currency`
}
