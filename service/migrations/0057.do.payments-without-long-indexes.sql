drop index payments_newest;
drop index payments_by_time;
drop index payments_by_order;

-- The arguments of an operation go when it is done, so its row hardly grows, and the next version of a row finds room on a
-- fuller page. This locks nobody out.
alter table operations set (fillfactor = 85);
alter table payments set (fillfactor = 75);
alter table deliveries set (fillfactor = 75);
