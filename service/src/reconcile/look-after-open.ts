import type { FastifyBaseLogger } from 'fastify'
import { eachAlone } from '../jobs/each-alone.ts'
import type { Job } from '../jobs/repeat.ts'
import type { PaymentDeps } from '../payments/operate.ts'
import { claimOpenTooLong, findPayment } from '../payments/payments.sql.ts'
import { refreshPayment } from '../payments/refresh-payment.ts'

const atOnce = 20
const patienceMs = 15 * 60_000

/** Payments that stay open are read from the processor now and then: their news may have been lost. */
export function lookAfterOpen(deps: PaymentDeps, log: FastifyBaseLogger): Job {
  return {
    name: 'look after open payments',
    everyMs: 10_000,
    async run() {
      const now = deps.clock.now()
      const before = new Date(now.getTime() - patienceMs)
      const open = await claimOpenTooLong(deps.db, before, now, atOnce)
      await eachAlone(open, async ({ merchantId, paymentId }) => {
        const payment = await findPayment(deps.db, merchantId, paymentId)
        if (!payment) return
        const fresh = await refreshPayment(deps, payment, 'reconcile')
        if (fresh && fresh.status !== payment.status) {
          log.info({ paymentId, from: payment.status, to: fresh.status }, 'open payment moved')
        }
      })
    },
  }
}
