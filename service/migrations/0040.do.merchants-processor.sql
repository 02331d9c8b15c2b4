-- The processor that a merchant's new payments, onboarding and readers use: that of its first account until it is moved.
-- Null, or one that is no longer in the settings: the platform's default.
alter table merchants add column processor text;
-- by itself, because a cluster takes no column together with its check
alter table merchants add constraint merchants_processor_check check (length(processor) between 1 and 40);
-- Where it moves as soon as its account there can take payments.
alter table merchants add column next_processor text;
alter table merchants add constraint merchants_next_processor_check check (length(next_processor) between 1 and 40);
create index merchants_moving on merchants (merchant_id) where next_processor is not null;

update merchants m set processor = a.processor
from (
  select merchant_id, min(processor) as processor from processor_accounts group by merchant_id having count(*) = 1
) a
where a.merchant_id = m.merchant_id;
