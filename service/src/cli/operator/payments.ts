import { type Command, Option } from 'commander'
import { formatMoney } from '../../money.ts'
import { paymentStatuses } from '../../payments/payment.ts'
import type { Payment, PaymentWithTimeline } from '../answers.ts'
import type { Context } from '../context.ts'
import {
  at,
  group,
  integer,
  operatorCommand,
  pagedCommand,
  show,
  showPage,
  timestamp,
} from '../operator-command.ts'
import { fields, time } from '../output.ts'
import { paymentActions } from './payment-actions.ts'
import { timelineTable } from './payment-timeline.ts'

export function paymentCommands(context: Context): Command {
  return group('payments', 'see payments, capture, refund and cancel them', [
    pagedCommand('list', 'list payments, newest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .addOption(
        new Option('--status <status>', 'only in this status').choices([...paymentStatuses, 'declined']),
      )
      .option('--disputed', 'only in an open or lost dispute')
      .option('--refunded', 'only refunded, whole or in part')
      .option('--order-ref <orderRef>', 'only this order reference')
      .addOption(new Option('--method <method>', 'only captured like this').choices(['automatic', 'manual']))
      .option('--currency <code>', 'only in this currency, such as eur')
      .option('--processor <name>', 'only made with this processor')
      .option('--amount-from <n>', 'only of at least this amount, in cents', integer)
      .option('--amount-to <n>', 'only of at most this amount, in cents', integer)
      .option('--created-from <time>', 'created at or after, such as 2026-01-31', timestamp)
      .option('--created-to <time>', 'created before', timestamp)
      .action(options => {
        const { json, url, token, actor, limit, cursor, merchant: merchantId, ...filter } = options
        return showPage<Payment>(context, options, {
          path: '/payments',
          filter: { merchantId, ...filter },
          columns: {
            PAYMENT: p => p.svcPaymentId,
            STATUS: p => p.status,
            AMOUNT: p => formatMoney(p.amountCents, p.currency),
            REFUNDED: p => (p.refundedCents > 0 ? formatMoney(p.refundedCents, p.currency) : null),
            ORDER: p => p.orderRef,
            MERCHANT: p => p.merchantId,
            CREATED: p => time(p.createdAt),
          },
          none: 'No payments',
        })
      }),
    operatorCommand('show', 'show a payment and everything that happened around it, in order')
      .argument('<svcPaymentId>')
      .action((id, options) =>
        show<PaymentWithTimeline>(
          context,
          options,
          ['GET', at`/payments/${id}`],
          payment => `${describe(payment)}\n\n${timelineTable(payment)}`,
        ),
      ),
    ...paymentActions(context),
  ])
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
