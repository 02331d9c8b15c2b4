import { Command, InvalidArgumentError, Option } from 'commander'
import { merchantStatement, type Statement } from '../ledger/statement.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { CommandFault, type Context } from './context.ts'
import { withDatabase } from './database.ts'
import { csv, table } from './output.ts'

export function ledgerCommands(context: Context): Command {
  const ledger = new Command('ledger').description('prove the ledger and print statements')

  ledger
    .command('verify')
    .description('prove that the ledger balances and agrees with the payments')
    .option('--json', 'print the answer as JSON')
    .action(async ({ json }) => {
      const found = await withDatabase(context, verifyLedger)
      const { payments, entries, differences } = found
      if (json) context.print(JSON.stringify(found, null, 2))
      else if (differences.length === 0) {
        context.print(`The ledger balances and agrees: ${payments} payments, ${entries} entries.`)
      } else {
        const rows = differences.map(d => [d.paymentId, d.what, d.payment, d.ledger])
        context.print(table(['PAYMENT', 'WHAT', 'PAYMENT SAYS', 'LEDGER SAYS'], rows))
      }
      if (differences.length > 0) throw new CommandFault(`${differences.length} differences found.`)
    })

  ledger
    .command('statement')
    .description('print a merchant’s movements and balances')
    .requiredOption('--merchant <merchantId>')
    .option('--from <date>', 'first day or moment (default: a month ago)', moment, monthAgo())
    .option('--to <date>', 'end, exclusive (default: now)', moment, new Date())
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
  return ledger
}

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
    ].join('\n')
  },
  csv: (statement: Statement) =>
    csv(
      header.map(name => name.toLowerCase()),
      rowsOf(statement),
    ),
  json: (statement: Statement) => JSON.stringify(statement, null, 2),
}

const momentShape = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** A day begins at midnight UTC. Nothing is guessed: a statement of the wrong period looks like a right one. */
function moment(text: string): Date {
  const day = momentShape.exec(text)?.[1]
  const date = new Date(text)
  if (!day || Number.isNaN(date.getTime()) || !isOnCalendar(day)) {
    throw new InvalidArgumentError('It must be a date such as 2026-01-31 or 2026-01-31T14:00:00Z.')
  }
  return date
}

/** JavaScript takes the 30th of February for the 2nd of March. */
function isOnCalendar(day: string): boolean {
  return new Date(day).toISOString().startsWith(day)
}

function monthAgo(): Date {
  const date = new Date()
  date.setMonth(date.getMonth() - 1)
  return date
}
