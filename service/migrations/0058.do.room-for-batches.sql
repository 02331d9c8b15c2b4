-- A batch changes many rows of a page at once, before the versions that they replace can give up their room. So half of a page
-- of deliveries stays free, and nearly half of one of payments. Operations finish less closely together. This locks nobody out.
alter table deliveries set (fillfactor = 50);
alter table payments set (fillfactor = 55);
alter table operations set (fillfactor = 70);
