-- Made by: npm run schema

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$function$;

create table api_keys (
  key_id text not null,
  merchant_id text not null,
  label text,
  hint text not null,
  salt bytea not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (key_id),
  constraint api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint api_keys_digest_check CHECK ((octet_length(digest) = 32)),
  constraint api_keys_hint_check CHECK ((length(hint) = 4)),
  constraint api_keys_key_id_check CHECK ((key_id ~ '^key_[0-9a-z]{26}$'::text)),
  constraint api_keys_label_check CHECK ((length(label) <= 100)),
  constraint api_keys_salt_check CHECK ((octet_length(salt) = 16))
);
CREATE INDEX api_keys_of_merchant ON api_keys USING btree (merchant_id, key_id DESC);

create table audit_log (
  audit_id bigint generated always as identity not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  target text not null,
  merchant_id text,
  trace_id text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint audit_log_pkey PRIMARY KEY (audit_id),
  constraint audit_log_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint audit_log_actor_check CHECK (((length(actor) >= 1) AND (length(actor) <= 200)))
);
CREATE INDEX audit_log_of_merchant ON audit_log USING btree (merchant_id, audit_id DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table callback_secrets (
  merchant_id text not null,
  secret_id text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint callback_secrets_pkey PRIMARY KEY (merchant_id, secret_id),
  constraint callback_secrets_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint callback_secrets_secret_id_check CHECK ((secret_id ~ '^cbs_[0-9a-z]{26}$'::text))
);
CREATE UNIQUE INDEX callback_secrets_one_current ON callback_secrets USING btree (merchant_id) WHERE (expires_at IS NULL);

create table merchants (
  merchant_id text not null,
  name text not null,
  fee_bps integer,
  fee_fixed_cents integer,
  callback_url text,
  created_at timestamp with time zone not null,
  constraint merchants_pkey PRIMARY KEY (merchant_id),
  constraint merchants_callback_url_check CHECK ((length(callback_url) <= 2048)),
  constraint merchants_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 10000))),
  constraint merchants_fee_fixed_cents_check CHECK (((fee_fixed_cents >= 0) AND (fee_fixed_cents <= 5000000))),
  constraint merchants_merchant_id_check CHECK ((merchant_id ~ '^mer_[0-9a-z]{26}$'::text)),
  constraint merchants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
