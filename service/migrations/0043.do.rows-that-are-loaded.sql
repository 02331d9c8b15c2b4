-- Jobs follow the times of changes. Rows that are loaded with times of the past are found by when they came, on a cluster
-- too; so the triggers of 0029, which it could not have, go. Rows that are here already have no such time.
alter table payments add column inserted_at timestamptz;
alter table payments alter column inserted_at set default now();
alter table deliveries add column inserted_at timestamptz;
alter table deliveries alter column inserted_at set default now();
alter table ledger_entries add column inserted_at timestamptz;
alter table ledger_entries alter column inserted_at set default now();

drop trigger if exists payments_loaded on payments;
drop trigger if exists deliveries_loaded on deliveries;
-- On one PostgreSQL a loaded entry opens its day at once, on a cluster with the next run of the job.
create or replace function take_figures_back() returns trigger language plpgsql as $$
begin
  delete from ledger_days
  where merchant_id = new.merchant_id and day >= (new.posted_at at time zone 'utc')::date;
  update figure_cursors set read_from = new.posted_at - interval '1 day'
  where source = 'ledger' and read_from > new.posted_at;
  return null;
end
$$;
