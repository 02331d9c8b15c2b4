import { Command, Option } from 'commander'
import type { Delivery, DeliveryWithAttempts, Page } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { operatorCommand, pagedCommand, printPage, query } from '../operator-command.ts'
import { fields, table } from '../output.ts'

export const stateOption = (description: string) =>
  new Option('--state <state>', description).choices(['pending', 'delivered', 'dead'])

export function deliveryCommands(context: Context): Command {
  const deliveries = new Command('deliveries').description('look at callbacks and send them again')

  deliveries.addCommand(
    pagedCommand('list', 'list callbacks, newest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .addOption(stateOption('only in this state'))
      .option('--type <type>', 'an event type')
      .action(async ({ json, url, token, limit, cursor, merchant, state, type }) => {
        const path = `/deliveries${query({ limit, cursor, merchantId: merchant, state, type })}`
        const page = await createOperatorClient(context, { url, token }).call<Page<Delivery>>('GET', path)
        if (json) return context.print(JSON.stringify(page, null, 2))
        const rows = page.data.map(d => [
          d.deliveryId,
          d.type,
          d.state,
          d.attempts,
          d.lastStatus,
          d.nextAttemptAt,
        ])
        const header = ['DELIVERY', 'TYPE', 'STATE', 'ATTEMPTS', 'STATUS', 'NEXT']
        printPage(context, table(header, rows), page.nextCursor)
      }),
  )

  deliveries.addCommand(
    operatorCommand('show', 'show a callback with its attempts')
      .argument('<deliveryId>')
      .action(async (deliveryId, { json, url, token }) => {
        const path = `/deliveries/${encodeURIComponent(deliveryId)}`
        const answer = await createOperatorClient(context, { url, token }).call<DeliveryWithAttempts>(
          'GET',
          path,
        )
        context.print(json ? JSON.stringify(answer, null, 2) : describe(answer))
      }),
  )

  deliveries.addCommand(
    operatorCommand('redeliver', 'send again: one by its id, or many by what they have in common')
      .argument('[deliveryId]')
      .option('--force', 'also when it was delivered')
      .option('--merchant <merchantId>', 'only this merchant')
      .addOption(stateOption('only in this state'))
      .option('--type <type>', 'an event type')
      .option('--from <time>', 'queued at or after, as 2026-01-31T00:00:00Z')
      .option('--to <time>', 'queued before')
      .option('--dry-run', 'only count')
      .action(async (deliveryId, { json, url, token, force, merchant, state, type, from, to, dryRun }) => {
        const client = createOperatorClient(context, { url, token })
        if (deliveryId) {
          const path = `/deliveries/${encodeURIComponent(deliveryId)}/redeliver`
          const answer = await client.call<Delivery>('POST', path, { force })
          return context.print(json ? JSON.stringify(answer, null, 2) : `${deliveryId} is sent again.`)
        }
        if (!state)
          throw new CommandFault(
            'Say what to send again: a delivery’s id, or --state pending, delivered or dead.',
          )
        const body = { merchantId: merchant, state, type, from, to, dryRun }
        const answer = await client.call<{ count: number }>('POST', '/deliveries/redeliver', body)
        context.print(json ? JSON.stringify(answer) : describeCount(answer.count, dryRun))
      }),
  )
  return deliveries
}

function describeCount(count: number, dryRun?: boolean): string {
  const deliveries = count === 1 ? '1 delivery' : `${count} deliveries`
  const verb = count === 1 ? 'is' : 'are'
  return `${deliveries} ${dryRun ? 'would be' : verb} sent again.`
}

function describe(delivery: DeliveryWithAttempts): string {
  const facts = fields([
    ['delivery', delivery.deliveryId],
    ['event', `${delivery.eventId} (${delivery.type})`],
    ['merchant', delivery.merchantId],
    ['payment', delivery.svcPaymentId],
    ['state', delivery.state],
    ['next attempt', delivery.nextAttemptAt],
  ])
  const rows = delivery.attemptLog.map(a => [a.attempt, a.startedAt, `${a.durationMs} ms`, a.status, a.error])
  return `${facts}\n\n${table(['ATTEMPT', 'AT', 'TOOK', 'STATUS', 'ERROR'], rows)}`
}
