/**
 * Where the rows of each table live on a Citus cluster. One PostgreSQL has a single place, and this means nothing there.
 *
 * - `merchant`: on the merchant's shard, beside everything else of that merchant.
 * - `everywhere`: a copy on every node, because statements on a shard join it.
 * - `coordinator`: on the coordinator alone; no statement on a shard needs it.
 */
export type Placement = 'merchant' | 'everywhere' | 'coordinator'

export const placements: Readonly<Record<string, Placement>> = {
  merchants: 'everywhere',
  api_keys: 'everywhere',
  processor_accounts: 'everywhere',

  payments: 'merchant',
  payment_statuses: 'merchant',
  refunds: 'merchant',
  disputes: 'merchant',
  operations: 'merchant',
  open_operations: 'merchant',
  ledger_entries: 'merchant',
  ledger_days: 'merchant',
  events: 'merchant',
  event_cursors: 'merchant',
  deliveries: 'merchant',
  delivery_queue: 'merchant',
  delivery_attempts: 'merchant',
  callback_endpoints: 'merchant',
  callback_secrets: 'merchant',
  payment_figures: 'merchant',
  payment_figures_by_day: 'merchant',
  activity_figures: 'merchant',
  activity_figures_by_day: 'merchant',
  figures_due: 'merchant',

  operators: 'coordinator',
  audit_log: 'coordinator',
  callback_workers: 'coordinator',
  callback_shares: 'coordinator',
  console_sessions: 'coordinator',
  sign_in_codes: 'coordinator',
  figure_cursors: 'coordinator',
  ledger_checks: 'coordinator',
  reconciliations: 'coordinator',
  reconciliation_differences: 'coordinator',
  differences: 'coordinator',
  reconciliation_totals: 'coordinator',
  encryption_key_checks: 'coordinator',
  webhook_refusals: 'coordinator',
  schema_version: 'coordinator',
  oldest_release: 'coordinator',
  database_identity: 'coordinator',
  incomplete_histories: 'coordinator',
  identity_changes: 'coordinator',
}

/** The table beside which all others of a merchant are placed. */
export const firstOfMerchant = 'payments'
