import type { Db } from '../../src/db/db.ts'

/** The ten characters of an id that contain its time, as SQL over `ms`. */
const timePart = Array.from(
  { length: 10 },
  (_, i) => `substr('0123456789abcdefghjkmnpqrstvwxyz', (ms >> ${45 - 5 * i} & 31)::int + 1, 1)`,
).join(' || ')

/**
 * Many payments of the last 90 days, each with its operation, ledger entries, event, callback and attempt, written without
 * the usual checks. Ids have the form and order of real ones. Payments come in bursts: several of one merchant within
 * seconds.
 */
export async function seedPayments(
  db: Db,
  count: number,
  { merchants = 1000, burst = 1 } = {},
): Promise<void> {
  const connection = await db.reserve()
  try {
    await connection`set session_replication_role = replica`
    await connection`set statement_timeout = 0`
    await connection`set synchronous_commit = off`
    await connection`
      insert into merchants (merchant_id, name, created_at)
      select 'mer_' || lpad(m::text, 26, '0'), 'Merchant ' || m, now() - interval '91 days'
      from generate_series(1, ${merchants}::int) m`
    await connection`
      create unlogged table seeded as
      select n, 'mer_' || lpad((1 + n / ${burst}::int % ${merchants}::int)::text, 26, '0') as merchant_id, at,
        'svcpay_' || time_part || lpad(n::text, 16, '0') as payment_id,
        'dlv_' || time_part || lpad(n::text, 16, '0') as delivery_id,
        (array['usd', 'eur', 'jpy'])[1 + n % 3] as currency, 500 + (n % 9500)::int as cents,
        case when n % 20 = 0 then 'requires_payment_method' when n % 50 = 1 then 'refunded'
          when n % 100000 = 2 then 'requires_capture' else 'succeeded' end as status
      from (select n, now() - interval '1 second' * (n % ${burst}::int)
          - interval '90 days' * ((n - n % ${burst}::int)::float8 / ${count}) as at
        from generate_series(1, ${count}::bigint) n) numbered,
        lateral (select floor(extract(epoch from at) * 1000)::bigint as ms) timed,
        lateral (select ${connection.unsafe(timePart)} as time_part) named`
    await connection`
      insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
        capture_method, authorized_cents, authorized_fee_cents, captured_cents, fee_cents, refunded_cents, order_ref,
        failure_code, processor_charge_id, processor_fee_id, created_at, updated_at, inserted_at)
      select merchant_id, payment_id, 'sandbox', 'acct_x', 'pi_' || n, status, currency,
        case when status = 'requires_capture' then 'manual' else 'automatic' end, cents, cents / 100,
        case when status in ('succeeded', 'refunded') then cents else 0 end,
        case when status in ('succeeded', 'refunded') then cents / 100 else 0 end,
        case when status = 'refunded' then cents else 0 end, 'order-' || n,
        case when status = 'requires_payment_method' then 'card_declined' end, 'ch_3' || md5('charge ' || n),
        'fee_1' || md5('fee ' || n), at, at, at
      from seeded`
    await connection`
      insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
        platform_fees_cents, posted_at, inserted_at)
      select merchant_id, payment_id, 'capture', 'capture', 'op_x', currency, -cents, cents - cents / 100, cents / 100, at, at
      from seeded where status in ('succeeded', 'refunded')`
    await connection`
      insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
        platform_fees_cents, posted_at, inserted_at)
      select merchant_id, payment_id, 'refund:' || n, 'refund', 'op_x', currency, cents, -cents, 0, at, at
      from seeded where status = 'refunded'`
    await connection`
      insert into operations (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent, state,
        response, created_at, settled_at, trace_id)
      select merchant_id, replace(payment_id, 'svcpay', 'op'), 'create', 'order-' || n, sha256(payment_id::bytea), payment_id,
        '{}', 'done', '', at, at, 'trc_' || md5('operation ' || n)
      from seeded`
    await connection`
      insert into events (merchant_id, processor, event_id, type, account_id, payment_id, sealed_body, outcome, created_at,
        received_at, trace_id)
      select merchant_id, 'sandbox', 'evt_' || n, 'payment_intent.succeeded', 'acct_x', payment_id, '', 'applied', at, at,
        'trc_' || md5('event ' || n)
      from seeded where status in ('succeeded', 'refunded')`
    await connection`
      insert into deliveries (merchant_id, delivery_id, processor, event_id, type, payment_id, state, attempts, created_at,
        updated_at, inserted_at)
      select merchant_id, delivery_id, 'sandbox', 'evt_' || n, 'payment_intent.succeeded', payment_id,
        case when n % 1000 = 0 then 'dead' else 'delivered' end, 1, at, at, at
      from seeded where status in ('succeeded', 'refunded')`
    await connection`
      insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms, status)
      select merchant_id, delivery_id, 1, 1, at, (n % 400)::int, 200
      from seeded where status in ('succeeded', 'refunded')`
    await connection`update figure_cursors set read_from = '2000-01-01'`
    await connection`drop table seeded`
    await connection`analyze`
    await connection`reset all`
  } finally {
    connection.release()
  }
}
