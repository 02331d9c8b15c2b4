-- When the recovery job asks about an operation again. Null until its first try has ended without an outcome; from then
-- on only the job moves it, however often callers retry.
alter table operations add column recover_at timestamptz;

-- A call without a key may also be a blind retry of one that had a key, unless an operator made that one.
update operations set answer_owed = true
where state = 'started' and kind in ('capture', 'refund', 'cancel') and idempotency_key not like 'operator:%';

-- The X-Correlation-Id of the call that started it, and of the webhook that brought it.
alter table operations add column trace_id text;
alter table events add column trace_id text;
