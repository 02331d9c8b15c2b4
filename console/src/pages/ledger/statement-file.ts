import { csvOf, download } from '../../components/download.ts'
import { plainMoney } from '../../components/money.tsx'
import type { Statement } from './ledger-query.ts'

const header = ['posted_at', 'entry', 'payment', 'order_reference', 'currency', 'gross', 'fee', 'net']

/** Opening balances first, then every movement, then closing balances: it adds up line by line. */
function statementCsv({ from, to, lines, totals }: Statement): string {
  const balance = (at: string, name: string, pick: (total: Statement['totals'][number]) => number) =>
    totals.map(total => [
      at,
      name,
      null,
      null,
      total.currency,
      null,
      null,
      Number(plainMoney(pick(total), total.currency)),
    ])
  const movements = lines.map(({ postedAt, kind, paymentId, orderRef, currency, ...cents }) => [
    postedAt,
    kind,
    paymentId,
    orderRef,
    currency,
    ...[cents.grossCents, cents.feeCents, cents.netCents].map(one => Number(plainMoney(one, currency))),
  ])
  return csvOf(header, [
    ...balance(from, 'opening_balance', total => total.openingCents),
    ...movements,
    ...balance(to, 'closing_balance', total => total.closingCents),
  ])
}

export function downloadStatement(
  statement: Statement,
  { name, days }: { name: string; days: { from: string; to: string } },
): void {
  const plainName = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  download(
    `statement-${plainName}-${days.from}-${days.to}.csv`,
    statementCsv(statement),
    'text/csv;charset=utf-8',
  )
}
