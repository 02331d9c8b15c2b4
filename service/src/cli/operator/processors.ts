import type { Command } from 'commander'
import type { ListedProcessor } from '../answers.ts'
import type { Context } from '../context.ts'
import { listCommand } from '../operator-command.ts'

export function processorsCommand(context: Context): Command {
  const description = 'list the processors, and how long a draining one is still needed'
  return listCommand<ListedProcessor>(context, 'processors', description, {
    path: '/processors',
    columns: {
      PROCESSOR: p => p.name,
      DEFAULT: p => (p.isDefault ? 'yes' : 'no'),
      MODE: p => p.mode,
      'OPEN PAYMENTS': p => p.openPayments,
      NEEDED: ({ mode, neededUntil }) => {
        if (mode === 'active') return 'yes'
        return neededUntil ? `until ${neededUntil.slice(0, 10)}` : 'no: remove it from SVC_PROCESSORS'
      },
    },
    none: 'No processors',
  })
}
