import type { Command } from 'commander'
import type { Delivery } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { callCommand, fieldsOf, group, listCommand, show } from '../operator-command.ts'
import { counted, time } from '../output.ts'
import { redeliver } from './redelivery.ts'

export function deliveryCommands(context: Context): Command {
  return group('deliveries', 'list callbacks and redeliver them', [
    listCommand<Delivery>(context, 'list', 'list callbacks, newest first', {
      path: '/deliveries',
      columns: {
        DELIVERY: d => d.deliveryId,
        TYPE: d => d.type,
        STATE: d => d.state,
        ANSWER: d => d.lastStatus ?? d.lastError,
        TRIES: d => d.attempts,
        NEXT: d => time(d.nextAttemptAt),
        PAYMENT: d => d.svcPaymentId,
        MERCHANT: d => d.merchantId,
        CREATED: d => time(d.createdAt),
      },
      none: 'No callbacks',
    }),
    callCommand(
      'redeliver [deliveryId]',
      'redeliver callbacks: one by its id, or many by a filter',
      'POST /deliveries/redeliver',
    )
      .option('--force', 'redeliver it even if it was delivered')
      .option('--no-wait', 'with an id: do not wait for the answer')
      .action((deliveryId, options) => {
        const { force, wait, ...body } = fieldsOf(options)
        if (deliveryId) return redeliver(context, options, deliveryId)
        if (!body.state && !(body.merchantId && body.from))
          throw new CommandFault(
            'Pass the id of a delivery, or --state pending, delivered or dead, or --merchant and --from.',
          )
        return show<{ count: number }>(context, options, ['POST', '/deliveries/redeliver', body], answer => {
          const deliveries = counted(answer.count, 'callback')
          return body.dryRun ? `${deliveries} would be redelivered.` : `Redelivering ${deliveries}.`
        })
      }),
  ])
}
