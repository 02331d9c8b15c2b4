import type { Command } from 'commander'
import type { Action, AddedOperator, Operator } from '../answers.ts'
import type { Context } from '../context.ts'
import { group, listCommand, showCommand } from '../operator-command.ts'
import { fields, time } from '../output.ts'

export function operatorCommands(context: Context): Command {
  return group('operators', 'add, list and remove operators', [
    showCommand(context, 'add <name>', 'add an operator and print the token once', {
      call: 'POST /operators',
      describe: ({ operatorId, name, role, token }: AddedOperator) =>
        `${fields({ operator: operatorId, name, role, token })}\n\nThe token is shown only once: store it now.`,
    }),
    listCommand<Operator>(context, 'list', 'list operators, newest first', {
      path: '/operators',
      columns: {
        OPERATOR: o => o.operatorId,
        NAME: o => o.name,
        ROLE: o => o.role,
        HINT: o => `…${o.hint}`,
        'LAST USED': o => time(o.lastUsedAt),
      },
      none: 'No operators except the owner',
    }),
    showCommand(context, 'remove <operatorId>', 'remove an operator; the token stops working at once', {
      call: 'DELETE /operators/{operatorId}',
      async perform(client, call, operatorId) {
        await client.call(...call)
        return { operatorId, removed: true }
      },
      describe: ({ operatorId }) => `Removed ${operatorId}.`,
    }),
  ])
}

export const outcomeText = ({ outcome, outcomeDetail }: Pick<Action, 'outcome' | 'outcomeDetail'>) =>
  [outcome, outcomeDetail].filter(Boolean).join(': ') || null

export function auditCommand(context: Context): Command {
  return listCommand<Action>(context, 'audit', 'list operators’ actions, newest first', {
    path: '/audit',
    columns: {
      TIME: a => time(a.at),
      ACTOR: a => a.actor,
      NOTE: a => a.note,
      ADDRESS: a => a.address,
      ACTION: a => a.action,
      TARGET: a => a.target,
      OUTCOME: outcomeText,
    },
    none: 'No actions',
  })
}
