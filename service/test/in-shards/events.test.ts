import { runInShards } from '../support/in-shards.ts'

runInShards('inbox/door', 'inbox/permutations', 'inbox/races', 'inbox/refund-order', 'inbox/waiting')
