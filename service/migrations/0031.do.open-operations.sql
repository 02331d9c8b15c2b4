-- An operation from its start to its finish: who has it, and when it is taken up again. Its row comes and goes, so that
-- in `operations` no column changes that an index names: finishing is a HOT update there.
create table open_operations (
  merchant_id text not null,
  operation_id text not null,
  kind text not null,
  payment_id text,
  created_at timestamptz not null,
  lease_id text not null,
  lease_until timestamptz not null,
  -- when the recovery job asks again; null until a try has ended without an outcome
  recover_at timestamptz,
  -- how often the job has taken it up
  resumes integer not null default 0,
  primary key (merchant_id, operation_id)
);

create index open_operations_stalled on open_operations (lease_until);
-- Two captures, or a capture and a cancel, of one payment never run side by side.
create unique index open_operations_one_at_a_time on open_operations (merchant_id, payment_id)
  where kind in ('capture', 'cancel');

-- A row lives for a fraction of a second. What counts is how many dead ones a look walks past.
alter table open_operations set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0);

-- For one more release, operations keep the columns of a lease, which this one never writes: an instance of the release
-- before goes on with them, takes an operation without a lease there for one in progress, and finds its own by this
-- index. What it leaves behind is found by it as well, and gets its row in open_operations (operations/adopt.sql.ts).
create index operations_of_release_before on operations (lease_until)
  where lease_until is not null or recover_at is not null;

drop index operations_stalled;
drop index operations_one_at_a_time;
alter table operations
  drop constraint operations_check1,
  -- merchants are never deleted, and whoever starts an operation has just been found to be one
  drop constraint operations_merchant_id_fkey;

-- The answer comes with the second version of a row, and doubles it; a batch finishes the rows of a page together, whose
-- old versions are still there (measured: 71% HOT with 45, 82% with 40, 99.9% with this).
alter table operations set (fillfactor = 35);
