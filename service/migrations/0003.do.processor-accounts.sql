-- A merchant's account at a processor. One per processor, so that a merchant can be moved to another
-- while payments made on the old one stay refundable.
create table processor_accounts (
  merchant_id text not null references merchants,
  processor text not null check (length(processor) between 1 and 40),
  account_id text not null check (length(account_id) between 1 and 100),
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  details_submitted boolean not null default false,
  disabled_reason text,
  past_due boolean not null default false,
  currently_due text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, processor),
  unique (processor, account_id)
);
