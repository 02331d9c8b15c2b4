-- A foreign key reads and locks the payment's row for each row that is written. What is written belongs to a payment that
-- the same statement has just written, and payments are never deleted; `svcpay ledger verify` finds what has none.
alter table ledger_entries drop constraint ledger_entries_merchant_id_payment_id_fkey;
alter table refunds drop constraint refunds_merchant_id_payment_id_fkey;
alter table disputes drop constraint disputes_merchant_id_payment_id_fkey;

-- The few events that wait are found by when they are tried again.
drop index events_waiting;

-- The body of an ordinary event stays in its row, two to a page: sealed bytes cannot be compressed, and in a table of
-- their own they are two rows more to write and to read.
alter table events set (toast_tuple_target = 4080);
