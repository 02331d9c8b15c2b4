import { Command, Option } from 'commander'
import { formatMoney } from '../../money.ts'
import { paymentStatuses } from '../../payments/payment.ts'
import type { Payment, PaymentWithTimeline } from '../answers.ts'
import type { Context } from '../context.ts'
import { integer, operatorCommand, pagedCommand, show, showPage } from '../operator-command.ts'
import { fields, time } from '../output.ts'
import { parseTimestamp } from '../timestamp.ts'
import { paymentActions } from './payment-actions.ts'
import { timelineTable } from './payment-timeline.ts'

export function paymentCommands(context: Context): Command {
  const payments = new Command('payments').description('see payments, capture, refund and cancel them')

  payments.addCommand(
    pagedCommand('list', 'list payments, newest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .addOption(new Option('--status <status>', 'only in this status').choices(paymentStatuses))
      .option('--order-ref <orderRef>', 'only this order reference')
      .addOption(new Option('--method <method>', 'only captured like this').choices(['automatic', 'manual']))
      .option('--currency <code>', 'only in this currency, such as eur')
      .option('--amount-from <n>', 'only of at least this amount, in cents', integer)
      .option('--amount-to <n>', 'only of at most this amount, in cents', integer)
      .option('--created-from <time>', 'created at or after, such as 2026-01-31', parseTimestamp)
      .option('--created-to <time>', 'created before', parseTimestamp)
      .action(async ({ merchant, status, orderRef, method, currency, ...rest }) => {
        const { amountFrom, amountTo, createdFrom, createdTo, ...options } = rest
        await showPage<Payment>(context, options, {
          path: '/payments',
          filter: {
            merchantId: merchant,
            status,
            orderRef,
            method,
            currency,
            amountFrom,
            amountTo,
            createdFrom: createdFrom?.toISOString(),
            createdTo: createdTo?.toISOString(),
          },
          header: ['PAYMENT', 'STATUS', 'AMOUNT', 'REFUNDED', 'ORDER', 'MERCHANT', 'CREATED'],
          row: p => [
            p.svcPaymentId,
            p.status,
            formatMoney(p.amountCents, p.currency),
            p.refundedCents > 0 ? formatMoney(p.refundedCents, p.currency) : null,
            p.orderRef,
            p.merchantId,
            time(p.createdAt),
          ],
          none: 'No payments',
        })
      }),
  )

  payments.addCommand(
    operatorCommand('show', 'show a payment and everything that happened around it, in order')
      .argument('<svcPaymentId>')
      .action(async (svcPaymentId, options) => {
        const path = `/payments/${encodeURIComponent(svcPaymentId)}`
        await show(
          context,
          options,
          client => client.call<PaymentWithTimeline>('GET', path),
          payment => `${describe(payment)}\n\n${timelineTable(payment)}`,
        )
      }),
  )
  for (const command of paymentActions(context)) payments.addCommand(command)
  return payments
}

function describe(payment: Payment): string {
  const { failureCode, failureMessage, currency } = payment
  const failure: [string, string][] = failureCode
    ? [['failure', failureMessage ? `${failureCode}: ${failureMessage}` : failureCode]]
    : []
  return fields([
    ['payment', payment.svcPaymentId],
    ['status', payment.status],
    ...failure,
    ['amount', formatMoney(payment.amountCents, currency)],
    ['fee', formatMoney(payment.applicationFeeCents, currency)],
    ['refunded', formatMoney(payment.refundedCents, currency)],
    ['order', payment.orderRef],
    ['merchant', payment.merchantId],
    ['processor', `${payment.processor} ${payment.processorPaymentIntentId}`],
    ['account', payment.connectedAccountId],
    ['created', time(payment.createdAt)],
  ])
}
