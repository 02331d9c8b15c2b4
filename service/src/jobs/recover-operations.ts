import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { MerchantId } from '../ids.ts'
import { adoptOperations } from '../operations/adopt.sql.ts'
import type { LeasedOperation, MoneyKind } from '../operations/operation.ts'
import { releaseLease } from '../operations/operations.sql.ts'
import { claimStalled } from '../operations/stalled.sql.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { recoverOperation } from '../payments/kinds.ts'
import { Problem } from '../problems.ts'
import type { Job } from './repeat.ts'

/** A merchant whose calls hang keeps nobody else's operations waiting. */
const atOnce = 100
const perMerchant = 5

/** A run does not wait longer for a processor that is slow: others may have stopped meanwhile. */
const waitMs = 1_000

/** Finishes what a crash or an unanswered call left, through the same code as a retry. */
export function recoverOperations(deps: PaymentDeps, log: FastifyBaseLogger): Job {
  const finish = async (operation: LeasedOperation<MoneyKind>) => {
    const facts = { operationId: operation.operationId, kind: operation.kind }
    try {
      await recoverOperation(deps, operation)
      log.info(facts, 'operation recovered')
    } catch (error) {
      if (error instanceof Problem) {
        log.warn({ ...facts, problem: error.code, detail: error.message }, 'operation not recovered')
        return
      }
      log.error({ ...facts, err: error }, 'recovering an operation failed')
      // a bug stays: without this, it would be met again as soon as the lease has run out
      await releaseLease(deps.db, operation).catch(() => {})
    }
  }
  const underway = new Map<Promise<void>, MerchantId>()
  const busy = () => {
    const merchants = [...underway.values()]
    return merchants.filter(merchant => merchants.filter(other => other === merchant).length >= perMerchant)
  }
  return {
    name: 'recover operations',
    everyMs: 500,
    async run() {
      const limits = { limit: atOnce - underway.size, perMerchant, except: [...new Set(busy())] }
      const adopted = await adoptOperations(deps.db)
      const { claimed, faults } = await claimStalled(deps.db, limits)
      for (const operation of claimed) {
        const finishing = finish(operation).finally(() => underway.delete(finishing))
        underway.set(finishing, operation.merchantId)
      }
      await Promise.race([Promise.all(underway.keys()), setTimeout(waitMs, undefined, { ref: false })])
      const all = [...adopted.faults, ...faults]
      if (all.length > 0) throw new AggregateError(all, 'some operations could not be claimed')
    },
    async finish() {
      await Promise.all(underway.keys())
    },
  }
}
