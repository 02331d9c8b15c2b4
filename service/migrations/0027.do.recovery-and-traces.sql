-- When the recovery job asks about an operation again. Null until its first try has ended without an outcome; from then
-- on only the job moves it, however often callers retry.
alter table operations add column recover_at timestamptz;

-- A call without a key may also be a blind retry of one that had a key, unless an operator made that one.
update operations set answer_owed = true
where state = 'started' and kind in ('capture', 'refund', 'cancel') and idempotency_key not like 'operator:%';

-- The X-Correlation-Id of the call that started it, and of the webhook that brought it.
alter table operations add column trace_id text;
alter table events add column trace_id text;

-- For search alone, which may take its time. A Bloom filter per range of pages is small enough to stay in memory, and is
-- made when the range is full: a random key in a B-tree would cost every operation and event a page of its own.
create index operations_by_trace on operations using brin (trace_id text_bloom_ops)
  with (pages_per_range = 16, autosummarize = on);
create index events_by_trace on events using brin (trace_id text_bloom_ops)
  with (pages_per_range = 32, autosummarize = on);
