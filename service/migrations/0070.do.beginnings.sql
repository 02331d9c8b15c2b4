-- For search alone, like the indexes of whole trace ids: a Bloom filter knows only whole values, so it gets the first eight
-- characters. All tables are locked first: whoever holds one and waits for another could wait for ever.
lock table payments, operations, events in share mode;

create index payments_by_charge on payments using brin (
    left(processor_charge_id, 8) text_bloom_ops(n_distinct_per_range = 200),
    left(processor_fee_id, 8) text_bloom_ops(n_distinct_per_range = 200))
  with (pages_per_range = 16, autosummarize = on);
create index operations_by_beginning_of_trace on operations using brin (left(trace_id, 8) text_bloom_ops)
  with (pages_per_range = 16, autosummarize = on);
create index events_by_beginning_of_trace on events using brin (left(trace_id, 8) text_bloom_ops)
  with (pages_per_range = 32, autosummarize = on);
