import type { Static } from '@fastify/type-provider-typebox'
import { type Cell, csvOf } from '../csv.ts'
import type { StatementSchema } from './schemas.ts'

/** A statement from the database, with dates, or from JSON, with times as text. */
type Statement<Time> = Omit<Static<typeof StatementSchema>, 'from' | 'to' | 'lines'> & {
  from: Time
  to: Time
  lines: (Omit<Static<typeof StatementSchema>['lines'][number], 'postedAt'> & { postedAt: Time })[]
}

/** The fields of a line, which name their unit. */
export const statementColumns = [
  'postedAt',
  'kind',
  'paymentId',
  'orderRef',
  'currency',
  'grossCents',
  'feeCents',
  'netCents',
] as const

/** Opening balances, then every line, then closing balances: the last column adds up in each currency. */
export function statementRows({ from, to, lines, totals }: Statement<Date | string>): Cell[][] {
  const balance = (at: Date | string, kind: string, of: (total: (typeof totals)[number]) => number) =>
    totals.map(total => [timeText(at), kind, null, null, total.currency, null, null, of(total)])
  return [
    ...balance(from, 'opening_balance', ({ openingCents }) => openingCents),
    ...lines.map(({ postedAt, ...line }) =>
      statementColumns.map(name => (name === 'postedAt' ? timeText(postedAt) : line[name])),
    ),
    ...balance(to, 'closing_balance', ({ closingCents }) => closingCents),
  ]
}

const timeText = (at: Date | string) => (typeof at === 'string' ? at : at.toISOString())

export const statementCsv = (statement: Statement<Date | string>) =>
  csvOf(statementColumns, statementRows(statement))

interface Named {
  /** The merchant's name. */
  name: string
  processor: string | null
  from: Date
  /** Exclusive. */
  to: Date
}

/** Names the first and the last day, in UTC. */
export function statementFileName({ name, processor, from, to }: Named): string {
  const whose = [name, processor].filter(Boolean).join(' ').toLowerCase()
  const plain = whose.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  const day = (at: Date) => at.toISOString().slice(0, 10)
  return `statement-${plain}-${day(from)}-${day(new Date(to.getTime() - 1))}.csv`
}
