import { Command, Option } from 'commander'
import { paymentStatuses } from '../../payments/payment.ts'
import type { Page, Payment, PaymentWithTimeline } from '../answers.ts'
import type { Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { operatorCommand, pagedCommand, printPage, query } from '../operator-command.ts'
import { fields, table } from '../output.ts'
import { paymentActions } from './payment-actions.ts'
import { timelineTable } from './payment-timeline.ts'

export function paymentCommands(context: Context): Command {
  const payments = new Command('payments').description('look at payments, capture, refund and cancel them')

  payments.addCommand(
    pagedCommand('list', 'list payments, newest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .addOption(new Option('--status <status>', 'only in this state').choices(paymentStatuses))
      .option('--order-ref <orderRef>', 'only of this order')
      .action(async ({ json, url, token, limit, cursor, merchant, status, orderRef }) => {
        const path = `/payments${query({ limit, cursor, merchantId: merchant, status, orderRef })}`
        const page = await createOperatorClient(context, { url, token }).call<Page<Payment>>('GET', path)
        if (json) return context.print(JSON.stringify(page, null, 2))
        const rows = page.data.map(p => [
          p.svcPaymentId,
          p.status,
          p.amountCents,
          p.currency,
          p.orderRef,
          p.merchantId,
          p.createdAt,
        ])
        const header = ['PAYMENT', 'STATUS', 'CENTS', 'CURRENCY', 'ORDER', 'MERCHANT', 'CREATED']
        printPage(context, table(header, rows), page.nextCursor)
      }),
  )

  payments.addCommand(
    operatorCommand('show', 'show a payment and all that happened around it, in order')
      .argument('<svcPaymentId>')
      .action(async (svcPaymentId, { json, url, token }) => {
        const path = `/payments/${encodeURIComponent(svcPaymentId)}`
        const payment = await createOperatorClient(context, { url, token }).call<PaymentWithTimeline>(
          'GET',
          path,
        )
        context.print(
          json ? JSON.stringify(payment, null, 2) : `${describe(payment)}\n\n${timelineTable(payment)}`,
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
    ['amount', `${payment.amountCents} cents ${currency}`],
    ['fee', `${payment.applicationFeeCents} cents`],
    ['refunded', `${payment.refundedCents} cents`],
    ['order', payment.orderRef],
    ['merchant', payment.merchantId],
    ['processor', `${payment.processor} ${payment.processorPaymentIntentId}`],
    ['account', payment.connectedAccountId],
    ['created', payment.createdAt],
  ])
}
