import type { Command } from 'commander'
import type { ListedProcessor } from '../answers.ts'
import type { Context } from '../context.ts'
import { operatorCommand, show, tableOf } from '../operator-command.ts'

export function processorsCommand(context: Context): Command {
  return operatorCommand(
    'processors',
    'list the processors, and until when one that drains is needed',
  ).action(options =>
    show<ListedProcessor[]>(context, options, ['GET', '/processors'], found => tableOf(columns, found)),
  )
}

const columns = {
  PROCESSOR: ({ name }: ListedProcessor) => name,
  DEFAULT: ({ isDefault }: ListedProcessor) => (isDefault ? 'yes' : 'no'),
  MODE: ({ mode }: ListedProcessor) => mode,
  'OPEN PAYMENTS': ({ openPayments }: ListedProcessor) => openPayments,
  NEEDED: ({ mode, neededUntil }: ListedProcessor) => {
    if (mode === 'active') return 'yes'
    return neededUntil ? `until ${neededUntil.slice(0, 10)}` : 'no: take it out of SVC_PROCESSORS'
  },
}
