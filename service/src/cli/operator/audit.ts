import type { Command } from 'commander'
import type { Action } from '../answers.ts'
import type { Context } from '../context.ts'
import { pagedCommand, showPage } from '../operator-command.ts'
import { time } from '../output.ts'

export function auditCommand(context: Context): Command {
  return pagedCommand('audit', 'list what operators did, newest first')
    .option('--merchant <merchantId>', 'only this merchant')
    .action(async ({ merchant, ...options }) =>
      showPage<Action>(context, options, {
        path: '/audit',
        filter: { merchantId: merchant },
        header: ['TIME', 'ACTOR', 'NOTE', 'ADDRESS', 'ACTION', 'TARGET'],
        row: a => [time(a.at), a.actor, a.note, a.address, a.action, a.target],
        none: 'No actions',
      }),
    )
}
