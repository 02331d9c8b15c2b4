import type { JobKind } from '../records/job.ts'
import type { Stored } from '../records/stored.ts'
import type { Tx } from '../store/store.ts'

export function schedule(tx: Tx, kind: JobKind, target: Stored, dueAt: number): void {
  const id = `job_${tx.random(20)}`
  tx.put('job', { id, account: target.account, seq: tx.nextSeq(), kind, target: target.id, dueAt })
}
