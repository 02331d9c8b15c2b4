import type { FastifyBaseLogger } from 'fastify'
import type { PaymentDeps } from '../payments/deps.ts'
import { claimFeesDue, findPayment } from '../payments/payments.sql.ts'
import { refreshPayment } from '../payments/refresh-payment.ts'
import { eachAlone } from './each-alone.ts'
import type { Job } from './repeat.ts'

const atOnce = 20

/** After a refund whose answer or event did not bring it, the processor is asked what it returned of the fee. */
export function readFees(deps: PaymentDeps, log: FastifyBaseLogger): Job {
  return {
    name: 'read fees',
    everyMs: 5_000,
    async run() {
      await eachAlone(await claimFeesDue(deps.db, atOnce), async ({ merchantId, paymentId }) => {
        const payment = await findPayment(deps.db, merchantId, paymentId)
        if (!payment) return
        const fresh = await refreshPayment(deps, payment, 'reconcile')
        if (fresh.kind === 'done' && fresh.value.feeRefundedCents !== payment.feeRefundedCents) {
          const { feeRefundedCents } = fresh.value
          log.info({ paymentId, feeRefundedCents }, 'the fee returned was read from the processor')
        }
      })
    },
  }
}
