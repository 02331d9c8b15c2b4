import { Command, Option } from 'commander'
import { roles } from '../../operators/roles.ts'
import type { AddedOperator, Operator, Page } from '../answers.ts'
import type { Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { operatorCommand, pagedCommand, printPage, query } from '../operator-command.ts'
import { fields, table } from '../output.ts'

export function operatorCommands(context: Context): Command {
  const operators = new Command('operators').description('add, list and remove operators')

  operators.addCommand(
    operatorCommand('add', 'add an operator; prints the token, once')
      .argument('<name>')
      .addOption(new Option('--role <role>', 'what the operator may do').choices(roles).makeOptionMandatory())
      .action(async (name, { json, url, token, role }) => {
        const client = createOperatorClient(context, { url, token })
        const added = await client.call<AddedOperator>('POST', '/operators', { name, role })
        if (json) return context.print(JSON.stringify(added, null, 2))
        const shown = fields([
          ['operator', added.operatorId],
          ['name', added.name],
          ['role', added.role],
          ['token', added.token],
        ])
        context.print(`${shown}\n\nThe token is shown this once: keep it now.`)
      }),
  )

  operators.addCommand(
    pagedCommand('list', 'list operators, newest first').action(
      async ({ json, url, token, limit, cursor }) => {
        const client = createOperatorClient(context, { url, token })
        const page = await client.call<Page<Operator>>('GET', `/operators${query({ limit, cursor })}`)
        if (json) return context.print(JSON.stringify(page, null, 2))
        const rows = page.data.map(o => [o.operatorId, o.name, o.role, `…${o.hint}`, o.lastUsedAt])
        printPage(context, table(['OPERATOR', 'NAME', 'ROLE', 'HINT', 'LAST USED'], rows), page.nextCursor)
      },
    ),
  )

  operators.addCommand(
    operatorCommand('remove', 'remove an operator; the token stops working at once')
      .argument('<operatorId>')
      .action(async (operatorId, { json, url, token }) => {
        const path = `/operators/${encodeURIComponent(operatorId)}`
        await createOperatorClient(context, { url, token }).call('DELETE', path)
        context.print(json ? JSON.stringify({ operatorId, removed: true }) : `Removed ${operatorId}.`)
      }),
  )
  return operators
}
