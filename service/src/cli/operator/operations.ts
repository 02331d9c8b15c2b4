import type { Command } from 'commander'
import type { OpenOperation } from '../answers.ts'
import type { Context } from '../context.ts'
import { group, pagedCommand, showPage } from '../operator-command.ts'
import { time } from '../output.ts'

export function operationCommands(context: Context): Command {
  return group('operations', 'see operations whose outcome is not known yet', [
    pagedCommand('list', 'list operations whose outcome is not known yet, oldest first')
      .option('--merchant <merchantId>', 'only this merchant')
      .action(options =>
        showPage<OpenOperation>(context, options, {
          path: '/operations',
          columns: {
            OPERATION: o => o.operationId,
            KIND: o => o.kind,
            PAYMENT: o => o.svcPaymentId,
            MERCHANT: o => o.merchantId,
            STARTED: o => time(o.createdAt),
            'ASKED AGAIN': o => time(o.askedAgainAt),
          },
          none: 'No open operations',
          noneAtAll: 'No open operations.',
        }),
      ),
  ])
}
