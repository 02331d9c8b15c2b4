import type { Static } from '@fastify/type-provider-typebox'
import type { Db, Tx } from '../db/db.ts'
import type { LedgerCheckSchema } from './schemas.ts'

type Difference = Static<typeof LedgerCheckSchema>['problems'][number]

/**
 * Verifies that every entry balances and has the kind that its fact names, that every payment and every refund equals its
 * entries, that statuses match amounts, that reservations equal the requested refunds, that every record has its
 * payment, and that daily totals equal the sums of their entries. Only the processor knows the authorized amount
 * (reconcile/difference.ts).
 */
export async function verifyLedger(db: Db) {
  return await db.begin('isolation level repeatable read read only', async tx => {
    await tx`set local statement_timeout = 0`
    return await compare(tx)
  })
}

async function compare(tx: Tx) {
  const [counts = { payments: 0, entries: 0 }] = await tx<{ payments: number; entries: number }[]>`
    select (select count(*) from payments)::int as payments, (select count(*) from ledger_entries)::int as entries`
  const differences = await tx<Difference[]>`
    with posted as (
      select merchant_id, payment_id, currency, sum(customer_cents) as customer, sum(platform_fees_cents) as fees,
        sum(dispute_hold_cents) as held,
        sum(customer_cents + merchant_cents + platform_fees_cents + dispute_hold_cents) as total
      from ledger_entries group by merchant_id, payment_id, currency
    ), refunded as (
      select merchant_id, payment_id, sum(amount_cents) as amount
      from refunds where state in ('pending', 'succeeded') group by merchant_id, payment_id
    ), refund_entries as (
      select r.merchant_id, r.payment_id,
        case when r.state = 'reserved' then 'reserved for a refund' else 'refund ' || r.processor_refund_id end as what,
        r.amount_cents as payment, coalesce(case when r.state = 'reserved' then (o.intent -> 'refund' ->> 'amountCents')::int
          else e.customer_cents end, 0) as ledger
      from refunds r
        left join ledger_entries e on e.merchant_id = r.merchant_id and e.payment_id = r.payment_id
          and e.fact = 'refund:' || r.processor_refund_id
        left join operations o on o.merchant_id = r.merchant_id and o.payment_id = r.payment_id and o.kind = 'refund'
          and o.state = 'started' and o.intent ->> 'refundId' = r.refund_id and r.state = 'reserved'
      where r.state <> 'released'
    ), moved as (
      select merchant_id, payment_id, state, case
        when movements is not null
          then (select coalesce(-sum((m ->> 'amountCents')::int), 0) from jsonb_array_elements(movements) m)
        when state in ('open', 'lost') then amount_cents else 0 end as taken
      from disputes
    ), disputed as (
      select merchant_id, payment_id, coalesce(sum(taken) filter (where state <> 'lost'), 0) as held,
        coalesce(sum(taken) filter (where state = 'lost'), 0) as lost,
        coalesce(sum(greatest(taken, 0)) filter (where state in ('open', 'lost')), 0) as disputed
      from moved group by merchant_id, payment_id
    ), compared as (
      select p.merchant_id, p.payment_id, p.currency, what, payment, ledger
      from payments p
        left join posted e
          on e.merchant_id = p.merchant_id and e.payment_id = p.payment_id and e.currency = p.currency
        left join refunded r on r.merchant_id = p.merchant_id and r.payment_id = p.payment_id
        left join disputed d on d.merchant_id = p.merchant_id and d.payment_id = p.payment_id
        cross join lateral (values
          ('sum of all legs', 0::bigint, coalesce(e.total, 0)),
          ('paid by the customer', p.captured_cents - p.refunded_cents - coalesce(d.lost, 0),
            -coalesce(e.customer, 0)),
          ('held for disputes', coalesce(d.held, 0), coalesce(e.held, 0)),
          ('kept as platform fee', p.fee_cents - p.fee_refunded_cents, coalesce(e.fees, 0)),
          ('disputed', p.disputed_cents, coalesce(d.disputed, 0)),
          ('refunded', p.refunded_cents, coalesce(r.amount, 0)),
          ('captured, given the status', case when p.status in ('succeeded', 'partially_refunded', 'refunded')
            then p.captured_cents else 0 end, p.captured_cents),
          ('refunded, given the status', case p.status when 'refunded' then p.captured_cents when 'partially_refunded'
            then least(greatest(p.refunded_cents, 1), p.captured_cents - 1) else 0 end, p.refunded_cents)
        ) as checks (what, payment, ledger)
    ), attached as (
      select merchant_id, payment_id, currency, 'entries without a payment' as what, abs(customer) as ledger from posted
      union all
      select merchant_id, payment_id, '', 'refund without a payment', amount_cents from refunds
      union all
      select merchant_id, payment_id, '', 'dispute without a payment', amount_cents from disputes
    )
    select merchant_id, payment_id as svc_payment_id, currency, what, payment::float8 as payment_cents,
      ledger::float8 as ledger_cents
    from compared where payment <> ledger
    union all
    select r.merchant_id, r.payment_id, p.currency, r.what, r.payment, r.ledger
    from refund_entries r join payments p on p.merchant_id = r.merchant_id and p.payment_id = r.payment_id
    where r.payment <> r.ledger
    union all
    select a.merchant_id, a.payment_id, a.currency, a.what, 0, a.ledger::float8
    from attached a left join payments p on p.merchant_id = a.merchant_id and p.payment_id = a.payment_id
    where p.payment_id is null
    union all
    select merchant_id, payment_id, currency, fact || ' posted as ' || kind, 0, abs(merchant_cents)::float8
    from ledger_entries where split_part(fact, ':', 1) <> kind
    order by merchant_id, svc_payment_id, what`
  return { ...counts, differences: [...differences, ...(await compareDays(tx))] }
}

/** A day's totals that differ from the sums of its entries; they belong to no payment. */
async function compareDays(tx: Tx): Promise<Difference[]> {
  return await tx<Difference[]>`
    with closed as (
      select merchant_id, max(until) as until from ledger_days group by merchant_id
    ), posted as (
      select e.merchant_id, currency, (posted_at at time zone 'utc')::date as day, sum(customer_cents) as customer,
        sum(merchant_cents) as merchant, sum(platform_fees_cents) as fees, sum(dispute_hold_cents) as held
      from ledger_entries e join closed c on c.merchant_id = e.merchant_id and e.posted_at < c.until
      group by 1, 2, 3
    )
    select merchant_id, '' as svc_payment_id, currency, 'total of ' || day || ': ' || part as what,
      coalesce(summed, 0)::float8 as payment_cents, coalesce(posted, 0)::float8 as ledger_cents
    from ledger_days d full join posted e using (merchant_id, currency, day)
      cross join lateral (values
        ('customer', d.customer_cents, e.customer), ('merchant', d.merchant_cents, e.merchant),
        ('platform fees', d.platform_fees_cents, e.fees), ('dispute hold', d.dispute_hold_cents, e.held)
      ) as parts (part, summed, posted)
    where coalesce(summed, 0) <> coalesce(posted, 0)
    order by merchant_id, day, part`
}
