import { runInShards } from '../support/in-shards.ts'

runInShards('deliveries/delivery', 'deliveries/probing', 'deliveries/redeliver-races')
