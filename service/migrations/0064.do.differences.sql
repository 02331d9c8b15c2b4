-- What differs from the processor: each thing once, until it is explained.
create table differences (
  difference_id text primary key check (difference_id ~ '^dif_[0-9a-z]{26}$'),
  merchant_id text not null,
  processor text not null,
  payment_id text,
  processor_payment_id text not null,
  kind text not null,
  what text not null,
  -- the refund, dispute or account it is about
  object_id text not null,
  currency text,
  ours text,
  theirs text,
  found_at timestamptz not null default now(),
  -- the start of the period that was compared
  found_from timestamptz not null,
  seen_at timestamptz not null default now(),
  explained_by text check (explained_by in ('event', 'fix', 'note')),
  explained_at timestamptz check ((explained_at is null) = (explained_by is null)),
  -- what an operator says, and who
  note text check (length(note) <= 500),
  explainer text,
  unique (merchant_id, processor, processor_payment_id, kind, what, object_id)
);
create index differences_unexplained on differences (processor, difference_id) where explained_at is null;

-- Until when, without a gap, an account was compared. Null: never.
alter table processor_accounts add column compared_until timestamptz;

-- Two intents with one id of ours, an entry of another amount, an account that cannot be read.
alter table reconciliation_differences drop constraint reconciliation_differences_what_check;
alter table reconciliation_differences add constraint reconciliation_differences_what_check check (what in (
  'missing_here', 'missing_there', 'status', 'amount', 'currency', 'posted', 'duplicate', 'unreadable')) not valid;

-- From the last comparison of all merchants. Sums that differ are now told by their entries.
insert into differences (difference_id, merchant_id, processor, payment_id, processor_payment_id, kind, what, object_id,
  currency, ours, theirs, found_at, found_from, seen_at)
select 'dif_0' || substr(md5(concat_ws(' ', merchant_id, processor, processor_payment_id, kind, what, object_id)), 1, 25),
  merchant_id, processor, payment_id, processor_payment_id, kind, what, object_id, currency, ours, theirs,
  last.finished_at, last.from_at, last.finished_at
from reconciliation_differences d
  join (select reconciliation_id, from_at, finished_at from reconciliations
    where merchant_id is null and state = 'done' order by finished_at desc limit 1) last using (reconciliation_id)
where not fixed and kind <> 'total';
