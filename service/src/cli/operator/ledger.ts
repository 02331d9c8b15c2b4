import { type Command, Option } from 'commander'
import { statementColumns, statementCsv, statementRows } from '../../ledger/statement-rows.ts'
import { formatMoney } from '../../money.ts'
import type { LedgerBalance, LedgerCheck, LedgerEntry, Page, Statement } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import {
  fieldsOf,
  group,
  operatorCommand,
  pagedCommand,
  query,
  show,
  showPage,
  timestamp,
} from '../operator-command.ts'
import { type Columns, counted, table, tableOf, time } from '../output.ts'

export function ledgerCommands(context: Context): Command {
  return group('ledger', 'see the ledger, verify it and print statements', [
    operatorCommand('verify', 'verify that the ledger balances and matches the payments').action(options =>
      show<LedgerCheck>(context, options, ['POST', '/ledger/verify', {}], describeCheck, ({ problems }) =>
        problems.length > 0
          ? `Differences found: ${problems.length}${problems.length < 100 ? '' : ' or more'}.`
          : null,
      ),
    ),
    operatorCommand('statement', 'print a merchant’s transactions and balances, of at most 92 days')
      .requiredOption('--merchant <merchantId>', 'whose')
      .option('--from <date>', 'first day or time (default: 30 days before the end)', timestamp)
      .option('--to <date>', 'end, exclusive (default: now)', timestamp)
      .option('--processor <name>', 'only payments at this processor')
      .addOption(
        new Option('--format <format>', 'how to print it').choices(['table', 'csv', 'json']).default('table'),
      )
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
    pagedCommand('entries', 'list a merchant’s ledger entries, newest first')
      .requiredOption('--merchant <merchantId>', 'whose')
      .option('--currency <code>', 'only in this currency, such as eur')
      .action(options =>
        showPage<LedgerEntry>(context, options, {
          path: '/ledger/entries',
          about: 'merchantId',
          columns: {
            POSTED: e => time(e.postedAt),
            KIND: e => e.kind,
            PAYMENT: e => e.svcPaymentId,
            ...accounts,
            CURRENCY: e => e.currency,
            SOURCE: e => e.source,
          },
          none: 'No ledger entries',
        }),
      ),
    operatorCommand('balances', 'show a merchant’s balances, by currency')
      .requiredOption('--merchant <merchantId>', 'whose')
      .option('--currency <code>', 'only in this currency, such as eur')
      .action(options => {
        const path = `/ledger/balances${query({ limit: 100, ...fieldsOf(options) })}`
        return show<Page<LedgerBalance>>(context, options, ['GET', path], ({ data }) =>
          data.length === 0
            ? 'No ledger entries yet.'
            : tableOf({ CURRENCY: ({ currency }) => currency, ...accounts }, data),
        )
      }),
  ])
}

const accounts: Columns<LedgerBalance> = {
  CUSTOMER: b => formatMoney(b.customerCents, b.currency),
  MERCHANT: b => formatMoney(b.merchantCents, b.currency),
  FEES: b => formatMoney(b.platformFeesCents, b.currency),
  HELD: b => formatMoney(b.disputeHoldCents, b.currency),
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
