-- When a payment that this database had forgotten was brought back from the processor.
alter table payments add column restored_at timestamptz;
create index payments_restored on payments (restored_at) where restored_at is not null;
