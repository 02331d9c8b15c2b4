import type { Command } from 'commander'
import type { Action, Page } from '../answers.ts'
import type { Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { pagedCommand, printPage, query } from '../operator-command.ts'
import { table } from '../output.ts'

export function auditCommand(context: Context): Command {
  return pagedCommand('audit', 'list what operators did, newest first')
    .option('--merchant <merchantId>', 'only this merchant')
    .action(async ({ json, url, token, limit, cursor, merchant }) => {
      const client = createOperatorClient(context, { url, token })
      const page = await client.call<Page<Action>>(
        'GET',
        `/audit${query({ limit, cursor, merchantId: merchant })}`,
      )
      if (json) return context.print(JSON.stringify(page, null, 2))
      const rows = page.data.map(a => [a.at, a.actor, a.note, a.address, a.action, a.target])
      printPage(context, table(['AT', 'ACTOR', 'NOTE', 'ADDRESS', 'ACTION', 'TARGET'], rows), page.nextCursor)
    })
}
