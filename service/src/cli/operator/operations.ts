import { Command } from 'commander'
import type { OpenOperation } from '../answers.ts'
import type { Context } from '../context.ts'
import { pagedCommand, showPage } from '../operator-command.ts'
import { time } from '../output.ts'

export function operationCommands(context: Context): Command {
  const operations = new Command('operations').description('see operations whose outcome is not known yet')
  operations.addCommand(
    pagedCommand('list', 'list operations whose outcome is not known yet, oldest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .action(async ({ merchant, ...options }) =>
        showPage<OpenOperation>(context, options, {
          path: '/operations',
          always: { state: 'open' },
          filter: { merchantId: merchant },
          header: ['OPERATION', 'KIND', 'PAYMENT', 'MERCHANT', 'STARTED', 'ASKED AGAIN'],
          row: o => [
            o.operationId,
            o.kind,
            o.svcPaymentId,
            o.merchantId,
            time(o.createdAt),
            time(o.askedAgainAt),
          ],
          none: 'No open operations',
          noneAtAll: 'No open operations.',
        }),
      ),
  )
  return operations
}
