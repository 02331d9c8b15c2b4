import type { Command } from 'commander'
import type { Delivery, DeliveryDetail } from '../answers.ts'
import { CommandFault, type Context, isStoppedWithin } from '../context.ts'
import {
  at,
  type CommonOptions,
  callCommand,
  fieldsOf,
  group,
  listCommand,
  show,
} from '../operator-command.ts'
import { counted, time } from '../output.ts'

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
        if (deliveryId) return redeliver(context, options, deliveryId)
        const { force, wait, ...body } = fieldsOf(options)
        if (!body.state && !(body.merchantId && body.from))
          throw new CommandFault(
            'Pass the id of a delivery, or --state undelivered, pending, delivered or dead, or --merchant and --from.',
          )
        return show<{ count: number }>(context, options, ['POST', '/deliveries/redeliver', body], answer => {
          const deliveries = counted(answer.count, 'callback')
          return body.dryRun ? `${deliveries} would be redelivered.` : `Redelivering ${deliveries}.`
        })
      }),
  ])
}

/** Longer than an attempt may take by default. */
const longestWaitMs = 15_000
const askEveryMs = 200

async function redeliver(
  context: Context,
  { force, wait, ...options }: CommonOptions & { force?: boolean; wait: boolean },
  deliveryId: string,
): Promise<void> {
  let attemptsBefore = 0
  const path = at`/deliveries/${deliveryId}`
  await show(
    context,
    options,
    async client => {
      attemptsBefore = (await client.call<Delivery>('POST', `${path}/redeliver`, { force })).attempts
      const ask = () => client.call<DeliveryDetail>('GET', path)
      return wait ? await askUntilTried(context, attemptsBefore, ask) : await ask()
    },
    delivery => describe(delivery, attemptsBefore),
    ({ state, attempts }) =>
      attempts > attemptsBefore && state !== 'delivered' ? 'The callback was not delivered.' : null,
  )
}

/** Also ends if the attempt takes too long, or there is nothing to send. */
async function askUntilTried(context: Context, attemptsBefore: number, ask: () => Promise<DeliveryDetail>) {
  const until = Date.now() + longestWaitMs
  for (let isStopped = false; ; isStopped = await isStoppedWithin(context, askEveryMs)) {
    const delivery = await ask()
    const isPossible = delivery.state === 'pending' && delivery.request.url !== null
    if (delivery.attempts > attemptsBefore || !isPossible || isStopped || Date.now() > until) return delivery
  }
}

function describe(delivery: DeliveryDetail, attemptsBefore: number): string {
  const { deliveryId, attempts, state, request, nextAttemptAt, attemptLog } = delivery
  const last = attemptLog.at(-1)
  if (attempts > attemptsBefore && last) {
    const outcome = `${state === 'delivered' ? 'Delivered' : 'Failed'} ${deliveryId}`
    const next = nextAttemptAt ? ` Next attempt: ${time(nextAttemptAt)}.` : ''
    return `${outcome}: ${last.status ?? last.error} after ${last.durationMs} ms.${next}`
  }
  if (request.url === null)
    return `${deliveryId} will be sent once there is a callback URL (svcpay callback set).`
  return `Redelivering ${deliveryId}. Follow it with svcpay api /deliveries/${deliveryId}.`
}
