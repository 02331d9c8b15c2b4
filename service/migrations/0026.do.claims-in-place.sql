-- A claim no longer moves its delivery within the line: until when it holds is in a column without an index, so that
-- claiming writes no index (HOT), given room on the page for a second version of each row.
alter table delivery_queue add column claimed_until timestamptz;
drop index delivery_queue_claimed;
alter table delivery_queue set (fillfactor = 50);
