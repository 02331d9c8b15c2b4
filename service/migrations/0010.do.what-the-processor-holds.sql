-- The platform's fee is read from the processor, as a total of the payment, not worked out per refund. An
-- instance of the release before fails on the missing column instead of writing a fee that is not true.
alter table refunds drop column fee_cents;
-- When the processor is to be asked what it returned of the fee; null once it has been, after this refund.
alter table refunds add column fee_due_at timestamptz;
update refunds r set fee_due_at = now()
from payments p
where p.merchant_id = r.merchant_id and p.payment_id = r.payment_id and p.fee_cents > 0
  and r.state in ('pending', 'succeeded', 'failed');
create index refunds_fee_due on refunds (fee_due_at) where fee_due_at is not null;

-- What is disputed or was lost in a dispute.
alter table payments add column disputed_cents integer not null default 0 check (disputed_cents >= 0);
update payments p set disputed_cents = d.amount
from (select merchant_id, payment_id, sum(amount_cents) as amount from disputes
  where state in ('open', 'lost') group by merchant_id, payment_id) d
where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id;

-- A reservation ends with its operation; some were written back after their operation was refused.
update refunds r set state = 'released'
where state = 'reserved' and not exists (
  select from operations o
  where o.merchant_id = r.merchant_id and o.payment_id = r.payment_id and o.kind = 'refund' and o.state = 'started'
    and o.intent ->> 'refundId' = r.refund_id);

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('capture', 'refund',
  'refund_failed', 'fee_correction', 'fee_refund', 'dispute', 'dispute_won', 'dispute_lost'));
-- The database's clock, while the transaction holds its lock on the table: statements wait for such locks, so
-- that no entry is ever committed into a period that was already read.
alter table ledger_entries alter column posted_at set default clock_timestamp();

-- How often somebody took it up again: each time, the recovery job leaves it alone for twice as long.
alter table operations add column resumes integer not null default 0;

-- The caller of an operation without a key has not been seen to get its answer: the next identical call gets it.
alter table operations add column answer_owed boolean not null default false;
