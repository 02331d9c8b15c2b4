-- The status that the processor gives a dispute, and what it moved. The previous release reads and writes `state` alone,
-- so that goes with the next one. Until a dispute is next reported, both columns are null.
alter table disputes add column status text;
alter table disputes add column movements jsonb;
alter table disputes add constraint disputes_status_check check (status in ('warning_needs_response',
  'warning_under_review', 'warning_closed', 'prevented', 'needs_response', 'under_review', 'won', 'lost',
  'appeal_needs_response', 'appeal_under_review'));
-- For the list of those that need a response, by deadline. `disputes_open` serves the previous release.
create index disputes_unanswered on disputes (due_by, created_at)
  where state in ('warning', 'open') or status = 'appeal_needs_response';
