-- Made by: npm run schema

CREATE OR REPLACE FUNCTION public.note_death()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.dead_at := case when new.state = 'dead' then new.updated_at end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_identity_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into identity_changes default values;
    delete from identity_changes where change_id in (
      select change_id from identity_changes where changed_at < now() - interval '1 hour'
      order by change_id limit 100 for update skip locked);
    return null;
  end
  $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.take_figures_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from ledger_days
  where merchant_id = new.merchant_id and day >= (new.posted_at at time zone 'utc')::date;
  update figure_cursors set read_from = new.posted_at - interval '1 day'
  where source = 'ledger' and read_from > new.posted_at;
  return null;
end
$function$;

create table activity_figures (
  merchant_id text not null,
  at timestamp with time zone not null,
  kind text not null,
  name text not null,
  count bigint not null,
  constraint activity_figures_pkey PRIMARY KEY (merchant_id, at, kind, name),
  constraint activity_figures_kind_check CHECK ((kind = ANY (ARRAY['decline'::text, 'callback'::text, 'latency'::text])))
);
CREATE INDEX activity_figures_by_time ON activity_figures USING btree (at);

create table activity_figures_by_day (
  merchant_id text not null,
  at timestamp with time zone not null,
  kind text not null,
  name text not null,
  count bigint not null,
  constraint activity_figures_by_day_pkey PRIMARY KEY (merchant_id, at, kind, name),
  constraint activity_figures_kind_check CHECK ((kind = ANY (ARRAY['decline'::text, 'callback'::text, 'latency'::text])))
);
CREATE INDEX activity_figures_by_day_at_idx ON activity_figures_by_day USING btree (at);

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
CREATE TRIGGER api_keys_identity AFTER DELETE OR UPDATE OF expires_at, revoked_at, salt, digest, merchant_id ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION note_identity_change();

create table audit_log (
  audit_id bigint generated always as identity not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  target text not null,
  merchant_id text,
  trace_id text not null,
  detail jsonb default '{}'::jsonb not null,
  operator_id text,
  note text,
  address text,
  constraint audit_log_pkey PRIMARY KEY (audit_id),
  constraint audit_log_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint audit_log_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id),
  constraint audit_log_actor_check CHECK (((length(actor) >= 1) AND (length(actor) <= 200))),
  constraint audit_log_note_check CHECK ((length(note) <= 200))
);
CREATE INDEX audit_log_by_trace ON audit_log USING btree (trace_id);
CREATE INDEX audit_log_of_action ON audit_log USING btree (action, audit_id DESC);
CREATE INDEX audit_log_of_actor ON audit_log USING btree (actor, audit_id DESC);
CREATE INDEX audit_log_of_merchant ON audit_log USING btree (merchant_id, audit_id DESC);
CREATE INDEX audit_log_of_target ON audit_log USING btree (merchant_id, target, audit_id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table callback_endpoints (
  merchant_id text not null,
  failures_in_a_row integer default 0 not null,
  probes integer default 0 not null,
  paused_until timestamp with time zone,
  claims bigint default 0 not null,
  quick boolean default false not null,
  held text[] default '{}'::text[] not null,
  asked_for text[] default '{}'::text[] not null,
  epoch integer default 0 not null,
  failing_since timestamp with time zone,
  constraint callback_endpoints_pkey PRIMARY KEY (merchant_id),
  constraint callback_endpoints_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, fillfactor=80);

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

create table callback_shares (
  share text not null,
  worker_id text,
  epoch integer default 0 not null,
  constraint callback_shares_pkey PRIMARY KEY (share),
  constraint callback_shares_share_check CHECK ((share ~ '^[0-9a-z]$'::text))
);

create table callback_workers (
  worker_id text not null,
  alive_until timestamp with time zone not null,
  stopping boolean default false not null,
  constraint callback_workers_pkey PRIMARY KEY (worker_id)
);

create table console_sessions (
  session_id text not null,
  operator_id text,
  merchant_id text,
  owner_digest bytea,
  salt bytea not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint console_sessions_pkey PRIMARY KEY (session_id),
  constraint console_sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint console_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id),
  constraint console_sessions_check CHECK ((num_nonnulls(operator_id, merchant_id, owner_digest) = 1)),
  constraint console_sessions_digest_check CHECK ((octet_length(digest) = 32)),
  constraint console_sessions_owner_digest_check CHECK ((octet_length(owner_digest) = 32)),
  constraint console_sessions_salt_check CHECK ((octet_length(salt) = 16)),
  constraint console_sessions_session_id_check CHECK ((session_id ~ '^ses_[0-9a-z]{26}$'::text))
);
CREATE INDEX console_sessions_of_merchant ON console_sessions USING btree (merchant_id);
CREATE INDEX console_sessions_of_operator ON console_sessions USING btree (operator_id);

create table database_identity (
  only_row boolean default true not null,
  identity text not null,
  seen_at timestamp with time zone default now() not null,
  constraint database_identity_pkey PRIMARY KEY (only_row),
  constraint database_identity_only_row_check CHECK (only_row)
);

create table deliveries (
  merchant_id text not null,
  delivery_id text not null,
  processor text not null,
  event_id text not null,
  type text not null,
  payment_id text,
  state text not null,
  attempts integer default 0 not null,
  last_status integer,
  last_error text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  dead_at timestamp with time zone,
  inserted_at timestamp with time zone default now(),
  constraint deliveries_merchant_id_event_id_processor_key UNIQUE (merchant_id, event_id, processor),
  constraint deliveries_pkey PRIMARY KEY (merchant_id, delivery_id),
  constraint deliveries_delivery_id_check CHECK ((delivery_id ~ '^dlv_[0-9a-z]{26}$'::text)),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])))
) with (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=50);
CREATE INDEX deliveries_changed_at ON deliveries USING brin (updated_at) WITH (pages_per_range='8', autosummarize='on');
CREATE INDEX deliveries_dead_letters ON deliveries USING btree (delivery_id DESC) WHERE (dead_at IS NOT NULL);
CREATE INDEX deliveries_dead_letters_of_merchant ON deliveries USING btree (merchant_id, delivery_id DESC) WHERE (dead_at IS NOT NULL);
CREATE INDEX deliveries_inserted ON deliveries USING brin (inserted_at) WITH (pages_per_range='8', autosummarize='on');
CREATE INDEX deliveries_newest ON deliveries USING btree (delivery_id DESC);
CREATE TRIGGER deliveries_death BEFORE INSERT OR UPDATE ON deliveries FOR EACH ROW WHEN (((new.state = 'dead'::text) <> (new.dead_at IS NOT NULL))) EXECUTE FUNCTION note_death();

create table delivery_attempts (
  merchant_id text not null,
  delivery_id text not null,
  sequence integer not null,
  attempt smallint not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  status integer,
  error text,
  answer bytea,
  url text,
  constraint delivery_attempts_pkey PRIMARY KEY (merchant_id, delivery_id, sequence)
) with (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.05);

create table delivery_queue (
  merchant_id text not null,
  delivery_id text not null,
  due_at timestamp with time zone not null,
  attempt smallint not null,
  claim_id text,
  restarted boolean default false not null,
  queued_at timestamp with time zone default now() not null,
  claimed_until timestamp with time zone,
  asked_for boolean default false not null,
  constraint delivery_queue_pkey PRIMARY KEY (delivery_id, merchant_id),
  constraint delivery_queue_attempt_check CHECK (((attempt >= 1) AND (attempt <= 9)))
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);
CREATE INDEX delivery_queue_again ON delivery_queue USING btree (merchant_id, due_at) WHERE (attempt > 1);
CREATE INDEX delivery_queue_asked_for ON delivery_queue USING btree (merchant_id, due_at) WHERE asked_for;
CREATE INDEX delivery_queue_first ON delivery_queue USING btree (merchant_id, due_at) WHERE (attempt = 1);
CREATE INDEX delivery_queue_oldest ON delivery_queue USING btree (merchant_id, queued_at);

create table differences (
  difference_id text not null,
  merchant_id text not null,
  processor text not null,
  payment_id text,
  processor_payment_id text not null,
  kind text not null,
  what text not null,
  object_id text not null,
  currency text,
  ours text,
  theirs text,
  found_at timestamp with time zone default now() not null,
  found_from timestamp with time zone not null,
  seen_at timestamp with time zone default now() not null,
  explained_by text,
  explained_at timestamp with time zone,
  note text,
  explainer text,
  constraint differences_merchant_id_processor_processor_payment_id_kind_key UNIQUE (merchant_id, processor, processor_payment_id, kind, what, object_id),
  constraint differences_pkey PRIMARY KEY (difference_id),
  constraint differences_check CHECK (((explained_at IS NULL) = (explained_by IS NULL))),
  constraint differences_difference_id_check CHECK ((difference_id ~ '^dif_[0-9a-z]{26}$'::text)),
  constraint differences_explained_by_check CHECK ((explained_by = ANY (ARRAY['event'::text, 'fix'::text, 'note'::text]))),
  constraint differences_note_check CHECK ((length(note) <= 500))
);
CREATE INDEX differences_unexplained ON differences USING btree (processor, difference_id) WHERE (explained_at IS NULL);

create table disputes (
  merchant_id text not null,
  payment_id text not null,
  processor_dispute_id text not null,
  amount_cents integer not null,
  reason text,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  due_by timestamp with time zone,
  status text,
  movements jsonb,
  constraint disputes_pkey PRIMARY KEY (merchant_id, payment_id, processor_dispute_id),
  constraint disputes_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint disputes_state_check CHECK ((state = ANY (ARRAY['warning'::text, 'open'::text, 'won'::text, 'lost'::text]))),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['warning_needs_response'::text, 'warning_under_review'::text, 'warning_closed'::text, 'prevented'::text, 'needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'appeal_needs_response'::text, 'appeal_under_review'::text])))
);
CREATE INDEX disputes_open ON disputes USING btree (created_at) WHERE (state = ANY (ARRAY['warning'::text, 'open'::text]));
CREATE INDEX disputes_unanswered ON disputes USING btree (due_by, created_at) WHERE ((state = ANY (ARRAY['warning'::text, 'open'::text])) OR (status = 'appeal_needs_response'::text));

create table encryption_key_checks (
  key_id text not null,
  sealed bytea not null,
  constraint encryption_key_checks_pkey PRIMARY KEY (key_id),
  constraint encryption_key_checks_key_id_check CHECK (((length(key_id) >= 1) AND (length(key_id) <= 32)))
);

create table event_cursors (
  merchant_id text not null,
  processor text not null,
  read_until timestamp with time zone not null,
  checked_at timestamp with time zone not null,
  found_until timestamp with time zone,
  due_at timestamp with time zone default now() not null,
  page_after text,
  page_newest timestamp with time zone,
  constraint event_cursors_pkey PRIMARY KEY (merchant_id, processor)
);
CREATE INDEX event_cursors_due ON event_cursors USING btree (due_at);

create table events (
  merchant_id text not null,
  processor text not null,
  event_id text not null,
  type text not null,
  account_id text,
  payment_id text,
  sealed_body bytea not null,
  outcome text not null,
  created_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  retry_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  trace_id text,
  traceparent text,
  webhook_at timestamp with time zone,
  constraint events_pkey PRIMARY KEY (merchant_id, processor, event_id),
  constraint events_archived_check CHECK (((archived_at IS NULL) OR (sealed_body = '\x'::bytea))) NOT VALID,
  constraint events_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 200))),
  constraint events_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'unchanged'::text, 'stale'::text, 'unverified'::text, 'ignored'::text, 'unread'::text, 'waiting'::text]))) NOT VALID,
  constraint events_type_check CHECK (((length(type) >= 1) AND (length(type) <= 200)))
) with (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.05, toast.autovacuum_vacuum_scale_factor=0.05, toast_tuple_target=4080);
CREATE INDEX events_by_beginning_of_trace ON events USING brin ("left"(trace_id, 8) text_bloom_ops) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX events_by_payment ON events USING btree (merchant_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX events_by_trace ON events USING brin (trace_id text_bloom_ops) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX events_received ON events USING btree (received_at);
CREATE INDEX events_received_of_merchant ON events USING btree (merchant_id, received_at, event_id);
CREATE INDEX events_to_retry ON events USING btree (retry_at) WHERE (outcome = 'waiting'::text);
CREATE INDEX events_unread ON events USING btree (received_at) WHERE (outcome = 'unread'::text);

create table figure_cursors (
  source text not null,
  read_from timestamp with time zone not null,
  constraint figure_cursors_pkey PRIMARY KEY (source),
  constraint figure_cursors_source_check CHECK ((source = ANY (ARRAY['payments'::text, 'deliveries'::text, 'statuses'::text, 'ledger'::text])))
);

create table figures_due (
  merchant_id text not null,
  source text not null,
  at timestamp with time zone not null,
  constraint figures_due_pkey PRIMARY KEY (merchant_id, source, at)
);
CREATE INDEX figures_due_by_time ON figures_due USING btree (source, at);

create table identity_changes (
  change_id bigint generated always as identity not null,
  changed_at timestamp with time zone default now() not null,
  constraint identity_changes_pkey PRIMARY KEY (change_id)
);

create table incomplete_histories (
  merchant_id text not null,
  since timestamp with time zone not null,
  noticed_at timestamp with time zone default now() not null,
  generation integer default 1 not null,
  asked_at timestamp with time zone,
  held_until timestamp with time zone default now() not null,
  constraint incomplete_histories_pkey PRIMARY KEY (merchant_id)
);

create table ledger_checks (
  at timestamp with time zone not null,
  ok boolean not null,
  payments integer not null,
  entries integer not null,
  differences integer not null,
  constraint ledger_checks_pkey PRIMARY KEY (at)
);

create table ledger_days (
  merchant_id text not null,
  currency text not null,
  day date not null,
  customer_cents bigint not null,
  merchant_cents bigint not null,
  platform_fees_cents bigint not null,
  dispute_hold_cents bigint not null,
  until timestamp with time zone not null,
  constraint ledger_days_pkey PRIMARY KEY (merchant_id, currency, day)
);

create table ledger_entries (
  merchant_id text not null,
  payment_id text not null,
  fact text not null,
  kind text not null,
  source text not null,
  currency text not null,
  customer_cents integer not null,
  merchant_cents integer not null,
  platform_fees_cents integer not null,
  dispute_hold_cents integer default 0 not null,
  posted_at timestamp with time zone default clock_timestamp() not null,
  inserted_at timestamp with time zone default now(),
  constraint ledger_entries_pkey PRIMARY KEY (merchant_id, payment_id, fact),
  constraint ledger_entries_balance CHECK (((((customer_cents + merchant_cents) + platform_fees_cents) + dispute_hold_cents) = 0)),
  constraint ledger_entries_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint ledger_entries_fact_check CHECK (((length(fact) >= 1) AND (length(fact) <= 200))),
  constraint ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['capture'::text, 'refund'::text, 'refund_failed'::text, 'fee_correction'::text, 'fee_refund'::text, 'dispute'::text, 'dispute_won'::text, 'dispute_lost'::text])))
) with (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX ledger_entries_by_time ON ledger_entries USING btree (merchant_id, posted_at, payment_id, fact);
CREATE INDEX ledger_entries_inserted ON ledger_entries USING brin (inserted_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX ledger_entries_new ON ledger_entries USING brin (posted_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX ledger_entries_taken_back ON ledger_entries USING btree (kind, posted_at) WHERE (kind = ANY (ARRAY['refund'::text, 'dispute'::text]));
CREATE INDEX ledger_entries_taken_back_of_merchant ON ledger_entries USING btree (merchant_id, kind, posted_at) WHERE (kind = ANY (ARRAY['refund'::text, 'dispute'::text]));
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_loaded AFTER INSERT ON ledger_entries FOR EACH ROW WHEN ((new.posted_at < (now() - '00:00:20'::interval))) EXECUTE FUNCTION take_figures_back();
CREATE TRIGGER ledger_entries_not_truncated BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table merchants (
  merchant_id text not null,
  name text not null,
  fee_bps integer,
  fee_fixed_cents integer,
  callback_url text,
  created_at timestamp with time zone not null,
  suspended_at timestamp with time zone,
  processor text,
  next_processor text,
  constraint merchants_pkey PRIMARY KEY (merchant_id),
  constraint merchants_callback_url_check CHECK ((length(callback_url) <= 2048)),
  constraint merchants_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 10000))),
  constraint merchants_fee_fixed_cents_check CHECK (((fee_fixed_cents >= 0) AND (fee_fixed_cents <= 5000000))),
  constraint merchants_merchant_id_check CHECK ((merchant_id ~ '^mer_[0-9a-z]{26}$'::text)),
  constraint merchants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint merchants_next_processor_check CHECK (((length(next_processor) >= 1) AND (length(next_processor) <= 40))),
  constraint merchants_processor_check CHECK (((length(processor) >= 1) AND (length(processor) <= 40)))
);
CREATE INDEX merchants_moving ON merchants USING btree (merchant_id) WHERE (next_processor IS NOT NULL);
CREATE TRIGGER merchants_identity AFTER DELETE OR UPDATE OF suspended_at, fee_bps, fee_fixed_cents, processor ON merchants FOR EACH STATEMENT EXECUTE FUNCTION note_identity_change();

create table oldest_release (
  only_row boolean default true not null,
  schema integer not null,
  constraint oldest_release_pkey PRIMARY KEY (only_row),
  constraint oldest_release_only_row_check CHECK (only_row)
);

create table open_operations (
  merchant_id text not null,
  operation_id text not null,
  kind text not null,
  payment_id text,
  created_at timestamp with time zone not null,
  lease_id text not null,
  lease_until timestamp with time zone not null,
  recover_at timestamp with time zone,
  resumes integer default 0 not null,
  constraint open_operations_pkey PRIMARY KEY (merchant_id, operation_id)
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);
CREATE UNIQUE INDEX open_operations_one_at_a_time ON open_operations USING btree (merchant_id, payment_id) WHERE (kind = ANY (ARRAY['capture'::text, 'cancel'::text]));
CREATE INDEX open_operations_stalled ON open_operations USING btree (lease_until);

create table operations (
  merchant_id text not null,
  operation_id text not null,
  kind text not null,
  idempotency_key text,
  request_digest bytea not null,
  payment_id text,
  intent jsonb not null,
  attempt integer default 1 not null,
  state text not null,
  lease_id text,
  lease_until timestamp with time zone,
  response bytea,
  refusal text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  resumes integer default 0 not null,
  answer_owed boolean default false not null,
  recover_at timestamp with time zone,
  trace_id text,
  traceparent text,
  constraint operations_pkey PRIMARY KEY (merchant_id, operation_id),
  constraint operations_check CHECK (((payment_id IS NOT NULL) OR (kind <> ALL (ARRAY['create'::text, 'capture'::text, 'refund'::text, 'cancel'::text])))),
  constraint operations_check2 CHECK (((state = 'done'::text) = (response IS NOT NULL))),
  constraint operations_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255))),
  constraint operations_kind_check CHECK ((kind = ANY (ARRAY['create'::text, 'capture'::text, 'refund'::text, 'cancel'::text, 'connection_token'::text, 'location'::text, 'reader'::text, 'account'::text, 'account_request'::text, 'account_refresh'::text, 'account_link'::text, 'redeliver'::text]))),
  constraint operations_operation_id_check CHECK ((operation_id ~ '^op_[0-9a-z]{26}$'::text)),
  constraint operations_request_digest_check CHECK ((octet_length(request_digest) = 32)),
  constraint operations_state_check CHECK ((state = ANY (ARRAY['started'::text, 'done'::text, 'refused'::text])))
) with (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=70, toast.autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX operations_by_beginning_of_trace ON operations USING brin ("left"(trace_id, 8) text_bloom_ops) WITH (pages_per_range='16', autosummarize='on');
CREATE UNIQUE INDEX operations_by_key ON operations USING btree (merchant_id, kind, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX operations_by_trace ON operations USING brin (trace_id text_bloom_ops) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX operations_of_payment ON operations USING btree (merchant_id, payment_id);
CREATE INDEX operations_of_release_before ON operations USING btree (lease_until) WHERE ((lease_until IS NOT NULL) OR (recover_at IS NOT NULL));

create table operators (
  operator_id text not null,
  name text not null,
  role text not null,
  hint text not null,
  salt bytea not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint operators_pkey PRIMARY KEY (operator_id),
  constraint operators_digest_check CHECK ((octet_length(digest) = 32)),
  constraint operators_hint_check CHECK ((length(hint) = 4)),
  constraint operators_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint operators_operator_id_check CHECK ((operator_id ~ '^opr_[0-9a-z]{26}$'::text)),
  constraint operators_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'support'::text, 'admin'::text]))),
  constraint operators_salt_check CHECK ((octet_length(salt) = 16))
);

create table payment_figures (
  merchant_id text not null,
  at timestamp with time zone not null,
  currency text not null,
  created integer not null,
  succeeded integer not null,
  failed integer not null,
  volume_cents bigint not null,
  fees_cents bigint not null,
  refunded_cents bigint not null,
  disputed_cents bigint not null,
  canceled integer default 0 not null,
  captures integer default 0 not null,
  entries integer default 0 not null,
  constraint payment_figures_pkey PRIMARY KEY (merchant_id, at, currency)
);
CREATE INDEX payment_figures_by_time ON payment_figures USING btree (at);

create table payment_figures_by_day (
  merchant_id text not null,
  at timestamp with time zone not null,
  currency text not null,
  created integer not null,
  succeeded integer not null,
  failed integer not null,
  volume_cents bigint not null,
  fees_cents bigint not null,
  refunded_cents bigint not null,
  disputed_cents bigint not null,
  canceled integer default 0 not null,
  captures integer default 0 not null,
  entries integer default 0 not null,
  constraint payment_figures_by_day_pkey PRIMARY KEY (merchant_id, at, currency)
);
CREATE INDEX payment_figures_by_day_at_idx ON payment_figures_by_day USING btree (at);

create table payment_statuses (
  merchant_id text not null,
  payment_id text not null,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  next_check_at timestamp with time zone,
  constraint payment_statuses_pkey PRIMARY KEY (merchant_id, payment_id)
) with (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
CREATE INDEX payment_statuses_abandoned ON payment_statuses USING btree (next_check_at) WHERE ((status = ANY (ARRAY['requires_payment_method'::text, 'requires_confirmation'::text])) AND (next_check_at IS NOT NULL));
CREATE INDEX payment_statuses_by_time ON payment_statuses USING btree (status, created_at DESC, payment_id DESC);
CREATE INDEX payment_statuses_of_merchant ON payment_statuses USING btree (merchant_id, status, created_at DESC, payment_id DESC);
CREATE INDEX payment_statuses_to_check ON payment_statuses USING btree (next_check_at) WHERE ((status = ANY (ARRAY['requires_action'::text, 'processing'::text, 'requires_capture'::text])) AND (next_check_at IS NOT NULL));

create table payments (
  merchant_id text not null,
  payment_id text not null,
  processor text not null,
  account_id text not null,
  processor_payment_id text not null,
  status text not null,
  currency text not null,
  capture_method text not null,
  authorized_cents integer not null,
  authorized_fee_cents integer not null,
  captured_cents integer default 0 not null,
  fee_cents integer default 0 not null,
  refunded_cents integer default 0 not null,
  fee_refunded_cents integer default 0 not null,
  order_ref text,
  branch text,
  customer_ref text,
  description text,
  failure_code text,
  failure_message text,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  disputed_cents integer default 0 not null,
  next_check_at timestamp with time zone,
  restored_at timestamp with time zone,
  inserted_at timestamp with time zone default now(),
  processor_charge_id text,
  processor_fee_id text,
  payment_method jsonb,
  constraint payments_merchant_id_processor_processor_payment_id_key UNIQUE (merchant_id, processor, processor_payment_id),
  constraint payments_pkey PRIMARY KEY (merchant_id, payment_id),
  constraint payments_authorized_cents_check CHECK ((authorized_cents > 0)),
  constraint payments_branch_check CHECK ((length(branch) <= 500)),
  constraint payments_capture_method_check CHECK ((capture_method = ANY (ARRAY['automatic'::text, 'manual'::text]))),
  constraint payments_check CHECK (((authorized_fee_cents >= 0) AND (authorized_fee_cents <= authorized_cents))),
  constraint payments_check1 CHECK (((captured_cents >= 0) AND (captured_cents <= authorized_cents))),
  constraint payments_check2 CHECK (((fee_cents >= 0) AND (fee_cents <= captured_cents))),
  constraint payments_check3 CHECK (((refunded_cents >= 0) AND (refunded_cents <= captured_cents))),
  constraint payments_check4 CHECK (((fee_refunded_cents >= 0) AND (fee_refunded_cents <= fee_cents))),
  constraint payments_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint payments_customer_ref_check CHECK ((length(customer_ref) <= 255)),
  constraint payments_description_check CHECK ((length(description) <= 1000)),
  constraint payments_disputed_cents_check CHECK ((disputed_cents >= 0)),
  constraint payments_order_ref_check CHECK ((length(order_ref) <= 500)),
  constraint payments_payment_id_check CHECK ((payment_id ~ '^svcpay_[0-9a-z]{26}$'::text)),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['requires_payment_method'::text, 'requires_confirmation'::text, 'requires_action'::text, 'processing'::text, 'requires_capture'::text, 'succeeded'::text, 'partially_refunded'::text, 'refunded'::text, 'canceled'::text]))),
  constraint payments_status_fits_amounts CHECK (
CASE status
    WHEN 'succeeded'::text THEN ((captured_cents > 0) AND (refunded_cents = 0))
    WHEN 'partially_refunded'::text THEN ((refunded_cents > 0) AND (refunded_cents < captured_cents))
    WHEN 'refunded'::text THEN ((captured_cents > 0) AND (refunded_cents = captured_cents))
    ELSE ((captured_cents = 0) AND (refunded_cents = 0))
END)
) with (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=55);
CREATE INDEX payments_by_charge ON payments USING brin ("left"(processor_charge_id, 8) text_bloom_ops (n_distinct_per_range='200'), "left"(processor_fee_id, 8) text_bloom_ops (n_distinct_per_range='200')) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX payments_changed ON payments USING brin (updated_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX payments_created ON payments USING btree (created_at);
CREATE INDEX payments_created_of_merchant ON payments USING btree (merchant_id, created_at);
CREATE INDEX payments_inserted ON payments USING brin (inserted_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX payments_of_order ON payments USING btree (merchant_id, order_ref, created_at) WHERE (order_ref IS NOT NULL);
CREATE INDEX payments_restored ON payments USING btree (restored_at) WHERE (restored_at IS NOT NULL);

create table processor_accounts (
  merchant_id text not null,
  processor text not null,
  account_id text not null,
  charges_enabled boolean default false not null,
  payouts_enabled boolean default false not null,
  details_submitted boolean default false not null,
  disabled_reason text,
  past_due boolean default false not null,
  currently_due text[] default '{}'::text[] not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  compared_until timestamp with time zone,
  stopped_at timestamp with time zone,
  constraint processor_accounts_processor_account_id_key UNIQUE (processor, account_id),
  constraint processor_accounts_pkey PRIMARY KEY (merchant_id, processor),
  constraint processor_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint processor_accounts_account_id_check CHECK (((length(account_id) >= 1) AND (length(account_id) <= 100))),
  constraint processor_accounts_processor_check CHECK (((length(processor) >= 1) AND (length(processor) <= 40)))
);
CREATE TRIGGER processor_accounts_identity AFTER INSERT OR DELETE OR UPDATE OF account_id, disabled_at, merchant_id, processor ON processor_accounts FOR EACH STATEMENT EXECUTE FUNCTION note_identity_change();

create table reconciliation_differences (
  reconciliation_id text not null,
  sequence bigint generated always as identity not null,
  processor text not null,
  merchant_id text not null,
  payment_id text,
  processor_payment_id text not null,
  kind text not null,
  what text not null,
  object_id text not null,
  currency text,
  ours text,
  theirs text,
  fixed boolean not null,
  note text,
  constraint reconciliation_differences_reconciliation_id_processor_merc_key UNIQUE (reconciliation_id, processor, merchant_id, processor_payment_id, kind, what, object_id),
  constraint reconciliation_differences_pkey PRIMARY KEY (reconciliation_id, sequence),
  constraint reconciliation_differences_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(reconciliation_id),
  constraint reconciliation_differences_what_check CHECK ((what = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'status'::text, 'amount'::text, 'currency'::text, 'posted'::text, 'duplicate'::text, 'unreadable'::text]))) NOT VALID
);

create table reconciliation_totals (
  reconciliation_id text not null,
  processor text not null,
  merchant_id text not null,
  currency text not null,
  kind text not null,
  processor_cents bigint not null,
  ledger_cents bigint not null,
  constraint reconciliation_totals_pkey PRIMARY KEY (reconciliation_id, processor, merchant_id, currency, kind),
  constraint reconciliation_totals_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(reconciliation_id)
);

create table reconciliations (
  reconciliation_id text not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  merchant_id text,
  fix boolean not null,
  daily_for date,
  state text default 'running'::text not null,
  progress jsonb default '{}'::jsonb not null,
  accounts integer default 0 not null,
  skipped_accounts integer default 0 not null,
  payments integer default 0 not null,
  movements integer default 0 not null,
  calls integer default 0 not null,
  failures integer default 0 not null,
  error text,
  holder text,
  lease_until timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint reconciliations_daily_for_key UNIQUE (daily_for),
  constraint reconciliations_pkey PRIMARY KEY (reconciliation_id),
  constraint reconciliations_check CHECK ((to_at > from_at)),
  constraint reconciliations_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX reconciliations_running ON reconciliations USING btree (created_at) WHERE (state = 'running'::text);

create table refunds (
  merchant_id text not null,
  refund_id text not null,
  payment_id text not null,
  processor_refund_id text,
  amount_cents integer not null,
  returns_fee boolean not null,
  reason text,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  fee_due_at timestamp with time zone,
  constraint refunds_merchant_id_processor_refund_id_key UNIQUE (merchant_id, processor_refund_id),
  constraint refunds_pkey PRIMARY KEY (merchant_id, refund_id),
  constraint refunds_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refunds_check1 CHECK (((state = ANY (ARRAY['reserved'::text, 'released'::text])) = (processor_refund_id IS NULL))),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['requested_by_customer'::text, 'duplicate'::text, 'fraudulent'::text]))),
  constraint refunds_refund_id_check CHECK ((refund_id ~ '^svcrf_[0-9a-z]{26}$'::text)),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'released'::text])))
) with (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
CREATE INDEX refunds_fee_due ON refunds USING btree (fee_due_at) WHERE (fee_due_at IS NOT NULL);
CREATE INDEX refunds_of_payment ON refunds USING btree (merchant_id, payment_id);

create table sign_in_codes (
  code_id text not null,
  merchant_id text,
  salt bytea not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_codes_pkey PRIMARY KEY (code_id),
  constraint sign_in_codes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint sign_in_codes_code_id_check CHECK ((code_id ~ '^sic_[0-9a-z]{26}$'::text)),
  constraint sign_in_codes_digest_check CHECK ((octet_length(digest) = 32)),
  constraint sign_in_codes_salt_check CHECK ((octet_length(salt) = 16))
);

create table webhook_refusals (
  processor text not null,
  reason text not null,
  since timestamp with time zone not null,
  last_at timestamp with time zone not null,
  listens_to text default 'accounts'::text not null,
  constraint webhook_refusals_pkey PRIMARY KEY (processor, reason, listens_to)
);
