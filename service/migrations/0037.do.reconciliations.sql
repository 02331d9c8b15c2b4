-- Comparisons of the books with the processor: what was compared, how far it is, and what differs.
create table reconciliations (
  reconciliation_id text primary key,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  -- null for all
  merchant_id text,
  fix boolean not null,
  -- the day that the job compares, each once
  daily_for date unique,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- where it goes on
  progress jsonb not null default '{}',
  accounts integer not null default 0,
  skipped_accounts integer not null default 0,
  payments integer not null default 0,
  movements integer not null default 0,
  calls integer not null default 0,
  -- in a row, without an answer of the processor
  failures integer not null default 0,
  error text,
  -- who works on it, until when
  holder text,
  lease_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index reconciliations_running on reconciliations (created_at) where state = 'running';

create table reconciliation_differences (
  reconciliation_id text not null references reconciliations,
  sequence bigint generated always as identity,
  processor text not null,
  merchant_id text not null,
  payment_id text,
  processor_payment_id text not null,
  kind text not null,
  what text not null check (what in ('missing_here', 'missing_there', 'status', 'amount', 'currency')),
  -- the refund or dispute it is about
  object_id text not null,
  currency text,
  ours text,
  theirs text,
  fixed boolean not null,
  -- why it could not be fixed
  note text,
  primary key (reconciliation_id, sequence),
  -- a page that is read again finds nothing twice
  unique (reconciliation_id, processor, merchant_id, processor_payment_id, kind, what, object_id)
);

create table reconciliation_totals (
  reconciliation_id text not null references reconciliations,
  processor text not null,
  merchant_id text not null,
  currency text not null,
  kind text not null,
  processor_cents bigint not null,
  ledger_cents bigint not null,
  primary key (reconciliation_id, processor, merchant_id, currency, kind)
);
