create table merchants (
  merchant_id text primary key check (merchant_id ~ '^mer_[0-9a-z]{26}$'),
  name text not null check (length(name) between 1 and 200),
  -- null: the platform's default policy applies
  fee_bps integer check (fee_bps between 0 and 10000),
  fee_fixed_cents integer check (fee_fixed_cents between 0 and 5000000),
  callback_url text check (length(callback_url) <= 2048),
  created_at timestamptz not null
);

-- The key itself is never stored: a salted digest proves it, the id finds it.
create table api_keys (
  key_id text primary key check (key_id ~ '^key_[0-9a-z]{26}$'),
  merchant_id text not null references merchants,
  label text check (length(label) <= 100),
  hint text not null check (length(hint) = 4),
  salt bytea not null check (octet_length(salt) = 16),
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);

create index api_keys_of_merchant on api_keys (merchant_id, key_id desc);

-- Sealed with the service's encryption key; more than one only while a rotation overlaps.
create table callback_secrets (
  merchant_id text not null references merchants,
  secret_id text not null check (secret_id ~ '^cbs_[0-9a-z]{26}$'),
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (merchant_id, secret_id)
);

create unique index callback_secrets_one_current on callback_secrets (merchant_id) where expires_at is null;
