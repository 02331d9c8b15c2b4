import { setTimeout } from 'node:timers/promises'
import type { Db, Tx } from '../db/db.ts'
import { problems } from '../problems.ts'

export interface StatementLine {
  postedAt: Date
  kind: string
  paymentId: string
  orderRef: string | null
  currency: string
  /** What the customer paid; negative when money went back. */
  grossCents: number
  feeCents: number
  netCents: number
}

export interface CurrencyTotal {
  currency: string
  openingCents: number
  netCents: number
  closingCents: number
}

export interface Statement {
  /** The period is over: nothing will be added to it. */
  isFinal: boolean
  lines: StatementLine[]
  totals: CurrencyTotal[]
}

export interface Period {
  merchantId: string
  from: Date
  /** Exclusive. */
  to: Date
}

/**
 * A merchant's movements in a period, and its balance per currency before and after, all of one moment. What is
 * posted while this runs is either in here or dated after it, so that adjoining periods lose and repeat nothing,
 * and one that is over reads the same for ever.
 */
export async function merchantStatement(db: Db, period: Period): Promise<Statement> {
  const now = await untilPosted(db)
  return await db.begin('isolation level repeatable read read only', async tx => {
    await tx`set local statement_timeout = 0`
    const lines = await linesOf(tx, period)
    return { isFinal: period.to <= now, lines, totals: await totalsOf(tx, period) }
  })
}

const patienceMs = 10_000

/**
 * An entry is dated by the database's clock while its transaction holds a lock on the table. When all who hold
 * one now are done, everything dated before now can be read.
 */
async function untilPosted(db: Db): Promise<Date> {
  const [start] = await db<{ now: Date; writers: string[] }[]>`
    select clock_timestamp() as now, array(${writers(db)}) as writers`
  if (!start) throw new Error('the database tells no time')
  const deadline = performance.now() + patienceMs
  let open = start.writers
  while (open.length > 0) {
    if (performance.now() > deadline) {
      throw problems.unavailable('Entries of this period are still being written. Try again.')
    }
    await setTimeout(20)
    const [row] = await db<{ open: string[] }[]>`
      select array(select * from (${writers(db)}) w (id) where id = any(${open})) as open`
    open = row?.open ?? []
  }
  return start.now
}

const writers = (db: Db) => db`
  select distinct virtualtransaction from pg_locks
  where locktype = 'relation' and relation = 'ledger_entries'::regclass and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`

async function linesOf(tx: Tx, { merchantId, from, to }: Period): Promise<StatementLine[]> {
  return await tx<StatementLine[]>`
    select e.posted_at, e.kind, e.payment_id, p.order_ref, e.currency, -e.customer_cents as gross_cents,
      e.platform_fees_cents as fee_cents, e.merchant_cents as net_cents
    from ledger_entries e
      join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id
    where e.merchant_id = ${merchantId} and e.posted_at >= ${from} and e.posted_at < ${to}
    order by e.posted_at, e.payment_id, e.fact`
}

async function totalsOf(tx: Tx, { merchantId, from, to }: Period): Promise<CurrencyTotal[]> {
  return await tx<CurrencyTotal[]>`
    select currency,
      coalesce(sum(merchant_cents) filter (where posted_at < ${from}), 0)::float8 as opening_cents,
      coalesce(sum(merchant_cents) filter (where posted_at >= ${from}), 0)::float8 as net_cents,
      sum(merchant_cents)::float8 as closing_cents
    from ledger_entries
    where merchant_id = ${merchantId} and posted_at < ${to}
    group by currency order by currency`
}
