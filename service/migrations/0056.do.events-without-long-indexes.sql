-- One by one: a cluster drops no two at once.
drop index events_newest;
drop index events_by_time;
drop index events_of_payment;
