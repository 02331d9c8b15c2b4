import { runInShards } from '../support/in-shards.ts'

runInShards(
  'payments/capture-refund-cancel',
  'payments/create',
  'payments/fees',
  'payments/idempotency',
  'payments/races',
  'payments/two-processors',
  'operations/unrecorded-answer',
)
