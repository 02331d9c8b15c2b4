-- As for events.
create index payments_created on payments (created_at);
create index payments_created_of_merchant on payments (merchant_id, created_at);
create index payments_of_order on payments (merchant_id, order_ref, created_at) where order_ref is not null;
create index deliveries_in_order on deliveries (delivery_id);
create index ledger_entries_posted on ledger_entries (merchant_id, posted_at);
