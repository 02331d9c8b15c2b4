import type { FastifyBaseLogger } from 'fastify'
import type { PaymentDeps } from '../payments/deps.ts'
import { claimFeesDue, findPayment } from '../payments/payments.sql.ts'
import { refreshPayment } from '../payments/refresh-payment.ts'
import { eachAlone } from './each-alone.ts'
import type { Job } from './repeat.ts'

const atOnce = 20

/** Asks the processor how much of the fee a refund returned, if neither its answer nor an event said so. */
export function readFees(deps: PaymentDeps, log: FastifyBaseLogger): Job {
  return {
    name: 'read fees',
    everyMs: 5_000,
    async run() {
      await eachAlone(await claimFeesDue(deps.db, atOnce), async ({ merchantId, paymentId }) => {
        const payment = await findPayment(deps.db, merchantId, paymentId)
        if (!payment || !deps.processors.has(payment.processor)) return
        const fresh = await refreshPayment(deps, payment, 'reconcile')
        if (fresh.kind === 'done' && fresh.value.feeRefundedCents !== payment.feeRefundedCents) {
          const { feeRefundedCents } = fresh.value
          log.info({ paymentId, feeRefundedCents }, 'the fee returned was read from the processor')
        }
      })
    },
  }
}
