-- A value that each encryption key has sealed: an instance with a wrong key finds out before it seals anything.
create table encryption_key_checks (
  key_id text primary key check (length(key_id) between 1 and 32),
  sealed bytea not null
);
