import type { Command } from 'commander'
import { defaultGraceSeconds } from '../../merchants/schemas.ts'
import type { IssuedKey } from '../answers.ts'
import type { Context } from '../context.ts'
import { at, callCommand, fieldsOf, group, operatorCommand, show } from '../operator-command.ts'
import { fields, time } from '../output.ts'

export function keyCommands(context: Context): Command {
  return group('keys', 'create, rotate and revoke API keys', [
    callCommand(
      'create <merchantId>',
      'create a key and print it once',
      'POST /merchants/{merchantId}/keys',
    ).action((id, options) =>
      show(context, options, ['POST', at`/merchants/${id}/keys`, fieldsOf(options)], describe),
    ),
    callCommand(
      'rotate <merchantId> <keyId>',
      'replace a key; the old one works for another day (for a leaked key: --grace-seconds 0)',
      'POST /merchants/{merchantId}/keys/{keyId}/rotate',
    ).action((merchantId, keyId, options) => {
      const path = at`/merchants/${merchantId}/keys/${keyId}/rotate`
      const { graceSeconds = defaultGraceSeconds } = options
      return show<IssuedKey>(context, options, ['POST', path, fieldsOf(options)], issued => {
        const until = new Date(Date.parse(issued.createdAt) + graceSeconds * 1000).toISOString()
        const stop = `If it has leaked, stop it now: svcpay keys revoke ${merchantId} ${keyId}`
        const old = graceSeconds === 0 ? 'no longer works.' : `works until ${time(until)}. ${stop}`
        return `${describe(issued)}\nThe old key ${old}`
      })
    }),
    operatorCommand('revoke <merchantId> <keyId>', 'revoke a key immediately').action(
      (merchantId, keyId, options) =>
        show(
          context,
          options,
          async client => {
            await client.call('DELETE', at`/merchants/${merchantId}/keys/${keyId}`)
            return { keyId, revoked: true }
          },
          () => `Revoked ${keyId}.`,
        ),
    ),
  ])
}

function describe({ keyId, label, apiKey }: IssuedKey): string {
  return `${fields({ key: keyId, label, 'API key': apiKey })}\n\nThe key is shown only once: store it now.`
}
