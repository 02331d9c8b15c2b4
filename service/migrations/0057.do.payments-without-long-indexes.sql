drop index payments_newest;
drop index payments_by_time;
drop index payments_by_order;

-- The arguments of an operation go when it is done, so its row hardly grows. This locks nobody out.
alter table operations set (fillfactor = 50);
