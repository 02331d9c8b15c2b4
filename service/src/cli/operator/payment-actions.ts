import { type Command, Option } from 'commander'
import { refundReasons } from '../../payments/payment.ts'
import { actOnce } from '../act-once.ts'
import type { Payment } from '../answers.ts'
import type { Context } from '../context.ts'
import { at, integer, operatorCommand, show } from '../operator-command.ts'

interface ActionOptions {
  amountCents?: number
  reason?: string
  fee?: boolean
}

/** What support staff do with a payment for its merchant. */
export function paymentActions(context: Context): Command[] {
  const action = (name: string, description: string, bodyOf: (options: ActionOptions) => object) =>
    operatorCommand(name, description)
      .argument('<svcPaymentId>')
      .option(
        '--idempotency-key <key>',
        'a key of your own (default: a new one, kept until the outcome is known)',
      )
      .action((id: string, options) => {
        const command = {
          name,
          target: id,
          path: at`/payments/${id}/${name}`,
          body: bodyOf(options),
          typed: ['svcpay payments', name, id, ...flagsOf(options)].join(' '),
        }
        return show(
          context,
          options,
          client => actOnce<Payment>(context, client, command, options.idempotencyKey),
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
      .addOption(new Option('--reason <reason>', 'why').choices(refundReasons))
      .option('--no-fee', 'keep the platform fee'),
    action('cancel', 'cancel a payment that is not completed yet', () => ({})),
  ]
}

function flagsOf({ amountCents, reason, fee }: ActionOptions): string[] {
  return [
    ...(amountCents === undefined ? [] : [`--amount-cents ${amountCents}`]),
    ...(reason === undefined ? [] : [`--reason ${reason}`]),
    ...(fee === false ? ['--no-fee'] : []),
  ]
}
