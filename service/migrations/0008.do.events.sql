-- What the processor said, once, with what came of it. Events of accounts we do not know belong to merchant '-'.
create table events (
  merchant_id text not null,
  processor text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  type text not null check (length(type) between 1 and 200),
  account_id text,
  payment_id text,
  -- the bytes as received: callbacks carry exactly these
  body bytea not null,
  -- waiting: recorded, but what it is about is not settled yet
  outcome text not null check (outcome in ('applied', 'unchanged', 'stale', 'ignored', 'unread', 'waiting')),
  created_at timestamptz not null,
  received_at timestamptz not null,
  primary key (merchant_id, processor, event_id)
);

create index events_by_time on events (merchant_id, received_at desc, event_id desc);
create index events_of_payment on events (merchant_id, payment_id, received_at desc, event_id desc)
  where payment_id is not null;
create index events_waiting on events (received_at, event_id) where outcome = 'waiting';

-- How far the processor's own list of events has been read, per account.
create table event_cursors (
  merchant_id text not null references merchants,
  processor text not null,
  read_until timestamptz not null,
  checked_at timestamptz not null,
  primary key (merchant_id, processor)
);
