create table audit_log (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null check (length(actor) between 1 and 200),
  action text not null,
  target text not null,
  merchant_id text references merchants,
  trace_id text not null,
  detail jsonb not null default '{}'
);

create index audit_log_of_merchant on audit_log (merchant_id, audit_id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
