import { type Column, NarrowOnly, RowLink } from '../../components/data-table.tsx'
import { formatMoney } from '../../components/money.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import type { Statement } from './ledger-query.ts'

type Total = Statement['totals'][number]
type Line = Statement['lines'][number]

type Part = readonly [header: string, of: (total: Total) => number, from: 'sm' | 'md']

/** A lost dispute takes its amount from here; a won one returns it. */
const held = ({ grossCents, feeCents, netCents }: Total | Line) => grossCents - feeCents - netCents

export const isOfDispute = (line: Line) => held(line) !== 0

/** From the opening balance to the closing one. */
const partsOf = (totals: readonly Total[]): readonly Part[] => [
  ['Opening balance', ({ openingCents }) => openingCents, 'sm'],
  ['Net from customers', ({ grossCents }) => grossCents, 'md'],
  ['Platform fees', ({ feeCents }) => feeCents, 'md'],
  ...(totals.some(total => held(total) !== 0) ? [['Held for disputes', held, 'md'] as const] : []),
  ['Net', ({ netCents }) => netCents, 'sm'],
]

export function totalColumns(totals: readonly Total[] = []): readonly Column<Total>[] {
  const parts = partsOf(totals)
  return [
    {
      header: 'Currency',
      cell: total => (
        <>
          <strong>{total.currency.toUpperCase()}</strong>
          {parts.map(([header, of]) => (
            <NarrowOnly key={header}>
              {header.toLowerCase()} {formatMoney(of(total), total.currency)}
            </NarrowOnly>
          ))}
        </>
      ),
    },
    ...parts.map(
      ([header, of, from]): Column<Total> => ({
        header,
        from,
        align: 'right',
        cell: total => formatMoney(of(total), total.currency),
      }),
    ),
    {
      header: 'Closing balance',
      align: 'right',
      cell: ({ closingCents, currency }) => <strong>{formatMoney(closingCents, currency)}</strong>,
    },
  ]
}

const amount = (cents: number, currency: string) => (cents === 0 ? '–' : formatMoney(cents, currency))

/** The parts of a line's net. */
function partsOfLine(line: Line): string {
  const parts = [
    ['from customer', line.grossCents],
    ['platform fee', line.feeCents],
    ['held for disputes', held(line)],
  ] as const
  return parts
    .filter(([, cents]) => cents !== 0)
    .map(([name, cents]) => `${name} ${formatMoney(cents, line.currency)}`)
    .join(', ')
}

export function lineColumns(lines: readonly Line[]): readonly Column<Line>[] {
  const hasHeld = lines.some(line => held(line) !== 0)
  return [
    {
      header: 'Entry',
      cell: line => (
        <>
          <RowLink
            to="/payments/$svcPaymentId"
            params={{ svcPaymentId: line.paymentId }}
            aria-label={[statusText(line.kind), line.orderRef, line.paymentId].filter(Boolean).join(', ')}
          >
            {statusText(line.kind)}
          </RowLink>
          {line.orderRef && <NarrowOnly clip>{line.orderRef}</NarrowOnly>}
          <NarrowOnly>{partsOfLine(line)}</NarrowOnly>
          <NarrowOnly>
            <Time at={line.postedAt} inUtc />
          </NarrowOnly>
        </>
      ),
    },
    { header: 'Order', from: 'sm', clip: true, cell: ({ orderRef }) => orderRef ?? '–' },
    {
      header: 'From customer',
      from: 'md',
      align: 'right',
      cell: ({ grossCents, currency }) => amount(grossCents, currency),
    },
    {
      header: 'Platform fee',
      from: 'sm',
      align: 'right',
      cell: ({ feeCents, currency }) => amount(feeCents, currency),
    },
    ...(hasHeld
      ? [
          {
            header: 'Held for disputes',
            from: 'md',
            align: 'right',
            cell: (line: Line) => amount(held(line), line.currency),
          } as const,
        ]
      : []),
    { header: 'Net', align: 'right', cell: ({ netCents, currency }) => formatMoney(netCents, currency) },
    {
      header: 'Posted (UTC)',
      from: 'sm',
      align: 'right',
      cell: ({ postedAt }) => <Time at={postedAt} inUtc />,
    },
  ]
}
