import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '../jobs/repeat.ts'
import type { Claimed } from '../operations/operation.ts'
import { claimStalled } from '../operations/operations.sql.ts'
import type { PaymentDeps } from '../payments/operate.ts'
import { performOperation } from '../payments/perform.ts'
import { Problem } from '../problems.ts'

const atOnce = 10

/** A caller who got "outcome unknown" retries at once; the job leaves it that chance, and a processor that is down its peace. */
const patience = { leastMs: 5_000, mostMs: 600_000 }

/** Finishes what a crash or an unanswered call left, through the same code as a retry. */
export function recoverOperations(deps: PaymentDeps, log: FastifyBaseLogger): Job {
  const finish = async (operation: Claimed) => {
    const facts = { operationId: operation.operationId, kind: operation.kind }
    try {
      await performOperation(deps, operation)
      log.info(facts, 'operation recovered')
    } catch (error) {
      // one that meets a bug keeps its lease, and does not keep the others waiting
      if (!(error instanceof Problem)) log.error({ ...facts, err: error }, 'recovering an operation failed')
      else log.warn({ ...facts, problem: error.code, detail: error.message }, 'operation not recovered')
    }
  }
  return {
    name: 'recover operations',
    everyMs: 1_000,
    async run() {
      const stalled = await claimStalled(deps.db, patience, deps.clock.now(), atOnce)
      await Promise.all(stalled.map(finish))
    },
  }
}
