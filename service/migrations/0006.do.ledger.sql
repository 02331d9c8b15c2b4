-- Double entry: a row is one entry, its legs are the accounts' columns, and the database refuses an entry
-- that does not sum to zero. A fact (a payment's capture, one refund, its failure) is posted once, whoever
-- reports it first and however often.
create table ledger_entries (
  merchant_id text not null,
  payment_id text not null,
  fact text not null check (length(fact) between 1 and 200),
  kind text not null check (kind in ('capture', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'dispute_lost')),
  -- the operation or event that brought the fact
  source text not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  customer_cents integer not null,
  merchant_cents integer not null,
  platform_fees_cents integer not null,
  dispute_hold_cents integer not null default 0,
  posted_at timestamptz not null,
  primary key (merchant_id, payment_id, fact),
  foreign key (merchant_id, payment_id) references payments,
  constraint ledger_entries_balance check (customer_cents + merchant_cents + platform_fees_cents + dispute_hold_cents = 0)
);

create index ledger_entries_by_time on ledger_entries (merchant_id, posted_at, payment_id, fact);

create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
