import { runInShards } from '../support/in-shards.ts'

runInShards('inbox/races', 'inbox/refund-order', 'inbox/waiting')
