import { Command } from 'commander'
import type { Callback, CallbackState, SigningSecret, TestSent } from '../answers.ts'
import type { Context } from '../context.ts'
import {
  at,
  type CommonOptions,
  fieldsOf,
  group,
  integer,
  operatorCommand,
  show,
} from '../operator-command.ts'
import { fields, time } from '../output.ts'
import { readSigningSecret } from '../signing-secret.ts'

export function callbackCommands(context: Context): Command {
  const set = (merchantId: string, url: string | null, options: CommonOptions) =>
    show<Callback>(context, options, ['PUT', at`/merchants/${merchantId}/callback`, { url }], answer =>
      fields({ 'callback URL': answer.url, 'signing secret': answer.signingSecret ?? undefined }),
    )

  return group('callback', 'see and set where a merchant’s events go', [
    operatorCommand('show <merchantId>', 'show the callback URL and how the endpoint is doing').action(
      (id, options) => show(context, options, ['GET', at`/merchants/${id}/callback`], describe),
    ),
    operatorCommand('set <merchantId> <callbackUrl>', 'set the callback URL').action(set),
    operatorCommand('clear <merchantId>', 'send no more callbacks').action((merchantId, options) =>
      set(merchantId, null, options),
    ),
    new Command('secret')
      .description('print the secret that signs a merchant’s callbacks, read from the database')
      .argument('[merchantId]', 'whose (default: the demo merchant, which is the oldest)')
      .action(async (merchantId?: string) => context.print(await readSigningSecret(context, merchantId))),
    operatorCommand('rotate-secret <merchantId>', 'replace the signing secret and print the new one')
      .option('--grace-seconds <n>', 'how long the old secret keeps working (default: a day)', integer)
      .action((merchantId, options) => {
        const path = at`/merchants/${merchantId}/callback/rotate-secret`
        return show<SigningSecret>(context, options, ['POST', path, fieldsOf(options)], answer =>
          fields({
            'signing secret': answer.signingSecret,
            'ended early':
              answer.endedSecrets.map(one => `the one of ${time(one.createdAt)}`).join(', ') || undefined,
          }),
        )
      }),
    operatorCommand(
      'test <merchantId>',
      'send a signed test event now; exit code 1 if it does not arrive',
    ).action((merchantId, options) =>
      show<TestSent>(
        context,
        options,
        ['POST', at`/merchants/${merchantId}/callback/test`, {}],
        ({ delivered, status, error, durationMs }) =>
          `${delivered ? 'Delivered' : 'Failed'}: ${status ?? error} after ${durationMs} ms.`,
        ({ delivered }) => (delivered ? null : 'The test event was not delivered.'),
      ),
    ),
  ])
}

function describe({ url, failuresInARow, pausedUntil, waiting }: CallbackState): string {
  const answering = failuresInARow > 0 ? 'failing' : 'ok'
  const health = pausedUntil ? 'paused: one callback at a time is tried until it answers' : answering
  return fields({
    'callback URL': url,
    health: url === null ? 'off: no callback URL (svcpay callback set)' : health,
    'failures in a row': failuresInARow,
    'next try': time(pausedUntil),
    waiting,
  })
}
