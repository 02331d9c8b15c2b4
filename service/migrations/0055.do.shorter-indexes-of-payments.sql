-- As for events, without the id even within a merchant: payments are looked up by their whole key. Each table by itself:
-- who holds one and waits for another could wait for ever.
create index payments_created on payments (created_at);
create index payments_created_of_merchant on payments (merchant_id, created_at);
create index payments_of_order on payments (merchant_id, order_ref, created_at) where order_ref is not null;
