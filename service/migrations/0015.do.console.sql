-- Who is signed in to the console. The cookie itself is never stored: a salted digest proves it, the id finds it.
-- A row goes when its session is signed out of, or at the first sign-in after it has expired.
create table console_sessions (
  session_id text primary key check (session_id ~ '^ses_[0-9a-z]{26}$'),
  operator_id text references operators,
  -- the one merchant that a portal shows
  merchant_id text references merchants,
  -- the owner's token, salted: with another token in the settings, its sessions are over
  owner_digest bytea check (octet_length(owner_digest) = 32),
  salt bytea not null check (octet_length(salt) = 16),
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  check (num_nonnulls(operator_id, merchant_id, owner_digest) = 1)
);

create index console_sessions_of_operator on console_sessions (operator_id);
create index console_sessions_of_merchant on console_sessions (merchant_id);

-- Links that sign somebody in once: the owner, or a merchant to its portal. A row goes when it is used.
create table sign_in_codes (
  code_id text primary key check (code_id ~ '^sic_[0-9a-z]{26}$'),
  -- null for the owner
  merchant_id text references merchants,
  salt bytea not null check (octet_length(salt) = 16),
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
