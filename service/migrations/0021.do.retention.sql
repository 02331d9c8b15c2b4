-- When `svcpay retention` moved the event's body to an archive. Its row stays, with an empty body, so that duplicates
-- are still recognised; the delivery says so too, so that many can be sent again without looking at their events.
alter table events add column archived_at timestamptz;
alter table events add constraint events_archived_check check (archived_at is null or sealed_body = '') not valid;
alter table deliveries add column archived_at timestamptz;
