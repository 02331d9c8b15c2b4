import type { Command } from 'commander'
import type { IssuedKey, Key } from '../answers.ts'
import type { Context } from '../context.ts'
import {
  at,
  fieldsOf,
  group,
  integer,
  operatorCommand,
  pagedCommand,
  show,
  showPage,
} from '../operator-command.ts'
import { fields, time } from '../output.ts'

export function keyCommands(context: Context): Command {
  return group('keys', 'issue, list, rotate and revoke API keys', [
    operatorCommand('issue <merchantId>', 'issue a key and print it, once')
      .option('--label <label>', 'what the key is for')
      .action((merchantId, options) => {
        const path = at`/merchants/${merchantId}/keys`
        return show(context, options, ['POST', path, fieldsOf(options)], describe)
      }),
    pagedCommand('list <merchantId>', 'list a merchant’s keys, newest first').action((merchantId, options) =>
      showPage<Key>(context, options, {
        path: at`/merchants/${merchantId}/keys`,
        columns: {
          KEY: k => k.keyId,
          STATE: k => stateOf(k, new Date()),
          HINT: k => `…${k.hint}`,
          LABEL: k => k.label,
          CREATED: k => time(k.createdAt),
          'LAST USED': k => time(k.lastUsedAt),
          EXPIRES: k => time(k.expiresAt),
        },
        none: 'No keys',
      }),
    ),
    operatorCommand(
      'rotate <merchantId> <keyId>',
      'replace a key; the old one works until the grace period ends',
    )
      .option('--grace-seconds <n>', 'how long the old key keeps working (default: a day)', integer)
      .action((merchantId, keyId, options) => {
        const path = at`/merchants/${merchantId}/keys/${keyId}/rotate`
        return show(context, options, ['POST', path, fieldsOf(options)], describe)
      }),
    operatorCommand('revoke <merchantId> <keyId>', 'stop a key at once').action(
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

function stateOf({ revokedAt, expiresAt }: Key, now: Date): string {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt === null) return 'active'
  return Date.parse(expiresAt) > now.getTime() ? 'expiring' : 'expired'
}

function describe({ keyId, label, apiKey }: IssuedKey): string {
  return `${fields({ key: keyId, label, 'API key': apiKey })}\n\nThe key is shown only once: store it now.`
}
