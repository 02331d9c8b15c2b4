create table payments (
  merchant_id text not null references merchants,
  payment_id text not null check (payment_id ~ '^svcpay_[0-9a-z]{26}$'),
  processor text not null,
  account_id text not null,
  processor_payment_id text not null,
  status text not null check (status in ('requires_payment_method', 'requires_confirmation', 'requires_action',
    'processing', 'requires_capture', 'succeeded', 'partially_refunded', 'refunded', 'canceled')),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  capture_method text not null check (capture_method in ('automatic', 'manual')),
  authorized_cents integer not null check (authorized_cents > 0),
  authorized_fee_cents integer not null check (authorized_fee_cents between 0 and authorized_cents),
  captured_cents integer not null default 0 check (captured_cents between 0 and authorized_cents),
  fee_cents integer not null default 0 check (fee_cents between 0 and captured_cents),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and captured_cents),
  fee_refunded_cents integer not null default 0 check (fee_refunded_cents between 0 and fee_cents),
  order_ref text check (length(order_ref) <= 500),
  branch text check (length(branch) <= 500),
  customer_ref text check (length(customer_ref) <= 255),
  description text check (length(description) <= 1000),
  failure_code text,
  failure_message text,
  -- raised with every change: what was read from the processor is applied only to the version it was read for
  version integer not null default 1,
  -- when the processor was last asked about it because it stayed open
  checked_at timestamptz not null default now(),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, payment_id),
  unique (merchant_id, processor, processor_payment_id),
  constraint payments_status_fits_amounts check (case status
    when 'succeeded' then captured_cents > 0 and refunded_cents = 0
    when 'partially_refunded' then refunded_cents > 0 and refunded_cents < captured_cents
    when 'refunded' then captured_cents > 0 and refunded_cents = captured_cents
    else captured_cents = 0 and refunded_cents = 0 end)
);

create index payments_by_time on payments (merchant_id, created_at desc, payment_id desc);
create index payments_by_order on payments (merchant_id, order_ref, created_at desc, payment_id desc)
  where order_ref is not null;
create index payments_by_status on payments (merchant_id, status, created_at desc, payment_id desc);

create index payments_open on payments (checked_at)
  where status in ('requires_action', 'processing', 'requires_capture');

-- A refund is here before the processor is asked: the reserved amount is out of reach for any other refund.
create table refunds (
  merchant_id text not null,
  refund_id text not null check (refund_id ~ '^svcrf_[0-9a-z]{26}$'),
  payment_id text not null,
  processor_refund_id text,
  amount_cents integer not null check (amount_cents > 0),
  fee_cents integer not null check (fee_cents between 0 and amount_cents),
  returns_fee boolean not null,
  reason text check (reason in ('requested_by_customer', 'duplicate', 'fraudulent')),
  state text not null check (state in ('reserved', 'pending', 'succeeded', 'failed', 'released')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, refund_id),
  unique (merchant_id, processor_refund_id),
  foreign key (merchant_id, payment_id) references payments,
  check ((state in ('reserved', 'released')) = (processor_refund_id is null))
);

create index refunds_of_payment on refunds (merchant_id, payment_id);
