-- Why webhooks of a processor were refused lately, for the overview and svcpay doctor: a wrong secret is not in any other table.
create table webhook_refusals (
  processor text not null,
  reason text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (processor, reason)
);
