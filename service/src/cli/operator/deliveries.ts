import { type Command, Option } from 'commander'
import type { CallbackState, Delivery, DeliveryDetail, Page } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import type { OperatorClient } from '../operator-client.ts'
import {
  at,
  fieldsOf,
  group,
  operatorCommand,
  pagedCommand,
  show,
  showPage,
  timestamp,
} from '../operator-command.ts'
import { counted, fields, table, time } from '../output.ts'
import { redeliver } from './redelivery.ts'

export const stateOption = (description: string) =>
  new Option('--state <state>', description).choices(['pending', 'delivered', 'dead'])

export function deliveryCommands(context: Context): Command {
  return group('deliveries', 'see callbacks and send them again', [
    pagedCommand('list', 'list callbacks, newest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .addOption(stateOption('only in this state'))
      .option('--type <type>', 'only this event type')
      .option('--processor <name>', 'only events of this processor')
      .action(options => {
        const urls = new Map<string, string | null>()
        return showPage<Delivery>(context, options, {
          path: '/deliveries',
          prepare: (client, page) => findUrls(client, page, urls),
          columns: {
            DELIVERY: d => d.deliveryId,
            TYPE: d => d.type,
            STATE: d => d.state,
            ANSWER: d => d.lastStatus ?? d.lastError,
            TRIES: d => d.attempts,
            NEXT: d => (urls.get(d.merchantId) ? time(d.nextAttemptAt) : null),
            PAYMENT: d => d.svcPaymentId,
            MERCHANT: d => d.merchantId,
            URL: d => urls.get(d.merchantId),
            CREATED: d => time(d.createdAt),
          },
          none: 'No callbacks',
        })
      }),
    operatorCommand(
      'show <deliveryId>',
      'show a callback with its request, its attempts and their answers',
    ).action((id, options) => show(context, options, ['GET', at`/deliveries/${id}`], describe)),
    operatorCommand('redeliver [deliveryId]', 'send callbacks again: one by its id, or many by a filter')
      .option('--force', 'even if it was delivered')
      .option('--no-wait', 'do not wait for the answer to the one named by its id')
      .option('--merchant <merchantId>', 'only this merchant')
      .addOption(stateOption('only in this state'))
      .option('--type <type>', 'only this event type')
      .option('--processor <name>', 'only events of this processor')
      .option('--from <time>', 'queued at or after, such as 2026-01-31T00:00:00Z', timestamp)
      .option('--to <time>', 'queued before', timestamp)
      .option('--dry-run', 'only count them')
      .action((deliveryId, options) => {
        const { force, wait, ...body } = fieldsOf(options)
        if (deliveryId) return redeliver(context, options, async () => deliveryId)
        if (!body.state && !(body.merchantId && body.from))
          throw new CommandFault(
            'Name a delivery by its id, or pass --state pending, delivered or dead, or --merchant and --from.',
          )
        return show<{ count: number }>(context, options, ['POST', '/deliveries/redeliver', body], answer => {
          const deliveries = counted(answer.count, 'callback')
          return body.dryRun ? `${deliveries} would be sent again.` : `Sending ${deliveries} again.`
        })
      }),
  ])
}

/** A delivery goes to where its merchant's callbacks go now. */
async function findUrls(client: OperatorClient, { data }: Page<Delivery>, urls: Map<string, string | null>) {
  const merchantIds = [...new Set(data.map(({ merchantId }) => merchantId))]
  await Promise.all(
    merchantIds.map(async merchantId => {
      const { url } = await client.call<CallbackState>('GET', at`/merchants/${merchantId}/callback`)
      urls.set(merchantId, url)
    }),
  )
}

function describe(delivery: DeliveryDetail): string {
  const { request, attemptLog } = delivery
  const facts = fields({
    delivery: delivery.deliveryId,
    event: `${delivery.eventId} (${delivery.type})`,
    merchant: delivery.merchantId,
    payment: delivery.svcPaymentId,
    state: delivery.state,
    'next attempt': nextAttemptOf(delivery),
    'URL now': request.url,
  })
  const rows = attemptLog.map(a => [a.attempt, a.startedAt, `${a.durationMs} ms`, a.status, a.url, a.error])
  const removed = delivery.attempts - attemptLog.length
  const attempts = [
    ...(removed > 0 ? [`${counted(removed, 'older attempt')} removed by retention.`] : []),
    ...(rows.length > 0 ? [table(['ATTEMPT', 'TIME', 'TOOK', 'STATUS', 'URL', 'ERROR'], rows)] : []),
  ]
  const answer = attemptLog.at(-1)?.answer ?? ''
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return [
    facts,
    attempts.length > 0 ? attempts.join('\n') : 'No attempts yet.',
    `Request:\n${indented([...headers, '', readable(request)].join('\n'))}`,
    ...(answer === '' ? [] : [`Last answer:\n${indented(answer)}`]),
  ].join('\n\n')
}

function nextAttemptOf({ state, request, nextAttemptAt }: DeliveryDetail): string | null {
  if (state === 'pending' && request.url === null) return 'once there is a callback URL (svcpay callback set)'
  return time(nextAttemptAt)
}

function readable({ body, removedAt }: DeliveryDetail['request']): string {
  if (removedAt) return `The body was removed by retention on ${removedAt.slice(0, 10)}.`
  try {
    return JSON.stringify(JSON.parse(body ?? ''), null, 2)
  } catch {
    return body ?? 'The event cannot be decrypted any more.'
  }
}

const indented = (text: string) => text.trimEnd().replaceAll(/^(?=.)/gm, '  ')
