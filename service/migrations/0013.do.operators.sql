-- People who run the service. The token itself is never stored: a salted digest proves it, the id finds it.
create table operators (
  operator_id text primary key check (operator_id ~ '^opr_[0-9a-z]{26}$'),
  name text not null check (length(name) between 1 and 100),
  role text not null check (role in ('viewer', 'support', 'admin')),
  hint text not null check (length(hint) = 4),
  salt bytea not null check (octet_length(salt) = 16),
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- kept after removal: the audit log refers to it
  removed_at timestamptz
);

-- Null for actions without an operator's own token (the owner, the first run) and for those of earlier releases.
alter table audit_log
  add column operator_id text references operators,
  add column note text check (length(note) <= 100),
  add column address text;

create index audit_log_of_target on audit_log (merchant_id, target, audit_id);
create index audit_log_by_trace on audit_log (trace_id);

alter table merchants add column suspended_at timestamptz;
