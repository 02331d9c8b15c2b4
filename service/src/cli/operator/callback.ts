import { Command } from 'commander'
import type { Callback, SigningSecret, TestSent } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { integer, operatorCommand } from '../operator-command.ts'
import { fields } from '../output.ts'

const callbackOf = (merchantId: string, rest = '') =>
  `/merchants/${encodeURIComponent(merchantId)}/callback${rest}`

export function callbackCommands(context: Context): Command {
  const callback = new Command('callback').description(
    'set where a merchant’s events go and how they are signed',
  )

  const set = async (
    merchantId: string,
    target: string | null,
    { json, url, token }: { json?: boolean; url?: string; token?: string },
  ) => {
    const answer = await createOperatorClient(context, { url, token }).call<Callback>(
      'PUT',
      callbackOf(merchantId),
      { url: target },
    )
    if (json) return context.print(JSON.stringify(answer, null, 2))
    const secret: [string, string][] = answer.signingSecret ? [['signing secret', answer.signingSecret]] : []
    context.print(fields([['callback URL', answer.url], ...secret]))
  }

  callback.addCommand(
    operatorCommand('set', 'set the callback URL')
      .argument('<merchantId>')
      .argument('<callbackUrl>')
      .action((merchantId, callbackUrl, options) => set(merchantId, callbackUrl, options)),
  )
  callback.addCommand(
    operatorCommand('clear', 'send no more callbacks')
      .argument('<merchantId>')
      .action((merchantId, options) => set(merchantId, null, options)),
  )
  callback.addCommand(
    operatorCommand('rotate-secret', 'replace the signing secret; prints it, once')
      .argument('<merchantId>')
      .option('--grace-seconds <n>', 'how long the old secret goes on (default: a day)', integer)
      .action(async (merchantId, { json, url, token, graceSeconds }) => {
        const path = callbackOf(merchantId, '/rotate-secret')
        const answer = await createOperatorClient(context, { url, token }).call<SigningSecret>('POST', path, {
          graceSeconds,
        })
        context.print(
          json ? JSON.stringify(answer, null, 2) : fields([['signing secret', answer.signingSecret]]),
        )
      }),
  )
  callback.addCommand(
    operatorCommand('test', 'send a signed test event now; exit code 1 when it does not arrive')
      .argument('<merchantId>')
      .action(async (merchantId, { json, url, token }) => {
        const path = callbackOf(merchantId, '/test')
        const answer = await createOperatorClient(context, { url, token }).call<TestSent>('POST', path, {})
        const said = `${answer.status ?? answer.error} after ${answer.durationMs} ms`
        context.print(
          json ? JSON.stringify(answer, null, 2) : `${answer.delivered ? 'Delivered' : 'Failed'}: ${said}.`,
        )
        if (!answer.delivered) throw new CommandFault('The test event was not delivered.')
      }),
  )
  return callback
}
