import type { Static } from '@fastify/type-provider-typebox'
import { type Db, type Tx, when } from '../db/db.ts'
import { balancesOf } from './days.sql.ts'
import type { StatementSchema } from './schemas.ts'
import { untilPosted } from './until-posted.sql.ts'

type Statement = Pick<Static<typeof StatementSchema>, 'isFinal' | 'totals'> & { lines: StatementLine[] }
type StatementLine = Static<typeof StatementSchema>['lines'][number] & { fact: string }

interface Period {
  merchantId: string
  from: Date
  /** Exclusive. */
  to: Date
  /** In one currency only. */
  currency?: string | null
  /** Of payments at one processor only. */
  processor?: string | null
  /** The lines after this one, and how many; all lines if absent. */
  page?: { after: { paymentId: string; fact: string } | null; limit: number }
}

/**
 * A merchant's movements in a period, and its balance per currency before and after, all as of one moment. An entry
 * posted meanwhile is either included or dated later: adjoining periods neither lose nor repeat anything, and a past one
 * always reads the same.
 */
export async function merchantStatement(db: Db, period: Period): Promise<Statement> {
  const now = await untilPosted(db)
  return await db.begin('isolation level repeatable read read only', async tx => {
    await tx`set local statement_timeout = 0`
    const lines = await linesOf(tx, period)
    return { isFinal: period.to <= now, lines, totals: await totalsOf(tx, period) }
  })
}

/** PostgreSQL keeps more digits of a time than JavaScript, so the position is read from the row itself. */
async function linesOf(tx: Tx, { merchantId, from, to, currency, processor, page }: Period) {
  return await tx<StatementLine[]>`
    select e.posted_at, e.kind, e.payment_id, e.fact, p.order_ref, e.currency, -e.customer_cents as gross_cents,
      e.platform_fees_cents as fee_cents, e.merchant_cents as net_cents
    from ledger_entries e
      join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id
    where e.merchant_id = ${merchantId} and e.posted_at >= ${from} and e.posted_at < ${to}
      ${when(tx, currency, value => tx`and e.currency = ${value}`)}
      ${when(tx, processor, value => tx`and p.processor = ${value}`)}
      ${when(
        tx,
        page?.after,
        last => tx`and (e.posted_at, e.payment_id, e.fact) > (select posted_at, payment_id, fact from ledger_entries
          where merchant_id = ${merchantId} and payment_id = ${last.paymentId} and fact = ${last.fact})`,
      )}
    order by e.posted_at, e.payment_id, e.fact
    ${when(tx, page, ({ limit }) => tx`limit ${limit}`)}`
}

async function totalsOf(tx: Tx, { merchantId, from, to, currency = null, processor = null }: Period) {
  const before = await balancesOf(tx, merchantId, from, processor)
  const closing = await balancesOf(tx, merchantId, to, processor)
  const wanted = closing.filter(one => currency === null || one.currency === currency)
  return wanted.map(({ currency, ...end }) => {
    const start = before.find(one => one.currency === currency)
    const openingCents = start?.merchantCents ?? 0
    return {
      currency,
      openingCents,
      grossCents: (start?.customerCents ?? 0) - end.customerCents,
      feeCents: end.platformFeesCents - (start?.platformFeesCents ?? 0),
      netCents: end.merchantCents - openingCents,
      closingCents: end.merchantCents,
    }
  })
}
