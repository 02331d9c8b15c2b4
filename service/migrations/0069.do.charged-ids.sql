-- The payment's latest charge and the platform's fee on it, as the processor names them. Null until a report names them.
alter table payments
  add column processor_charge_id text,
  add column processor_fee_id text;
