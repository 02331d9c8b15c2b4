-- A claim no longer moves its delivery within the line: until when it holds is in a column without an index, so that
-- claiming writes no index (HOT), given room on the page for a second version of each row.
alter table delivery_queue add column claimed_until timestamptz;
drop index delivery_queue_claimed;
alter table delivery_queue set (fillfactor = 50);

-- What was claimed last, to count what is in flight: written with every claim, as the endpoint is anyway.
alter table callback_endpoints add column held text[] not null default '{}';

-- Claims and settling know what they look for. Whatever the planner believes of a queue that was empty a moment ago, a
-- look-up by this index never reads a merchant's whole line.
create index delivery_queue_by_delivery on delivery_queue (delivery_id);
