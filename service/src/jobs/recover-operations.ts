import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { MerchantId } from '../ids.ts'
import type { MoneyOperation } from '../operations/operation.ts'
import { releaseLease } from '../operations/operations.sql.ts'
import type { Reply } from '../operations/reply.ts'
import { completeCancel } from '../payments/cancel.ts'
import { completeCapture } from '../payments/capture.ts'
import { completeCreate } from '../payments/create.ts'
import type { CallDeps } from '../payments/deps.ts'
import { completeRefund } from '../payments/refund.ts'
import { Problem } from '../problems.ts'
import type { Job } from './repeat.ts'
import { claimStalled } from './stalled-operations.sql.ts'

/** A merchant whose calls hang must not hold up the operations of others. */
const atOnce = 100
const perMerchant = 5

/** A run waits no longer than this for a slow processor, because other operations may stall in the meantime. */
const waitMs = 1_000

/** Completes a stalled operation, just as a retry of the request would. */
export function completeOperation(deps: CallDeps, operation: MoneyOperation): Promise<Reply> {
  if (operation.kind === 'create') return completeCreate(deps, operation)
  if (operation.kind === 'capture') return completeCapture(deps, operation)
  if (operation.kind === 'refund') return completeRefund(deps, operation)
  return completeCancel(deps, operation)
}

/** Finishes operations that a crash or an unanswered call left open, through the same code as a retry. */
export function recoverOperations(deps: CallDeps, log: FastifyBaseLogger): Job {
  const traced = async (operation: MoneyOperation, work: () => Promise<unknown>) => {
    const { kind, merchantId, traceparent: parent = null } = operation
    const attributes = { 'svcpay.merchant_id': merchantId }
    const wanted = { name: `recover ${kind}`, kind: 'internal', attributes, parent } as const
    await (deps.tracer ? deps.tracer.run(wanted, work) : work())
  }
  const finish = async (operation: MoneyOperation) => {
    const fields = { operationId: operation.operationId, kind: operation.kind }
    try {
      await traced(operation, () => completeOperation(deps, operation))
      log.info(fields, 'operation recovered')
    } catch (error) {
      if (error instanceof Problem) {
        const { code: problem, message: detail } = error
        log.warn({ ...fields, problem, detail }, 'could not recover an operation yet')
        return
      }
      log.error({ ...fields, err: error }, 'could not recover an operation')
      // Without this, a bug would strike again as soon as the lease expires.
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
    everyMs: 1000,
    maxRestMs: 60_000,
    async run() {
      const limits = { limit: atOnce - underway.size, perMerchant, except: [...new Set(busy())] }
      const { claimed, faults } = await claimStalled(deps.db, limits)
      for (const operation of claimed) {
        const finishing = finish(operation).finally(() => underway.delete(finishing))
        underway.set(finishing, operation.merchantId)
      }
      await Promise.race([Promise.all(underway.keys()), setTimeout(waitMs, undefined, { ref: false })])
      if (faults.length > 0) throw new AggregateError(faults, 'some operations could not be claimed')
    },
    async finish() {
      await Promise.all(underway.keys())
    },
  }
}
