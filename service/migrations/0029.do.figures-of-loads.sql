-- Figures follow the times of changes. Rows that are loaded with times of the past take the figures back to these.
-- On a cluster a shard's trigger cannot reach the cursors.
do $migration$
begin
  if exists (select from pg_extension where extname = 'citus') then
    return;
  end if;

  create function take_figures_back() returns trigger language plpgsql as $$
  declare
    changed_at timestamptz;
  begin
    if tg_table_name = 'ledger_entries' then
      select updated_at into changed_at from payments
      where merchant_id = new.merchant_id and payment_id = new.payment_id;
    else
      changed_at := new.updated_at;
    end if;
    -- a day further, as a load in descending order would else change the row for each of its own
    update figure_cursors set read_from = changed_at - interval '1 day'
    where source = case tg_table_name when 'deliveries' then 'deliveries' else 'payments' end and read_from > changed_at;
    return null;
  end
  $$;

  -- The condition costs next to nothing where it is false, as it is for everything that the service writes itself.
  create trigger payments_loaded after insert on payments
    for each row when (new.updated_at < now() - interval '20 seconds') execute function take_figures_back();
  create trigger ledger_entries_loaded after insert on ledger_entries
    for each row when (new.posted_at < now() - interval '20 seconds') execute function take_figures_back();
  create trigger deliveries_loaded after insert on deliveries
    for each row when (new.updated_at < now() - interval '20 seconds') execute function take_figures_back();
  -- also for loads that switch other triggers off
  alter table payments enable always trigger payments_loaded;
  alter table ledger_entries enable always trigger ledger_entries_loaded;
  alter table deliveries enable always trigger deliveries_loaded;
end
$migration$;
