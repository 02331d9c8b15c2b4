/**
 * Where a Citus cluster keeps each table; a single PostgreSQL ignores this. Tables that are not listed are only on the
 * coordinator, because no statement on a shard needs them.
 */

/** A copy on every node, because statements on a shard join it. */
export const everywhere = ['merchants', 'api_keys', 'processor_accounts']

/** On the merchant's shard, with all its other rows: each table is colocated with the first. */
export const onShards = [
  'payments',
  'payment_statuses',
  'refunds',
  'disputes',
  'operations',
  'open_operations',
  'ledger_entries',
  'ledger_days',
  'events',
  'event_cursors',
  'deliveries',
  'delivery_queue',
  'delivery_attempts',
  'callback_endpoints',
  'callback_secrets',
  'payment_figures',
  'payment_figures_by_day',
  'activity_figures',
  'activity_figures_by_day',
  'figures_due',
]
