import { Argument, type Command, InvalidArgumentError } from 'commander'
import { forwardedTypes } from '../../deliveries/forwarded-types.ts'
import type { Triggered } from '../answers.ts'
import type { Context } from '../context.ts'
import { operatorCommand, show } from '../operator-command.ts'

export function triggerCommand(context: Context): Command {
  return operatorCommand('trigger', 'trigger an event in the sandbox')
    .addArgument(new Argument('<type>', 'an event type').choices([...forwardedTypes]))
    .option('--merchant <merchantId>', 'the merchant (default: the oldest, which is the demo merchant)')
    .option('--order-ref <orderRef>', 'order reference of the payment (default: a new one)')
    .option('--override <field=value>', 'a field of the payment, such as amountCents=1200', override, {})
    .action((type: string, options) => {
      const orderRef = options.orderRef ?? `trigger-${Date.now()}`
      const payment = { orderRef, ...options.override }
      const body = { type, merchantId: options.merchant, payment }
      return show<Triggered>(context, options, ['POST', '/sandbox/trigger', body], answer =>
        answer.svcPaymentId === null
          ? `${type} for ${answer.merchantId}`
          : `${type} for ${answer.svcPaymentId}, order ${payment.orderRef}`,
      )
    })
}

/** Reads numbers, true and false as such, and everything else as text. */
function override(text: string, before: Record<string, unknown>): Record<string, unknown> {
  const [, field, value] = /^(\w+)=(.*)$/s.exec(text) ?? []
  if (field === undefined || value === undefined) {
    throw new InvalidArgumentError('It must be a field and a value, such as amountCents=1200.')
  }
  return { ...before, [field]: /^(-?\d+|true|false)$/.test(value) ? JSON.parse(value) : value }
}
