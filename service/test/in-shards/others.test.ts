import { runInShards } from '../support/in-shards.ts'

runInShards(
  'jobs/abandoned-payments',
  'jobs/leases-ahead',
  'back-office/open-operations',
  'back-office/search',
  'db/locked-payment',
  'db/placement',
  'reconcile/two-processors',
  'rebuild/settings',
)
