-- Which database this is. It differs from what is stored after a restore, a copy or a failover: then history may be
-- incomplete. The first instance that starts writes it.
create table database_identity (
  only_row boolean primary key default true check (only_row),
  identity text not null,
  -- about when it was last the one that is connected: what a backup has is not newer
  seen_at timestamptz not null default now()
);

-- Merchants of whom this database may lack the newest payments and calls, until they have been brought back from the
-- processors. The merchant '-' stands for the list of accounts.
create table incomplete_histories (
  merchant_id text primary key,
  since timestamptz not null,
  noticed_at timestamptz not null default now(),
  -- raised when it is noticed again, so that what was healed before does not count
  generation integer not null default 1,
  -- its calls had to look first, so its turn comes soon
  asked_at timestamptz,
  held_until timestamptz not null default now()
);
