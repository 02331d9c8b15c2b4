import { runInShards } from '../support/in-shards.ts'

runInShards(
  'jobs/abandoned-payments',
  'jobs/leases-ahead',
  'jobs/open-payments',
  'onboarding/onboarding',
  'back-office/open-operations',
  'back-office/operators-view',
  'back-office/search',
  'db/locked-payment',
  'db/placement',
  'reconcile/two-processors',
  'rebuild/settings',
)
