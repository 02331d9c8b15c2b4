import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import type { Payment } from '../answers.ts'
import type { Context } from '../context.ts'
import { integer, operatorCommand, show } from '../operator-command.ts'

/** What support staff do with a payment for its merchant. */
export function paymentActions(context: Context): Command[] {
  const action = (name: string, description: string, bodyOf: (options: Record<string, unknown>) => object) =>
    operatorCommand(name, description)
      .argument('<svcPaymentId>')
      .option('--idempotency-key <key>', 'to retry a call whose outcome is unknown (default: a new key)')
      .action(async (id: string, { json, url, token, idempotencyKey, ...options }) => {
        const key = idempotencyKey ?? randomUUID()
        const path = `/payments/${encodeURIComponent(id)}/${name}`
        await show(
          context,
          { json, url, token },
          client =>
            client.call<Payment>('POST', path, bodyOf(options), { 'idempotency-key': key }).catch(error => {
              if (error instanceof Error && /^Outcome unknown/.test(error.message)) {
                error.message += ` Try again with --idempotency-key ${key}`
              }
              throw error
            }),
          payment => `${payment.svcPaymentId} is ${payment.status}.`,
        )
      })
  const amount = new Option('--amount-cents <n>', 'only this much').argParser(integer)
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
    action('cancel', 'cancel a payment that is not completed yet', () => ({})),
  ]
}
