-- By default a table is vacuumed when a fifth of it is dead. A payment, its operation and its delivery are written two
-- to four times within minutes of each other and then never again, so at a million payments that fifth is several
-- hundred thousand row versions, all on the newest pages, which are those that are read. A fiftieth keeps each round
-- short. The indexes on states and due times stand in the way of HOT updates (measured: none), so that a lower
-- fillfactor would only make these tables larger.
alter table payments set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02);
alter table operations set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.05);
alter table deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02);
alter table refunds set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02);

-- A row lives for a fraction of a second: inserted, claimed, deleted. The table stays small, so what counts is how many
-- dead entries a claim walks past, not which share of the table they are. It must not be slowed down on purpose either.
alter table delivery_queue set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0);

-- One row for each merchant, changed with every claim, in no column that has an index. Room on the page keeps these
-- updates HOT when there are thousands of merchants (measured with 5,000: 94% with full pages, 99.9% with this).
alter table callback_endpoints set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000);

-- Only ever inserted into, until `svcpay retention` empties or deletes what is old. Vacuumed a fiftieth at a time, so
-- that freezing is spread out and index-only scans find pages that all can see.
alter table events set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.05);
alter table delivery_attempts set (autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
alter table ledger_entries set (autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
