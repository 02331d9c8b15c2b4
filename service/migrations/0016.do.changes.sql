-- What changed lately, for the console's live view and its figures. It takes the place of an index that no
-- statement uses any more.
drop index payments_open;
create index payments_changed on payments (updated_at);
create index deliveries_changed on deliveries (updated_at);
