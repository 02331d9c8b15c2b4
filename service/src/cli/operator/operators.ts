import { Command, Option } from 'commander'
import { roles } from '../../operators/roles.ts'
import type { AddedOperator, Operator } from '../answers.ts'
import type { Context } from '../context.ts'
import { operatorCommand, pagedCommand, show, showPage } from '../operator-command.ts'
import { fields, time } from '../output.ts'

export function operatorCommands(context: Context): Command {
  const operators = new Command('operators').description('add, list and remove operators')

  operators.addCommand(
    operatorCommand('add', 'add an operator and print the token, once')
      .argument('<name>')
      .addOption(new Option('--role <role>', 'what the operator may do').choices(roles).makeOptionMandatory())
      .action(async (name, { role, ...options }) => {
        await show(
          context,
          options,
          client => client.call<AddedOperator>('POST', '/operators', { name, role }),
          describeAdded,
        )
      }),
  )

  operators.addCommand(
    pagedCommand('list', 'list operators, newest first').action(async options =>
      showPage<Operator>(context, options, {
        path: '/operators',
        header: ['OPERATOR', 'NAME', 'ROLE', 'HINT', 'LAST USED'],
        row: o => [o.operatorId, o.name, o.role, `…${o.hint}`, time(o.lastUsedAt)],
        none: 'No operators but the owner',
      }),
    ),
  )

  operators.addCommand(
    operatorCommand('remove', 'remove an operator; the token stops working at once')
      .argument('<operatorId>')
      .action(async (operatorId, options) => {
        await show(
          context,
          options,
          async client => {
            await client.call('DELETE', `/operators/${encodeURIComponent(operatorId)}`)
            return { operatorId, removed: true }
          },
          () => `Removed ${operatorId}.`,
        )
      }),
  )
  return operators
}

function describeAdded(added: AddedOperator): string {
  const shown = fields([
    ['operator', added.operatorId],
    ['name', added.name],
    ['role', added.role],
    ['token', added.token],
  ])
  return `${shown}\n\nThe token is shown only once: store it now.`
}
