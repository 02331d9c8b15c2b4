import type { Command } from 'commander'
import { statementColumns, statementCsv, statementRows } from '../../ledger/statement-rows.ts'
import type { LedgerCheck, Statement } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import {
  callCommand,
  fieldsOf,
  formatOption,
  group,
  operatorCommand,
  query,
  show,
} from '../operator-command.ts'
import { counted, table } from '../output.ts'

export function ledgerCommands(context: Context): Command {
  return group('ledger', 'verify the ledger and print statements', [
    operatorCommand('verify', 'verify that the ledger balances and matches the payments').action(options =>
      show<LedgerCheck>(context, options, ['POST', '/ledger/verify', {}], describeCheck, ({ problems }) =>
        problems.length > 0
          ? `Differences found: ${problems.length}${problems.length < 100 ? '' : ' or more'}.`
          : null,
      ),
    ),
    callCommand(
      'statement',
      'print a merchant’s transactions and balances for at most 92 days',
      'GET /ledger/statement',
    )
      .addOption(formatOption())
      .action(options => {
        const { from, to, format } = options
        if (from && to && from >= to) throw new CommandFault('--from must be before --to.', 2)
        const path = `/ledger/statement${query(fieldsOf(options))}`
        const json = options.json || format === 'json'
        return show<Statement>(
          context,
          { ...options, json },
          ['GET', path],
          format === 'csv' ? statement => statementCsv(statement).trimEnd() : statementTable,
        )
      }),
  ])
}

function describeCheck({ checked, entries, problems }: LedgerCheck): string {
  if (problems.length === 0) {
    const found = `${counted(checked, 'payment')}, ${counted(entries, 'entry', 'entries')}`
    return `The ledger balances and matches: ${found}.`
  }
  const rows = problems.map(p => [p.svcPaymentId, p.what, p.currency, p.paymentCents, p.ledgerCents])
  return table(['PAYMENT', 'WHAT', 'CURRENCY', 'PAYMENT SAYS', 'LEDGER SAYS'], rows)
}

function statementTable(statement: Statement): string {
  return [
    table([...statementColumns], statementRows(statement)),
    ...(statement.isFinal ? [] : ['', 'The period is not over yet: more entries may follow.']),
  ].join('\n')
}
