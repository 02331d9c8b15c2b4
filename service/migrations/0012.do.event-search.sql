-- Unverified: the processor refuses for good to be asked, so what the event says was passed on and not applied.
-- Not validated: every row there is fits the narrower check that it replaces.
alter table events drop constraint events_outcome_check;
alter table events add constraint events_outcome_check check (outcome in
  ('applied', 'unchanged', 'stale', 'unverified', 'ignored', 'unread', 'waiting')) not valid;

-- When a waiting event is tried again. One instance claims it by moving this on.
alter table events add column retry_at timestamptz not null default now();
create index events_to_retry on events (retry_at) where outcome = 'waiting';

-- The search for lost events goes by the processor's clock (found_until: when the newest event that was listed
-- happened) and by the database's (due_at); an instance's own may be wrong. read_until and checked_at are those of
-- the release before. page_after and page_newest are where a search through many pages stands.
alter table event_cursors
  add column found_until timestamptz,
  add column due_at timestamptz not null default now(),
  add column page_after text,
  add column page_newest timestamptz;
create index event_cursors_due on event_cursors (due_at);
-- The platform's own events, of its fees, are searched too: nobody's, as in events.
alter table event_cursors drop constraint event_cursors_merchant_id_fkey;

-- When the processor is next asked about an open payment; null: not any more. checked_at is that of the release before.
alter table payments add column next_check_at timestamptz;
alter table payments alter column next_check_at set default now() + interval '1 minute';
update payments set next_check_at = now() + interval '1 minute'
where status in ('requires_action', 'processing', 'requires_capture')
  or status in ('requires_payment_method', 'requires_confirmation') and created_at > now() - interval '1 day';
create index payments_to_check on payments (next_check_at)
  where status in ('requires_action', 'processing', 'requires_capture') and next_check_at is not null;
create index payments_abandoned on payments (next_check_at)
  where status in ('requires_payment_method', 'requires_confirmation') and next_check_at is not null;
