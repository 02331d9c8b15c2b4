import { Command } from 'commander'
import type { Callback, CallbackState, SigningSecret, TestSent } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { type CommonOptions, integer, operatorCommand, show } from '../operator-command.ts'
import { fields, time } from '../output.ts'
import { readSigningSecret } from '../signing-secret.ts'

const callbackOf = (merchantId: string, rest = '') =>
  `/merchants/${encodeURIComponent(merchantId)}/callback${rest}`

export function callbackCommands(context: Context): Command {
  const callback = new Command('callback').description('see and set where a merchant’s events go')

  callback.addCommand(
    operatorCommand('show', 'show the callback URL and how the endpoint is doing')
      .argument('<merchantId>')
      .action(async (merchantId, options) => {
        await show(
          context,
          options,
          client => client.call<CallbackState>('GET', callbackOf(merchantId)),
          describe,
        )
      }),
  )

  const set = (merchantId: string, url: string | null, options: CommonOptions) =>
    show(
      context,
      options,
      client => client.call<Callback>('PUT', callbackOf(merchantId), { url }),
      answer =>
        fields([
          ['callback URL', answer.url],
          ...(answer.signingSecret ? [['signing secret', answer.signingSecret] as [string, string]] : []),
        ]),
    )
  callback.addCommand(
    operatorCommand('set', 'set the callback URL')
      .argument('<merchantId>')
      .argument('<callbackUrl>')
      .action(async (merchantId, callbackUrl, options) => {
        await set(merchantId, callbackUrl, options)
      }),
  )
  callback.addCommand(
    operatorCommand('clear', 'send no more callbacks')
      .argument('<merchantId>')
      .action(async (merchantId, options) => {
        await set(merchantId, null, options)
      }),
  )
  callback.addCommand(
    new Command('secret')
      .description('print the secret that signs a merchant’s callbacks, read from the database')
      .argument('[merchantId]', 'whose (default: the demo merchant, which is the oldest)')
      .action(async (merchantId?: string) => context.print(await readSigningSecret(context, merchantId))),
  )
  callback.addCommand(
    operatorCommand('rotate-secret', 'replace the signing secret and print the new one')
      .argument('<merchantId>')
      .option('--grace-seconds <n>', 'how long the old secret keeps working (default: a day)', integer)
      .action(async (merchantId, { graceSeconds, ...options }) => {
        const path = callbackOf(merchantId, '/rotate-secret')
        await show(
          context,
          options,
          client => client.call<SigningSecret>('POST', path, { graceSeconds }),
          ({ signingSecret }) => fields([['signing secret', signingSecret]]),
        )
      }),
  )
  callback.addCommand(
    operatorCommand('test', 'send a signed test event now; exit code 1 if it does not arrive')
      .argument('<merchantId>')
      .action(async (merchantId, options) => {
        const { delivered } = await show(
          context,
          options,
          client => client.call<TestSent>('POST', callbackOf(merchantId, '/test'), {}),
          ({ delivered, status, error, durationMs }) =>
            `${delivered ? 'Delivered' : 'Failed'}: ${status ?? error} after ${durationMs} ms.`,
        )
        if (!delivered) throw new CommandFault('The test event was not delivered.')
      }),
  )
  return callback
}

function describe({ url, failuresInARow, pausedUntil, waiting }: CallbackState): string {
  return fields([
    ['callback URL', url],
    ['health', healthOf({ url, failuresInARow, pausedUntil })],
    ['failures in a row', failuresInARow],
    ['next try', time(pausedUntil)],
    ['waiting', waiting],
  ])
}

function healthOf({
  url,
  failuresInARow,
  pausedUntil,
}: Pick<CallbackState, 'url' | 'failuresInARow' | 'pausedUntil'>): string {
  if (url === null) return 'off: no callback URL (svcpay callback set)'
  if (pausedUntil !== null) return 'paused: one callback at a time is tried until it answers'
  return failuresInARow > 0 ? 'failing' : 'ok'
}
