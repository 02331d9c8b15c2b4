import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import type { Tracer } from '../tracing/tracer.ts'
import type { Leases } from './leases.ts'

export interface OperationDeps {
  db: Db
  clock: Clock
  encryptionKeys: KeyRing
  leases: Leases
  /** Null or absent if nothing is traced. */
  tracer?: Tracer | null
}
