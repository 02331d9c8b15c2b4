import { Command } from 'commander'
import type { IssuedKey, Key, Page } from '../answers.ts'
import type { Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { integer, operatorCommand, pagedCommand, printPage, query } from '../operator-command.ts'
import { fields, table } from '../output.ts'

const keysOf = (merchantId: string, rest = '') => `/merchants/${encodeURIComponent(merchantId)}/keys${rest}`

export function keyCommands(context: Context): Command {
  const keys = new Command('keys').description('issue, list, rotate and revoke API keys')

  keys.addCommand(
    operatorCommand('issue', 'issue a key; prints it, once')
      .argument('<merchantId>')
      .option('--label <label>', 'what the key is for')
      .action(async (merchantId, { json, url, token, label }) => {
        const key = await createOperatorClient(context, { url, token }).call<IssuedKey>(
          'POST',
          keysOf(merchantId),
          { label },
        )
        context.print(json ? JSON.stringify(key, null, 2) : describe(key))
      }),
  )

  keys.addCommand(
    pagedCommand('list', 'list a merchant’s keys, newest first')
      .argument('<merchantId>')
      .action(async (merchantId, { json, url, token, limit, cursor }) => {
        const client = createOperatorClient(context, { url, token })
        const page = await client.call<Page<Key>>('GET', keysOf(merchantId, query({ limit, cursor })))
        if (json) return context.print(JSON.stringify(page, null, 2))
        const rows = page.data.map(k => [
          k.keyId,
          `…${k.hint}`,
          k.label,
          k.lastUsedAt,
          k.expiresAt,
          k.revokedAt,
        ])
        printPage(
          context,
          table(['KEY', 'HINT', 'LABEL', 'LAST USED', 'EXPIRES', 'REVOKED'], rows),
          page.nextCursor,
        )
      }),
  )

  keys.addCommand(
    operatorCommand('rotate', 'replace a key; the old one works until the grace is over')
      .argument('<merchantId>')
      .argument('<keyId>')
      .option('--grace-seconds <n>', 'how long the old key goes on (default: a day)', integer)
      .action(async (merchantId, keyId, { json, url, token, graceSeconds }) => {
        const path = keysOf(merchantId, `/${encodeURIComponent(keyId)}/rotate`)
        const key = await createOperatorClient(context, { url, token }).call<IssuedKey>('POST', path, {
          graceSeconds,
        })
        context.print(json ? JSON.stringify(key, null, 2) : describe(key))
      }),
  )

  keys.addCommand(
    operatorCommand('revoke', 'stop a key at once')
      .argument('<merchantId>')
      .argument('<keyId>')
      .action(async (merchantId, keyId, { json, url, token }) => {
        await createOperatorClient(context, { url, token }).call(
          'DELETE',
          keysOf(merchantId, `/${encodeURIComponent(keyId)}`),
        )
        context.print(json ? JSON.stringify({ keyId, revoked: true }) : `Revoked ${keyId}.`)
      }),
  )
  return keys
}

function describe(key: IssuedKey): string {
  const shown = fields([
    ['key', key.keyId],
    ['label', key.label],
    ['API key', key.apiKey],
  ])
  return `${shown}\n\nThe key is shown this once: keep it now.`
}
