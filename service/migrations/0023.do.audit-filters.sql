-- The audit log is read by who did it and by what was done, too.
create index audit_log_of_actor on audit_log (actor, audit_id desc);
create index audit_log_of_action on audit_log (action, audit_id desc);
