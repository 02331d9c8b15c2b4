-- Since when an account that took payments takes none. The reason may change meanwhile, and updated_at with it.
alter table processor_accounts add column stopped_at timestamptz;
