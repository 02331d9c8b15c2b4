drop index events_newest, events_by_time, events_of_payment, payments_newest, payments_by_time, payments_by_order,
  deliveries_newest, ledger_entries_by_time;

-- The arguments of an operation go when it is done, so its row hardly grows.
alter table operations set (fillfactor = 50);
