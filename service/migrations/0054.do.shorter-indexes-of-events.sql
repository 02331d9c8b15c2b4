-- An end that only breaks ties made entries twice as long, and descending entries left every page half empty. What has the
-- same time, or belongs to the same payment, is few enough to be sorted when it is read. Within a merchant the id stays:
-- it keeps a plan for an almost empty table, which may look events up here, from reading all of them.
create index events_received on events (received_at);
create index events_received_of_merchant on events (merchant_id, received_at, event_id);
create index events_by_payment on events (merchant_id, payment_id) where payment_id is not null;
