import type { Command } from 'commander'
import type { Event, SearchHit } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import type { OperatorClient } from '../operator-client.ts'
import { group, operatorCommand, pagedCommand, query, showPage } from '../operator-command.ts'
import { time } from '../output.ts'
import { stateOption } from './deliveries.ts'
import { redeliver } from './redelivery.ts'

export function eventCommands(context: Context): Command {
  return group('events', 'see what the processor reported, and resend it', [
    pagedCommand('list', 'list the processor’s events, newest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .option('--payment <svcPaymentId>', 'only this payment')
      .option('--type <type>', 'only this event type')
      .addOption(stateOption('only those whose callback is in this state'))
      .action(options =>
        showPage<Event>(context, options, {
          path: '/events',
          columns: {
            EVENT: e => e.id,
            TYPE: e => e.type,
            OUTCOME: e => e.outcome,
            CALLBACK: e => e.delivery?.state,
            PAYMENT: e => e.svcPaymentId,
            MERCHANT: e => e.merchantId,
            RECEIVED: e => time(e.receivedAt),
          },
          none: 'No events',
        }),
      ),
    operatorCommand('resend <eventId>', 'send an event’s callback again, delivered or not')
      .option('--no-wait', 'do not wait for the answer')
      .action((eventId: string, options) => {
        const find = (client: OperatorClient) => findDeliveryOf(client, eventId)
        return redeliver(context, { ...options, force: true }, find)
      }),
  ])
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
