import type { Tx } from '../store/store.ts'
import type { Stored } from '../store/table.ts'
import type { JobKind } from './jobs.ts'

export function schedule(tx: Tx, kind: JobKind, target: Stored, dueAt: number): void {
  const id = `job_${tx.random(20)}`
  tx.put('job', { id, account: target.account, seq: tx.nextSeq(), kind, target: target.id, dueAt })
}
