import type { Command } from 'commander'
import { formatMoney } from '../../money.ts'
import type { SearchHit } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { operatorCommand, query, show } from '../operator-command.ts'
import { table } from '../output.ts'

export function searchCommand(context: Context): Command {
  return operatorCommand('search', 'find a payment, order, event, delivery, merchant, or what a call did')
    .argument('<text>', 'an id, an order reference, a merchant’s name, or a trace id')
    .action((text: string, options) => {
      const none = `Nothing matches “${text}”.`
      return show<{ data: SearchHit[] }>(
        context,
        options,
        ['GET', `/search${query({ q: text })}`],
        ({ data: hits }) => {
          if (hits.length === 0) throw new CommandFault(none)
          const rows = hits.map(hit => [hit.kind, hit.id, hit.merchantId, summaryOf(hit)])
          return table(['KIND', 'ID', 'MERCHANT', 'SUMMARY'], rows)
        },
        ({ data }) => (data.length === 0 ? none : null),
      )
    })
}

/** The API has amounts in minor units; people read them in the currency's own format. */
function summaryOf({ kind, summary }: SearchHit): string {
  if (kind !== 'payment') return summary
  return summary
    .replace(/(\d+) cents ([a-z]{3})/, (_, cents, currency) => formatMoney(Number(cents), currency))
    .replace(', order ', ', ')
}
