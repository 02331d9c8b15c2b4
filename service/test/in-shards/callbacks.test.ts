import { runInShards } from '../support/in-shards.ts'

runInShards('deliveries/probing', 'deliveries/redeliver-races')
