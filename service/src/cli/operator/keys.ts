import { Command } from 'commander'
import type { IssuedKey, Key } from '../answers.ts'
import type { Context } from '../context.ts'
import { integer, operatorCommand, pagedCommand, show, showPage } from '../operator-command.ts'
import { fields, time } from '../output.ts'

const keysOf = (merchantId: string, rest = '') => `/merchants/${encodeURIComponent(merchantId)}/keys${rest}`

export function keyCommands(context: Context): Command {
  const keys = new Command('keys').description('issue, list, rotate and revoke API keys')

  keys.addCommand(
    operatorCommand('issue', 'issue a key and print it, once')
      .argument('<merchantId>')
      .option('--label <label>', 'what the key is for')
      .action(async (merchantId, { label, ...options }) => {
        await show(
          context,
          options,
          client => client.call<IssuedKey>('POST', keysOf(merchantId), { label }),
          describe,
        )
      }),
  )

  keys.addCommand(
    pagedCommand('list', 'list a merchant’s keys, newest first')
      .argument('<merchantId>')
      .action(async (merchantId, options) =>
        showPage<Key>(context, options, {
          path: keysOf(merchantId),
          header: ['KEY', 'STATE', 'HINT', 'LABEL', 'CREATED', 'LAST USED', 'EXPIRES'],
          row: k => [
            k.keyId,
            stateOf(k, new Date()),
            `…${k.hint}`,
            k.label,
            time(k.createdAt),
            time(k.lastUsedAt),
            time(k.expiresAt),
          ],
          none: 'No keys',
        }),
      ),
  )

  keys.addCommand(
    operatorCommand('rotate', 'replace a key; the old one works until the grace period ends')
      .argument('<merchantId>')
      .argument('<keyId>')
      .option('--grace-seconds <n>', 'how long the old key keeps working (default: a day)', integer)
      .action(async (merchantId, keyId, { graceSeconds, ...options }) => {
        const path = keysOf(merchantId, `/${encodeURIComponent(keyId)}/rotate`)
        await show(
          context,
          options,
          client => client.call<IssuedKey>('POST', path, { graceSeconds }),
          describe,
        )
      }),
  )

  keys.addCommand(
    operatorCommand('revoke', 'stop a key at once')
      .argument('<merchantId>')
      .argument('<keyId>')
      .action(async (merchantId, keyId, options) => {
        await show(
          context,
          options,
          async client => {
            await client.call('DELETE', keysOf(merchantId, `/${encodeURIComponent(keyId)}`))
            return { keyId, revoked: true }
          },
          () => `Revoked ${keyId}.`,
        )
      }),
  )
  return keys
}

export function stateOf({ revokedAt, expiresAt }: Pick<Key, 'revokedAt' | 'expiresAt'>, now: Date): string {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt === null) return 'active'
  return Date.parse(expiresAt) > now.getTime() ? 'expiring' : 'expired'
}

function describe(key: IssuedKey): string {
  const shown = fields([
    ['key', key.keyId],
    ['label', key.label],
    ['API key', key.apiKey],
  ])
  return `${shown}\n\nThe key is shown only once: store it now.`
}
