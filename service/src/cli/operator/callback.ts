import { Command } from 'commander'
import type { Callback, TestSent } from '../answers.ts'
import type { Context } from '../context.ts'
import { at, group, operatorCommand, show } from '../operator-command.ts'
import { fields } from '../output.ts'
import { readSigningSecret } from '../signing-secret.ts'

export function callbackCommands(context: Context): Command {
  return group('callback', 'set and test a merchant’s callback URL', [
    operatorCommand('set <merchantId> <callbackUrl>', 'set the callback URL').action((id, url, options) =>
      show<Callback>(context, options, ['PUT', at`/merchants/${id}/callback`, { url }], answer =>
        fields({ 'callback URL': answer.url, 'signing secret': answer.signingSecret ?? undefined }),
      ),
    ),
    operatorCommand(
      'test <merchantId>',
      'send a signed test event now; exit code 1 if it does not arrive',
    ).action((id, options) =>
      show<TestSent>(
        context,
        options,
        ['POST', at`/merchants/${id}/callback/test`, {}],
        ({ delivered, status, error, durationMs }) =>
          `${delivered ? 'Delivered' : 'Failed'}: ${status ?? error} after ${durationMs} ms.`,
        ({ delivered }) => (delivered ? null : 'The test event was not delivered.'),
      ),
    ),
    new Command('secret')
      .description('print the secret that signs a merchant’s callbacks, read from the database')
      .argument('[merchantId]', 'the merchant (default: the oldest, which is the demo merchant)')
      .action(async (merchantId?: string) => context.print(await readSigningSecret(context, merchantId))),
  ])
}
