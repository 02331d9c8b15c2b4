import { runInShards } from '../support/in-shards.ts'

runInShards(
  'payments/create',
  'payments/fees',
  'payments/races',
  'payments/two-processors',
  'operations/unrecorded-answer',
)
