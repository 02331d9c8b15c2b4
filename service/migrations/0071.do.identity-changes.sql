-- A row for each change of what an API key stands for: the key, its merchant, the merchant's account. Instances ask a few
-- times a second whether there are others than before, and only then look keys up again. It is written together with the
-- change and so is seen together with it. A counter would make everyone who changes something wait for the others.
create table identity_changes (
  change_id bigint generated always as identity primary key,
  changed_at timestamptz not null default now()
);

-- On a cluster a shard's trigger could not reach the table. There, keys are looked up again after half a second.
do $migration$
begin
  if exists (select from pg_extension where extname = 'citus') then
    return;
  end if;

  create function note_identity_change() returns trigger language plpgsql as $$
  begin
    insert into identity_changes default values;
    delete from identity_changes where change_id in (
      select change_id from identity_changes where changed_at < now() - interval '1 hour'
      order by change_id limit 100 for update skip locked);
    return null;
  end
  $$;

  create trigger api_keys_identity after update of expires_at, revoked_at, salt, digest, merchant_id or delete on api_keys
    for each statement execute function note_identity_change();
  create trigger merchants_identity after update of suspended_at, fee_bps, fee_fixed_cents, processor or delete on merchants
    for each statement execute function note_identity_change();
  create trigger processor_accounts_identity
    after insert or update of account_id, disabled_at, merchant_id, processor or delete on processor_accounts
    for each statement execute function note_identity_change();
  -- also for loads that switch other triggers off
  alter table api_keys enable always trigger api_keys_identity;
  alter table merchants enable always trigger merchants_identity;
  alter table processor_accounts enable always trigger processor_accounts_identity;
end
$migration$;
