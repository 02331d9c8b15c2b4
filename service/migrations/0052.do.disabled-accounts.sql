-- When an operator disabled it: the account takes no new payments, and those it has go on. Null: it takes them.
alter table processor_accounts add column disabled_at timestamptz;
