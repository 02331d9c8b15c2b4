-- Asked for again while an attempt is in flight: the fresh cycle starts when that attempt ends.
alter table delivery_queue add column restarted boolean not null default false;

-- When this cycle of attempts started: behind a failing endpoint none waits longer than its schedule.
alter table delivery_queue add column queued_at timestamptz not null default now();
create index delivery_queue_oldest on delivery_queue (merchant_id, queued_at);

-- Whether the last answer came quickly. Nothing is known of a new endpoint.
alter table callback_endpoints add column quick boolean not null default false;
