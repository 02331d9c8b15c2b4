-- A claim no longer moves its delivery within the line: until when it holds is in a column without an index, so that
-- claiming writes no index (HOT), given room on the page for a second version of each row.
alter table delivery_queue add column claimed_until timestamptz;
drop index delivery_queue_claimed;
alter table delivery_queue set (fillfactor = 50);

-- What was claimed last, to count what is in flight: written with every claim, as the endpoint is anyway.
alter table callback_endpoints add column held text[] not null default '{}';

-- Claims and settling know what they look for. A queue that was nearly empty when it was last analyzed is taken for one
-- row, and any index of it for as good as any other. With a collation of its own, this one fits only their statements, and
-- these fit no other.
create index delivery_queue_by_delivery on delivery_queue (delivery_id collate "C");
