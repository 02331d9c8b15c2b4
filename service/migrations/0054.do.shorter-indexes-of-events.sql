-- Ends that only break ties made these indexes twice as long, and entries in descending order left every page half empty.
-- What has the same time, or belongs to the same payment, is few enough to be sorted when it is read.
create index events_received on events (received_at);
create index events_received_of_merchant on events (merchant_id, received_at);
create index events_by_payment on events (merchant_id, payment_id) where payment_id is not null;
