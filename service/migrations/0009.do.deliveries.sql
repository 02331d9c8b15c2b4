-- Where a merchant's callbacks go is on the merchant; this is how the place is doing.
create table callback_endpoints (
  merchant_id text primary key references merchants,
  failures_in_a_row integer not null default 0,
  -- failed probes since it was first left alone: the pauses grow with them
  probes integer not null default 0,
  -- while it is in the future nothing is sent; waiting deliveries lose no attempt
  paused_until timestamptz,
  -- how often deliveries were claimed: shows a claim that another one came first
  claims bigint not null default 0
);

-- A callback and its history. Never deleted by itself: a dead letter stays until somebody sends it again.
create table deliveries (
  merchant_id text not null,
  delivery_id text not null check (delivery_id ~ '^dlv_[0-9a-z]{26}$'),
  processor text not null,
  event_id text not null,
  type text not null,
  payment_id text,
  state text not null check (state in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, delivery_id),
  -- merchants ask by the event's id alone
  unique (merchant_id, event_id, processor),
  foreign key (merchant_id, processor, event_id) references events
);

create index deliveries_by_state on deliveries (merchant_id, state, delivery_id desc);

-- What is waiting to be sent, narrow and short-lived: the row goes when the delivery is done.
-- due_at doubles as the lease: claiming moves it past the time limit of a call.
create table delivery_queue (
  merchant_id text not null,
  delivery_id text not null,
  due_at timestamptz not null,
  -- the one to come, 1 to 9 in a cycle
  attempt smallint not null check (attempt between 1 and 9),
  claim_id text,
  primary key (merchant_id, delivery_id)
) with (fillfactor = 80);

create index delivery_queue_first on delivery_queue (merchant_id, due_at) where attempt = 1;
create index delivery_queue_again on delivery_queue (merchant_id, due_at) where attempt > 1;
create index delivery_queue_claimed on delivery_queue (merchant_id, due_at) where claim_id is not null;

create table delivery_attempts (
  merchant_id text not null,
  delivery_id text not null,
  sequence integer not null,
  attempt smallint not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  status integer,
  error text,
  answer bytea,
  primary key (merchant_id, delivery_id, sequence)
);

-- For operators, who look across merchants.
create index deliveries_newest on deliveries (delivery_id desc);
create index deliveries_dead on deliveries (delivery_id desc) where state = 'dead';
create index events_newest on events (received_at desc, event_id desc);
create index payments_newest on payments (created_at desc, payment_id desc);
