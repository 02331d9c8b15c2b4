import { Command, Option } from 'commander'
import { merchantStatement, type Statement } from '../../ledger/statement.sql.ts'
import { verifyLedger } from '../../ledger/verify.sql.ts'
import { findMerchant } from '../../merchants/merchants.sql.ts'
import { formatMoney } from '../../money.ts'
import type { LedgerBalances, LedgerEntry } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { withDatabase } from '../database.ts'
import { operatorCommand, pagedCommand, query, show, showPage } from '../operator-command.ts'
import { counted, csv, table, time } from '../output.ts'
import { parseTimestamp } from '../timestamp.ts'

export function ledgerCommands(context: Context): Command {
  const ledger = new Command('ledger').description('see the ledger, verify it and print statements')

  ledger
    .command('verify')
    .description('verify that the ledger balances and matches the payments')
    .option('--json', 'print the answer as JSON')
    .action(async ({ json }) => {
      const found = await withDatabase(context, verifyLedger)
      const { payments, entries, differences } = found
      if (json) context.print(JSON.stringify(found, null, 2))
      else if (differences.length === 0) {
        const found = `${counted(payments, 'payment')}, ${counted(entries, 'entry', 'entries')}`
        context.print(`The ledger balances and matches: ${found}.`)
      } else {
        const rows = differences.map(d => [d.paymentId, d.what, d.currency, d.payment, d.ledger])
        context.print(table(['PAYMENT', 'WHAT', 'CURRENCY', 'PAYMENT SAYS', 'LEDGER SAYS'], rows))
      }
      if (differences.length > 0) throw new CommandFault(`Differences found: ${differences.length}.`)
    })

  ledger
    .command('statement')
    .description('print a merchant’s transactions and balances')
    .requiredOption('--merchant <merchantId>', 'whose')
    .option('--from <date>', 'first day or time (default: a month ago)', parseTimestamp, monthAgo())
    .option('--to <date>', 'end, exclusive (default: now)', parseTimestamp, new Date())
    .addOption(
      new Option('--format <format>', 'how to print it').choices(['table', 'csv', 'json']).default('table'),
    )
    .action(async ({ merchant, from, to, format }) => {
      if (from >= to) throw new CommandFault('--from must be before --to.')
      const statement = await withDatabase(context, async db => {
        if (!(await findMerchant(db, merchant))) throw new CommandFault(`There is no merchant ${merchant}.`)
        return await merchantStatement(db, { merchantId: merchant, from, to })
      })
      context.print(printers[format as keyof typeof printers](statement))
    })

  ledger.addCommand(
    pagedCommand('entries', 'list a merchant’s ledger entries, newest first')
      .requiredOption('--merchant <merchantId>', 'whose')
      .option('--currency <code>', 'only in this currency, such as eur')
      .action(async ({ merchant, currency, ...options }) =>
        showPage<LedgerEntry>(context, options, {
          path: '/ledger/entries',
          always: { merchantId: merchant },
          filter: { currency },
          header: ['POSTED', 'KIND', 'PAYMENT', ...accounts, 'CURRENCY', 'SOURCE'],
          row: e => [time(e.postedAt), e.kind, e.svcPaymentId, ...amountsOf(e), e.currency, e.source],
          none: 'No ledger entries',
        }),
      ),
  )

  ledger.addCommand(
    operatorCommand('balances', 'show a merchant’s balances, by currency')
      .requiredOption('--merchant <merchantId>', 'whose')
      .option('--currency <code>', 'only in this currency, such as eur')
      .action(async ({ merchant, currency, ...options }) => {
        const path = `/ledger/balances${query({ merchantId: merchant, currency })}`
        await show(
          context,
          options,
          client => client.call<LedgerBalances>('GET', path),
          ({ data }) =>
            data.length === 0
              ? 'No ledger entries yet.'
              : table(
                  ['CURRENCY', ...accounts],
                  data.map(b => [b.currency, ...amountsOf(b)]),
                ),
        )
      }),
  )
  return ledger
}

const accounts = ['CUSTOMER', 'MERCHANT', 'FEES', 'HELD']
const amountsOf = (sums: LedgerBalances['data'][number]) =>
  [sums.customerCents, sums.merchantCents, sums.platformFeesCents, sums.disputeHoldCents].map(cents =>
    formatMoney(cents, sums.currency),
  )

const header = ['AT', 'KIND', 'PAYMENT', 'ORDER', 'CURRENCY', 'GROSS', 'FEE', 'NET']
const rowsOf = ({ lines }: Statement) =>
  lines.map(l => [
    l.postedAt.toISOString(),
    l.kind,
    l.paymentId,
    l.orderRef,
    l.currency,
    l.grossCents,
    l.feeCents,
    l.netCents,
  ])

const printers = {
  table: (statement: Statement) => {
    const totals = statement.totals.map(t => [t.currency, t.openingCents, t.netCents, t.closingCents])
    return [
      table(header, rowsOf(statement)),
      '',
      table(['BALANCE', 'OPENING', 'NET', 'CLOSING'], totals),
      ...(statement.isFinal ? [] : ['', 'The period is not over yet: more entries may follow.']),
    ].join('\n')
  },
  csv: (statement: Statement) =>
    csv(
      header.map(name => name.toLowerCase()),
      rowsOf(statement),
    ),
  json: (statement: Statement) => JSON.stringify(statement, null, 2),
}

function monthAgo(): Date {
  const date = new Date()
  date.setMonth(date.getMonth() - 1)
  return date
}
