import { runInShards } from '../support/in-shards.ts'

runInShards('payments/fees', 'payments/races', 'inbox/races')
