-- By itself, so that nobody who reads waits for it.
create index payments_inserted on payments using brin (inserted_at)
  with (pages_per_range = 16, autosummarize = on);
create index deliveries_inserted on deliveries using brin (inserted_at)
  with (pages_per_range = 8, autosummarize = on);
create index ledger_entries_inserted on ledger_entries using brin (inserted_at)
  with (pages_per_range = 16, autosummarize = on);
