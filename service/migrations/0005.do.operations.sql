-- One row for every call that must not act twice, written before the processor is asked: idempotency, intent
-- and recovery in one.
create table operations (
  merchant_id text not null references merchants,
  operation_id text not null check (operation_id ~ '^op_[0-9a-z]{26}$'),
  kind text not null check (kind in ('create', 'capture', 'refund', 'cancel', 'connection_token', 'location',
    'reader', 'account', 'account_request', 'account_refresh', 'account_link', 'redeliver')),
  idempotency_key text check (length(idempotency_key) between 1 and 255),
  request_digest bytea not null check (octet_length(request_digest) = 32),
  payment_id text,
  -- what the processor is to be asked, complete, so that anyone can ask again
  intent jsonb not null,
  -- raised after a definite refusal, never after an unknown outcome: part of the processor's idempotency key
  attempt integer not null default 1,
  state text not null check (state in ('started', 'done', 'refused')),
  lease_id text,
  lease_until timestamptz,
  -- the answer, byte for byte, sealed: it can hold a client secret
  response bytea,
  refusal text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (merchant_id, operation_id),
  check (payment_id is not null or kind not in ('create', 'capture', 'refund', 'cancel')),
  check ((state = 'started') = (lease_until is not null)),
  check ((state = 'done') = (response is not null))
);

create unique index operations_by_key on operations (merchant_id, kind, idempotency_key)
  where idempotency_key is not null;
create index operations_of_payment on operations (merchant_id, payment_id);
create index operations_stalled on operations (lease_until) where state = 'started';

-- Two captures, or a capture and a cancel, of one payment never run side by side.
create unique index operations_one_at_a_time on operations (merchant_id, payment_id)
  where state = 'started' and kind in ('capture', 'cancel');
