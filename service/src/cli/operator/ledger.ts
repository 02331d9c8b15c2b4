import type { Command } from 'commander'
import { statementColumns, statementCsv, statementRows } from '../../ledger/statement-rows.ts'
import type { LedgerCheck, Statement } from '../answers.ts'
import type { Context } from '../context.ts'
import { formatOption, group, showCommand } from '../operator-command.ts'
import { counted, table } from '../output.ts'

export function ledgerCommands(context: Context): Command {
  return group('ledger', 'verify the ledger and print statements', [
    showCommand(context, 'verify', 'verify that the ledger balances and matches the payments', {
      call: 'POST /ledger/verify',
      describe: describeCheck,
      faultIn: ({ problems: { length } }) =>
        length > 0 ? `Differences found: ${length}${length < 100 ? '' : ' or more'}.` : null,
    }),
    showCommand<Statement>(
      context,
      'statement',
      'print a merchant’s transactions and balances for at most 92 days',
      {
        call: 'GET /ledger/statement',
        describe: (statement, { format }) =>
          format === 'csv' ? statementCsv(statement).trimEnd() : statementTable(statement),
      },
    ).addOption(formatOption()),
  ])
}

function describeCheck({ checked, entries, problems }: LedgerCheck): string {
  if (problems.length === 0) {
    const found = `${counted(entries, 'entry', 'entries')}, one per movement of money, and ${counted(checked, 'payment')}`
    return `The ledger balances and matches the payments. Verified: ${found}.`
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
