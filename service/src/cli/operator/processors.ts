import type { Command } from 'commander'
import type { ListedProcessor, Page } from '../answers.ts'
import type { Context } from '../context.ts'
import { operatorCommand, show } from '../operator-command.ts'
import { type Columns, tableOf } from '../output.ts'

export function processorsCommand(context: Context): Command {
  return operatorCommand(
    'processors',
    'list the processors, and how long a draining one is still needed',
  ).action(options =>
    show<Page<ListedProcessor>>(context, options, ['GET', '/processors?limit=100'], ({ data }) =>
      tableOf(columns, data),
    ),
  )
}

const columns: Columns<ListedProcessor> = {
  PROCESSOR: p => p.name,
  DEFAULT: p => (p.isDefault ? 'yes' : 'no'),
  MODE: p => p.mode,
  'OPEN PAYMENTS': p => p.openPayments,
  NEEDED: ({ mode, neededUntil }) => {
    if (mode === 'active') return 'yes'
    return neededUntil ? `until ${neededUntil.slice(0, 10)}` : 'no: remove it from SVC_PROCESSORS'
  },
}
