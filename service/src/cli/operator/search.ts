import type { Command } from 'commander'
import { formatMoney } from '../../money.ts'
import type { SearchHit } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { operatorCommand, query, show } from '../operator-command.ts'
import { table, time } from '../output.ts'

export function searchCommand(context: Context): Command {
  return operatorCommand('search', 'find a payment, order, event, delivery, merchant or API call')
    .argument('<text>', 'an id, an order reference, a merchant’s name, or a trace id')
    .action((text: string, options) => {
      const hint = text.startsWith('trc_') ? ' A call that was refused at once is only in the log.' : ''
      const none = `Nothing matches “${text}”.${hint}`
      return show<{ data: SearchHit[]; hasMore: boolean }>(
        context,
        options,
        ['GET', `/search${query({ q: text })}`],
        ({ data: hits, hasMore }) => {
          if (hits.length === 0) throw new CommandFault(none)
          const rows = hits.map(hit => [hit.kind, hit.id, hit.merchantId, time(hit.at), summaryOf(hit)])
          const found = table(['KIND', 'ID', 'MERCHANT', 'TIME', 'SUMMARY'], rows)
          return hasMore ? `${found}\n\nThere may be more: at most 20 of each kind are listed.` : found
        },
        ({ data }) => (data.length === 0 ? none : null),
      )
    })
}

/** The API returns amounts in minor units; people read them in the currency's own format. */
function summaryOf({ summary, status, amountCents, currency, orderRef }: SearchHit): string {
  if (amountCents === null || currency === null) return summary
  return [status, formatMoney(amountCents, currency), orderRef].filter(Boolean).join(', ')
}
