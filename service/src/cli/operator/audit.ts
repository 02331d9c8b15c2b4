import type { Command } from 'commander'
import type { Action } from '../answers.ts'
import type { Context } from '../context.ts'
import { pagedCommand, showPage } from '../operator-command.ts'
import { time } from '../output.ts'

export function auditCommand(context: Context): Command {
  return pagedCommand('audit', 'list what operators did, newest first')
    .option('--merchant <merchantId>', 'only this merchant')
    .option('--by <operator>', 'only what this operator did, by name')
    .option('--action <action>', 'only this, such as payment.refund')
    .action(options =>
      showPage<Action>(context, options, {
        path: '/audit',
        columns: {
          TIME: a => time(a.at),
          ACTOR: a => a.actor,
          NOTE: a => a.note,
          ADDRESS: a => a.address,
          ACTION: a => a.action,
          TARGET: a => a.target,
          OUTCOME: a => a.outcome,
        },
        none: 'No actions',
      }),
    )
}
