import { Command } from 'commander'
import type { OpenOperation, Page } from '../answers.ts'
import type { Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { pagedCommand, printPage, query } from '../operator-command.ts'
import { table } from '../output.ts'

export function operationCommands(context: Context): Command {
  const operations = new Command('operations').description('look at operations without an outcome yet')
  operations.addCommand(
    pagedCommand('list', 'list operations whose outcome is not known yet, oldest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .action(async ({ json, url, token, limit, cursor, merchant }) => {
        const path = `/operations${query({ state: 'open', limit, cursor, merchantId: merchant })}`
        const client = createOperatorClient(context, { url, token })
        const page = await client.call<Page<OpenOperation>>('GET', path)
        if (json) return context.print(JSON.stringify(page, null, 2))
        const rows = page.data.map(o => [
          o.operationId,
          o.kind,
          o.svcPaymentId,
          o.merchantId,
          o.createdAt,
          o.askedAgainAt,
        ])
        const header = ['OPERATION', 'KIND', 'PAYMENT', 'MERCHANT', 'STARTED', 'ASKED AGAIN']
        printPage(context, table(header, rows), page.nextCursor)
      }),
  )
  return operations
}
