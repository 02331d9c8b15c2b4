import type { Command } from 'commander'
import type { Action } from '../answers.ts'
import type { Context } from '../context.ts'
import { pagedCommand, showPage } from '../operator-command.ts'
import { time } from '../output.ts'

export function auditCommand(context: Context): Command {
  return pagedCommand('audit', 'list what operators did, newest first')
    .option('--merchant <merchantId>', 'only this merchant')
    .action(options =>
      showPage<Action>(context, options, {
        path: '/audit',
        filter: { merchantId: options.merchant },
        columns: {
          TIME: a => time(a.at),
          ACTOR: a => a.actor,
          NOTE: a => a.note,
          ADDRESS: a => a.address,
          ACTION: a => a.action,
          TARGET: a => a.target,
        },
        none: 'No actions',
      }),
    )
}
