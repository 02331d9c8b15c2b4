-- What was posted on each day of UTC, so that a balance is a sum of days and of what was posted since. A job writes it.
create table ledger_days (
  merchant_id text not null,
  currency text not null,
  day date not null,
  customer_cents bigint not null,
  merchant_cents bigint not null,
  platform_fees_cents bigint not null,
  dispute_hold_cents bigint not null,
  -- everything of this merchant, in any currency, that is dated before this is in the merchant's rows
  until timestamptz not null,
  primary key (merchant_id, currency, day)
);

alter table figure_cursors drop constraint figure_cursors_source_check;
alter table figure_cursors add constraint figure_cursors_source_check
  check (source in ('payments', 'deliveries', 'statuses', 'ledger'));
insert into figure_cursors (source, read_from) values ('ledger', '1970-01-01 00:00:00Z');

-- The triggers of 0029, which a cluster does not have: what loaded entries take back is the days, too.
create or replace function take_figures_back() returns trigger language plpgsql as $$
declare
  changed_at timestamptz;
begin
  if tg_table_name = 'ledger_entries' then
    select updated_at into changed_at from payments
    where merchant_id = new.merchant_id and payment_id = new.payment_id;
    delete from ledger_days
    where merchant_id = new.merchant_id and day >= (new.posted_at at time zone 'utc')::date;
    update figure_cursors set read_from = new.posted_at - interval '1 day'
    where source = 'ledger' and read_from > new.posted_at;
  else
    changed_at := new.updated_at;
  end if;
  -- a day further, as a load in descending order would else change the row for each of its own
  update figure_cursors set read_from = changed_at - interval '1 day'
  where source = any(case tg_table_name when 'deliveries' then '{deliveries}' else '{payments,statuses}' end::text[])
    and read_from > changed_at;
  return null;
end
$$;
