import type { Command } from 'commander'
import type { SearchHit } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { operatorCommand, query, show } from '../operator-command.ts'
import { table } from '../output.ts'

export function searchCommand(context: Context): Command {
  return operatorCommand('search', 'find a payment, order, event, delivery, merchant or operator action')
    .argument('<text>', 'an id, an order reference, a merchant’s name, or a trace id')
    .action(async (text: string, options) => {
      const { data } = await show(
        context,
        options,
        client => client.call<{ data: SearchHit[] }>('GET', `/search${query({ q: text })}`),
        ({ data: hits }) => {
          if (hits.length === 0) throw new CommandFault(`Nothing matches “${text}”.`)
          const rows = hits.map(hit => [hit.kind, hit.id, hit.merchantId, hit.summary])
          return table(['KIND', 'ID', 'MERCHANT', 'SUMMARY'], rows)
        },
      )
      if (data.length === 0) throw new CommandFault(`Nothing matches “${text}”.`)
    })
}
