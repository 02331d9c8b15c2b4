drop index events_newest, events_by_time, events_of_payment;
