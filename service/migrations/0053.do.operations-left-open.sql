-- Operations that 0.1.0 left open, whose lease is a column of the operation, get their row in open_operations. Instances
-- of 0.2.0 still look at those columns, so they stay for one more release.
insert into open_operations (merchant_id, operation_id, kind, payment_id, created_at, recover_at, resumes, lease_id,
  lease_until)
select merchant_id, operation_id, kind, payment_id, created_at, coalesce(recover_at, lease_until), resumes, operation_id,
  lease_until
from operations where lease_until is not null and state = 'started'
on conflict do nothing;
update operations set lease_until = null, lease_id = null where lease_until is not null;
