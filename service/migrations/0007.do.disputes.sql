-- A dispute is its own record beside the payment, whose status it does not change.
create table disputes (
  merchant_id text not null,
  payment_id text not null,
  processor_dispute_id text not null,
  amount_cents integer not null check (amount_cents >= 0),
  reason text,
  state text not null check (state in ('warning', 'open', 'won', 'lost')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, payment_id, processor_dispute_id),
  foreign key (merchant_id, payment_id) references payments
);
