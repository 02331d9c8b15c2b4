-- Citus gives the shards of a table no trigger that also fires on truncate, so that one is apart.
drop trigger ledger_entries_append_only on ledger_entries;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_entries_not_truncated before truncate on ledger_entries
  for each statement execute function refuse_change();

drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update or delete on audit_log
  for each statement execute function refuse_change();
create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function refuse_change();
