-- When the webhook of an event came that had been found before: received_at is when it was found.
alter table events add column webhook_at timestamptz;

-- Which of the processor's two endpoints webhooks were refused from: that the other one works mends nothing.
alter table webhook_refusals
  drop constraint webhook_refusals_pkey,
  add column listens_to text not null default 'accounts',
  add primary key (processor, reason, listens_to);
