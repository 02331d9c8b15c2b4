import { Command } from 'commander'
import type { Event, Page } from '../answers.ts'
import type { Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { pagedCommand, printPage, query } from '../operator-command.ts'
import { table } from '../output.ts'
import { stateOption } from './deliveries.ts'

export function eventCommands(context: Context): Command {
  const events = new Command('events').description('look at what the processor reported')

  events.addCommand(
    pagedCommand('list', 'list the processor’s events, newest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .option('--payment <svcPaymentId>', 'only this payment')
      .option('--type <type>', 'an event type')
      .addOption(stateOption('of its callback'))
      .action(async ({ json, url, token, limit, cursor, merchant, payment, type, state }) => {
        const filter = { merchantId: merchant, paymentId: payment, type, state }
        const client = createOperatorClient(context, { url, token })
        const page = await client.call<Page<Event>>('GET', `/events${query({ limit, cursor, ...filter })}`)
        if (json) return context.print(JSON.stringify(page, null, 2))
        const rows = page.data.map(e => [
          e.id,
          e.type,
          e.outcome,
          e.delivery?.state,
          e.svcPaymentId,
          e.receivedAt,
        ])
        const header = ['EVENT', 'TYPE', 'OUTCOME', 'CALLBACK', 'PAYMENT', 'RECEIVED']
        printPage(context, table(header, rows), page.nextCursor)
      }),
  )
  return events
}
