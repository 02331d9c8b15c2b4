import { Command } from 'commander'
import type { Event, SearchHit } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import type { OperatorClient } from '../operator-client.ts'
import { operatorCommand, pagedCommand, query, showPage } from '../operator-command.ts'
import { time } from '../output.ts'
import { stateOption } from './deliveries.ts'
import { redeliver } from './redelivery.ts'

export function eventCommands(context: Context): Command {
  const events = new Command('events').description('see what the processor reported, and resend it')

  events.addCommand(
    pagedCommand('list', 'list the processor’s events, newest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .option('--payment <svcPaymentId>', 'only this payment')
      .option('--type <type>', 'only this event type')
      .addOption(stateOption('only those whose callback is in this state'))
      .action(async ({ merchant, payment, type, state, ...options }) =>
        showPage<Event>(context, options, {
          path: '/events',
          filter: { merchantId: merchant, paymentId: payment, type, state },
          header: ['EVENT', 'TYPE', 'OUTCOME', 'CALLBACK', 'PAYMENT', 'MERCHANT', 'RECEIVED'],
          row: e => [
            e.id,
            e.type,
            e.outcome,
            e.delivery?.state,
            e.svcPaymentId,
            e.merchantId,
            time(e.receivedAt),
          ],
          none: 'No events',
        }),
      ),
  )

  events.addCommand(
    operatorCommand('resend', 'send an event’s callback again, delivered or not')
      .argument('<eventId>')
      .option('--no-wait', 'do not wait for the answer')
      .action(async (eventId: string, { wait, ...options }) => {
        const find = (client: OperatorClient) => findDeliveryOf(client, eventId)
        await redeliver(context, options, { find, force: true, wait })
      }),
  )
  return events
}

async function findDeliveryOf(client: OperatorClient, eventId: string): Promise<string> {
  const { data } = await client.call<{ data: SearchHit[] }>('GET', `/search${query({ q: eventId })}`)
  const delivery = data.find(({ kind }) => kind === 'delivery')
  if (delivery) return delivery.id
  if (!data.some(({ kind }) => kind === 'event')) throw new CommandFault(`There is no event ${eventId}.`)
  throw new CommandFault(
    `${eventId} has no callback: its type is not forwarded, or the merchant had no callback URL (svcpay callback set).`,
  )
}
