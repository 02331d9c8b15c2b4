import type { FastifyBaseLogger } from 'fastify'
import type { PaymentDeps } from '../payments/deps.ts'
import type { Payment } from '../payments/payment.ts'
import { findPayment } from '../payments/payments.sql.ts'
import { refreshPayment } from '../payments/refresh-payment.ts'
import { eachAlone } from './each-alone.ts'
import {
  claimAbandonedPayments,
  claimFeesDue,
  claimOpenPayments,
  type OpenPayment,
} from './open-payments.sql.ts'
import type { Job } from './repeat.ts'
import { followStatuses } from './statuses.sql.ts'

/**
 * Readings per run, limited so that no kind uses more than its share of the processor's allowance. A shutdown waits for
 * all of them, because a payment's next turn may be days away.
 */
const perRun = { open: 40, abandoned: 20, fees: 20 }
const atOnce = 5

/** Updates the table of payments by status, for lists and for the job below. */
export const keepStatuses = ({ db, clock }: Pick<PaymentDeps, 'db' | 'clock'>): Job => ({
  name: 'keep statuses',
  everyMs: 5_000,
  maxRestMs: 60_000,
  run: () => followStatuses(db, clock.now()),
})

/** Periodically reads open payments at the processor, because their events may have been lost. */
export function refreshOpenPayments(deps: PaymentDeps, log: FastifyBaseLogger): Job {
  const refresh = readAgain(deps, ({ paymentId, status: from }, { status: to }) => {
    if (from !== to)
      log.info({ paymentId, from, to }, 'the status of an open payment has changed at the processor')
  })
  return {
    name: 'refresh open payments',
    everyMs: 5_000,
    maxRestMs: 60_000,
    async run() {
      const open = await claimOpenPayments(deps.db, perRun.open)
      const abandoned = await claimAbandonedPayments(deps.db, perRun.abandoned)
      const claimed = [...open.claimed, ...abandoned.claimed]
      const faults = [...open.faults, ...abandoned.faults]
      await eachAlone({ claimed, faults }, refresh, { most: atOnce })
    },
  }
}

/** Asks the processor how much of the fee a refund returned, if neither the refund's answer nor an event contained it. */
export function readFees(deps: PaymentDeps, log: FastifyBaseLogger): Job {
  const read = readAgain(deps, ({ paymentId, feeRefundedCents: before }, { feeRefundedCents }) => {
    if (feeRefundedCents !== before)
      log.info({ paymentId, feeRefundedCents }, 'read the returned fee from the processor')
  })
  return {
    name: 'read fees',
    everyMs: 5_000,
    maxRestMs: 60_000,
    run: async () => await eachAlone(await claimFeesDue(deps.db, perRun.fees), read),
  }
}

function readAgain(deps: PaymentDeps, report: (before: Payment, now: Payment) => void) {
  return async (open: OpenPayment) => {
    const payment = await findPayment(deps.db, open)
    if (!payment || !deps.processors.has(payment.processor)) return
    const fresh = await refreshPayment(deps, payment, 'reconcile')
    if (fresh.kind === 'done') report(payment, fresh.value.payment)
  }
}
