import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import type { Payment } from '../answers.ts'
import type { Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { integer, operatorCommand } from '../operator-command.ts'

/** What support staff do with a payment for its merchant. */
export function paymentActions(context: Context): Command[] {
  const action = (name: string, description: string, bodyOf: (options: Record<string, unknown>) => object) =>
    operatorCommand(name, description)
      .argument('<svcPaymentId>')
      .option('--idempotency-key <key>', 'to repeat a call whose outcome is unknown (default: a new one)')
      .action(async (id: string, { json, url, token, idempotencyKey, ...options }) => {
        const client = createOperatorClient(context, { url, token })
        const key = idempotencyKey ?? randomUUID()
        const path = `/payments/${encodeURIComponent(id)}/${name}`
        const payment = await client
          .call<Payment>('POST', path, bodyOf(options), { 'idempotency-key': key })
          .catch(error => {
            if (error instanceof Error && /^Outcome unknown/.test(error.message)) {
              error.message += ` Here: --idempotency-key ${key}`
            }
            throw error
          })
        context.print(
          json ? JSON.stringify(payment, null, 2) : `${payment.svcPaymentId} is ${payment.status}.`,
        )
      })
  const amount = new Option('--amount-cents <n>', 'only a part of it').argParser(integer)
  return [
    action('capture', 'capture an authorized payment', ({ amountCents }) => ({ amountCents })).addOption(
      amount,
    ),
    action('refund', 'refund a payment', ({ amountCents, reason, fee }) => ({
      amountCents,
      reason,
      ...(fee === false ? { refundApplicationFee: false } : {}),
    }))
      .addOption(amount)
      .addOption(
        new Option('--reason <reason>', 'why').choices(['requested_by_customer', 'duplicate', 'fraudulent']),
      )
      .option('--no-fee', 'keep the platform fee'),
    action('cancel', 'cancel a payment that is not completed', () => ({})),
  ]
}
