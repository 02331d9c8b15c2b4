-- What the console's overview draws, summed up by the quarter of an hour: a job follows what changed. The merchant is
-- '' for all of them together.
create table payment_figures (
  merchant_id text not null,
  at timestamptz not null,
  currency text not null,
  created integer not null,
  succeeded integer not null,
  failed integer not null,
  volume_cents bigint not null,
  fees_cents bigint not null,
  refunded_cents bigint not null,
  disputed_cents bigint not null,
  primary key (merchant_id, at, currency)
);
create index payment_figures_by_time on payment_figures (at);

create table activity_figures (
  merchant_id text not null,
  at timestamptz not null,
  -- a decline's code, a callback's outcome, or how many milliseconds an attempt took at most
  kind text not null check (kind in ('decline', 'callback', 'latency')),
  name text not null,
  count bigint not null,
  primary key (merchant_id, at, kind, name)
);
create index activity_figures_by_time on activity_figures (at);

-- How far the job has read.
create table figure_cursors (
  source text primary key check (source in ('payments', 'deliveries')),
  read_from timestamptz not null
);
insert into figure_cursors (source, read_from)
values ('payments', '1970-01-01 00:00:00Z'), ('deliveries', '1970-01-01 00:00:00Z');

-- What needs attention. Rows that do not need any are not in these.
create index events_unread on events (received_at) where outcome = 'unread';
create index disputes_open on disputes (created_at) where state in ('warning', 'open');

create table ledger_checks (
  at timestamptz primary key,
  ok boolean not null,
  payments integer not null,
  entries integer not null,
  differences integer not null
);

-- Operators' lists by status, across merchants. What most payments are, is found among the newest.
create index payments_by_rare_status on payments (status, created_at desc, payment_id desc)
  where status in ('requires_confirmation', 'requires_action', 'processing', 'requires_capture', 'partially_refunded',
    'refunded', 'canceled');
