-- When an endpoint that fails now began to. Null while it answers, and for those that failed before this release.
alter table callback_endpoints add column failing_since timestamptz;

-- Payments that were refunded or disputed in a period. Few entries are of these kinds.
create index ledger_entries_taken_back on ledger_entries (kind, posted_at) where kind in ('refund', 'dispute');
create index ledger_entries_taken_back_of_merchant on ledger_entries (merchant_id, kind, posted_at)
  where kind in ('refund', 'dispute');
