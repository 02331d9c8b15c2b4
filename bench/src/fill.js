import { randomBytes } from 'node:crypto'
import { keepFigures } from 'svcpay/dist/back-office/figures/keep-figures.js'
import { systemClock } from 'svcpay/dist/clock.js'
import { learnPlacement } from 'svcpay/dist/db/per-merchant.js'
import { followStatuses } from 'svcpay/dist/jobs/statuses.sql.js'

const perStatement = 10_000
const secondsOf90Days = 90 * 86_400

/**
 * Adds payments of the last 90 days, as the service would have stored them, with their operations, ledger entries,
 * events, delivered callbacks and figures. Of every 20 payments, 16 succeeded, and one each was refunded, declined,
 * abandoned and canceled; one in 500 was lost in a dispute. `db` must have a single connection, because this changes
 * its session.
 */
export async function fillPayments(
  db,
  { merchants, processor = 'stripe', payments, onProgress = _done => {} },
) {
  const fill = {
    processor,
    run: randomBytes(3).toString('hex'),
    total: payments,
    merchantIds: merchants.map(({ merchantId }) => merchantId),
    accountIds: merchants.map(({ accountId }) => accountId),
  }
  const [{ isSuperuser }] = await db`
    select current_setting('is_superuser') = 'on' as is_superuser, set_config('statement_timeout', '0', false),
      set_config('synchronous_commit', 'off', false)`
  // The references are correct by construction, and checking each would take half of the time.
  if (isSuperuser) await db`set session_replication_role = replica`
  for (let from = 0; from < payments; from += perStatement) {
    await insertPart(db, { ...fill, from, to: Math.min(payments, from + perStatement) - 1 })
    onProgress(Math.min(payments, from + perStatement))
  }
  await recordStatuses(db, null)
  await db`vacuum analyze`
  await learnPlacement(db)
  // In production, the jobs would have updated statuses and figures all along, a few payments at a time.
  await followStatuses(db, systemClock.now())
  while (await keepFigures({ db, clock: systemClock }));
}

async function insertPart(db, part) {
  await db`
    with made as materialized (
      ${paymentsFragment(db, part)}
    ), payment as (
      insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
        capture_method, authorized_cents, authorized_fee_cents, captured_cents, fee_cents, refunded_cents,
        fee_refunded_cents, disputed_cents, failure_code, order_ref, version, created_at, updated_at)
      select merchant_id, 'svcpay_' || mark, ${part.processor}, account_id, 'pi_' || mark, status, 'usd', 'automatic', amount, fee,
        case when paid then amount else 0 end, case when paid then fee else 0 end,
        case when refunded then amount else 0 end, case when refunded then fee else 0 end,
        case when disputed then amount else 0 end, case when declined then 'card_declined' end,
        'order-' || n, case when refunded then 4 when paid or canceled then 2 else 1 end, at,
        at + interval '1 minute'
      from made returning payment_id
    ), operation as (
      ${operationsFragment(db)}
    ), refund as (
      insert into refunds (merchant_id, refund_id, payment_id, processor_refund_id, amount_cents, returns_fee, reason,
        state, created_at, updated_at)
      select merchant_id, 'svcrf_' || mark, 'svcpay_' || mark, 're_' || mark, amount, true, 'requested_by_customer',
        'succeeded', at, at
      from made where refunded
    ), dispute as (
      insert into disputes (merchant_id, payment_id, processor_dispute_id, amount_cents, reason, state, created_at,
        updated_at)
      select merchant_id, 'svcpay_' || mark, 'dp_' || mark, amount, 'fraudulent', 'lost', at, at
      from made where disputed
    ), entry as (
      ${entriesFragment(db)}
    ), event as materialized (
      ${eventsFragment(db)}
    ), recorded as (
      insert into events (merchant_id, processor, event_id, type, account_id, payment_id, sealed_body, outcome,
        created_at, received_at)
      select merchant_id, ${part.processor}, event_id, type, account_id, 'svcpay_' || mark, body, 'applied', at, at from event
    ), delivered as (
      insert into deliveries (merchant_id, delivery_id, processor, event_id, type, payment_id, state, attempts,
        last_status, created_at, updated_at)
      select merchant_id, delivery_id, ${part.processor}, event_id, type, 'svcpay_' || mark, 'delivered', 1, 200, at, at
      from event
    )
    insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms, status, answer)
    select merchant_id, delivery_id, 1, 1, at, 12, 200, '' from event`
}

/** Ids like the service's: ten digits of time, which they sort by, and sixteen that make them unique. */
function paymentsFragment(db, { run, total, merchantIds, accountIds, from, to }) {
  const digit = i => db`substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> ${i * 5}) & 31)::int + 1, 1)`
  const time = [8, 7, 6, 5, 4, 3, 2, 1, 0].reduce((text, i) => db`${text} || ${digit(i)}`, digit(9))
  return db`
      select *, ${time} || ${run} || lpad(to_hex(n), 10, '0') as mark, amount / 100 as fee, kind < 17 as paid,
        kind = 16 as refunded, kind = 17 as declined, kind = 19 as canceled, n % 500 = 7 as disputed,
        case when kind < 16 then 'succeeded' when kind = 16 then 'refunded' when kind < 19
          then 'requires_payment_method' else 'canceled' end as status
      from (
        select n, n % 20 as kind, 500 + (n * 37) % 20000 as amount,
          (${merchantIds}::text[])[1 + n % ${merchantIds.length}::int] as merchant_id,
          (${accountIds}::text[])[1 + n % ${accountIds.length}::int] as account_id,
          at, (extract(epoch from at) * 1000)::bigint as ms
        from generate_series(${from}::int, ${to}::int) n
          cross join lateral (select now() - make_interval(secs => ${secondsOf90Days} * (1 - n::float8 / ${total})
            + 120) as at) placed
      ) as numbered`
}

/** Finished operations, which no longer have arguments. */
function operationsFragment(db) {
  return db`
      insert into operations (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent,
        state, response, created_at, settled_at)
      select merchant_id, 'op_' || overlay(mark placing o.step from 17), o.kind, o.kind || '-' || mark, sha256(mark::bytea),
        'svcpay_' || mark, jsonb_build_object('callKey', encode(sha256(mark::bytea), 'hex')),
        'done', decode(repeat(md5(mark), 22), 'hex'), at, at
      from made cross join lateral (
        select 'create' as kind, '0' as step union all select 'refund', '1' where refunded
        union all select 'cancel', '1' where canceled) as o`
}

function entriesFragment(db) {
  return db`
      insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
        platform_fees_cents, dispute_hold_cents, posted_at)
      select merchant_id, 'svcpay_' || mark, e.fact, e.kind, 'evt_' || mark, 'usd', e.customer, e.merchant, e.fees,
        e.held, at
      from made cross join lateral (
        select 'capture' as fact, 'capture' as kind, -amount as customer, amount - fee as merchant, fee as fees,
          0 as held
        where paid
        union all select 'refund:re_' || mark, 'refund', amount, -amount, 0, 0 where refunded
        union all select 'fee_refund:3', 'fee_refund', 0, fee, -fee, 0 where refunded
        union all select 'dispute:dp_' || mark, 'dispute', 0, -amount, 0, amount where disputed
        union all select 'dispute_lost:dp_' || mark, 'dispute_lost', amount, 0, 0, -amount where disputed) as e`
}

/** One event for each payment that was paid or canceled, with a body of the usual size. */
function eventsFragment(db) {
  return db`
      select merchant_id, account_id, mark, at, type, 'evt_' || mark as event_id, 'dlv_' || mark as delivery_id,
        convert_to(jsonb_build_object('id', 'evt_' || mark, 'object', 'event', 'type', type, 'account', account_id,
          'created', ms / 1000, 'data', jsonb_build_object('object', jsonb_build_object('id', 'pi_' || mark, 'object',
            'payment_intent', 'status', status, 'amount', amount, 'amount_received', amount, 'currency', 'usd',
            'application_fee_amount', fee, 'description', repeat(md5(mark), 8), 'metadata',
            jsonb_build_object('svcPaymentId', 'svcpay_' || mark, 'orderRef', 'order-' || n))))::text, 'UTF8') as body
      from (select *, case when refunded then 'charge.refunded' when canceled then 'payment_intent.canceled'
          else 'payment_intent.succeeded' end as type
        from made where paid or canceled) as happened`
}

/** Adds payments that wait for their customer. The webhook benches use one payment per event. */
export async function addOpenPayments(db, { merchants, payments }) {
  const run = randomBytes(5).toString('hex')
  const merchantIds = merchants.map(({ merchantId }) => merchantId)
  const accountIds = merchants.map(({ accountId }) => accountId)
  const rows = await db`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, order_ref, created_at, updated_at)
    select m, 'svcpay_' || mark, 'stripe', a, 'pi_' || mark, 'requires_payment_method', 'usd', 'automatic', 5000, 50,
      'order-' || n, now(), now()
    from generate_series(0, ${payments - 1}::int) n
      cross join lateral (select ${run} || lpad(to_hex(n), 16, '0') as mark,
        (${merchantIds}::text[])[1 + n % ${merchants.length}::int] as m,
        (${accountIds}::text[])[1 + n % ${merchants.length}::int] as a) placed
    returning merchant_id, payment_id, processor_payment_id, account_id`
  await recordStatuses(db, '1 hour')
  return rows.map(({ paymentId, processorPaymentId, accountId }) => [
    paymentId,
    processorPaymentId,
    accountId,
  ])
}

/** Records statuses as the job would, due so late that the processor is not asked about them. */
async function recordStatuses(db, checkAfter) {
  await db`
    insert into payment_statuses (merchant_id, payment_id, status, created_at, updated_at, next_check_at)
    select merchant_id, payment_id, status, created_at, updated_at, now() + ${checkAfter}::interval
    from payments where status <> 'succeeded'
    on conflict do nothing`
}
