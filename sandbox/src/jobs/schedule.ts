import type { JobKind } from '../records/job.ts'
import type { Stored } from '../records/stored.ts'
import type { Tx } from '../store/store.ts'

type Target = Pick<Stored, 'id' | 'account'>

export function schedule(
  tx: Tx,
  kind: JobKind,
  target: Target,
  dueAt: number,
  id = `job_${tx.random(20)}`,
): void {
  tx.put('job', { id, account: target.account, seq: tx.nextSeq(), kind, target: target.id, dueAt })
}

/** Does nothing if the same job is due at that time already. */
export function scheduleOnce(tx: Tx, kind: JobKind, target: Target, dueAt: number): void {
  const id = `job_${kind}_${target.id}_${dueAt}`
  if (!tx.tables.job.get(id)) schedule(tx, kind, target, dueAt, id)
}
