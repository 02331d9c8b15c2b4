import { command } from '../../api/command.ts'
import { Button, DownloadLink } from '../../components/button.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { type Column, DataTable, NarrowOnly, RowLink } from '../../components/data-table.tsx'
import { TextInput } from '../../components/fields.tsx'
import { DownloadIcon } from '../../components/icons.tsx'
import { formatMoney } from '../../components/money.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { ProcessorFilter } from '../../components/processors.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import classes from './ledger.module.css'
import type { LedgerSearch } from './ledger-query.ts'
import { type Statement, shownLines, useStatement } from './ledger-query.ts'
import { daysOf, longestDays, monthBefore, periodOf, weekBefore } from './period.ts'

interface StatementPanelProps {
  merchantId: string
  search: LedgerSearch
  onSearch: (search: LedgerSearch) => void
}

/** A period's movements, with the balances before and after, on the page or as a file. */
export function StatementPanel({ merchantId, search, onSearch }: StatementPanelProps) {
  const days = daysOf(search)
  const { processor } = search
  const range = periodOf(days)
  const period = range && { ...range, ...(processor && { processor }) }
  const file = period && `/ledger/statement?${new URLSearchParams({ merchantId, ...period, format: 'csv' })}`
  const set = (change: LedgerSearch) => onSearch({ ...search, ...days, ...change, cursor: undefined })
  return (
    <>
      <div className={classes.period}>
        <TextInput
          label="From"
          type="date"
          value={days.from}
          onChange={event => event.currentTarget.value && set({ from: event.currentTarget.value })}
        />
        <TextInput
          label="To"
          type="date"
          value={days.to}
          onChange={event => event.currentTarget.value && set({ to: event.currentTarget.value })}
        />
        <ProcessorFilter value={processor} onChange={processor => set({ processor })} />
        <Button variant="subtle" onClick={() => set({ from: undefined, to: undefined })}>
          This month
        </Button>
        <Button variant="subtle" onClick={() => set(monthBefore())}>
          Last month
        </Button>
        <Button variant="subtle" onClick={() => set(weekBefore())}>
          Last week
        </Button>
        {file && (
          <CopyAs
            command={command('get', '/admin/v1/ledger/statement', {
              query: { merchantId, ...period, format: 'csv' },
            })}
          />
        )}
        {file && (
          <DownloadLink href={`/admin/v1${file}`} leftSection={<DownloadIcon />}>
            Download CSV
          </DownloadLink>
        )}
      </div>
      {period ? (
        <StatementTables merchantId={merchantId} period={period} />
      ) : (
        <EmptyState title="Choose other days">
          The first day must not be after the last, and a statement covers at most {longestDays} days.
        </EmptyState>
      )}
    </>
  )
}

interface Range {
  from: string
  to: string
  processor?: string
}

type Total = Statement['totals'][number]
type Line = Statement['lines'][number]

type Part = readonly [header: string, of: (total: Total) => number, from: 'sm' | 'md']

const held = ({ grossCents, feeCents, netCents }: Total) => grossCents - feeCents - netCents

/** From the opening balance to the closing one. */
const partsOf = (totals: readonly Total[]): readonly Part[] => [
  ['Opening balance', ({ openingCents }) => openingCents, 'sm'],
  ['Net from customers', ({ grossCents }) => grossCents, 'md'],
  ['Fees', ({ feeCents }) => feeCents, 'md'],
  ...(totals.some(total => held(total) !== 0) ? [['Held for disputes', held, 'md'] as const] : []),
  ['Net', ({ netCents }) => netCents, 'sm'],
]

function totalColumns(totals: readonly Total[] = []): readonly Column<Total>[] {
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

const lineColumns: readonly Column<Line>[] = [
  {
    header: 'Entry',
    cell: ({ kind, paymentId, orderRef, postedAt }) => (
      <>
        <RowLink
          to="/payments/$svcPaymentId"
          params={{ svcPaymentId: paymentId }}
          aria-label={[statusText(kind), orderRef, paymentId].filter(Boolean).join(', ')}
        >
          {statusText(kind)}
        </RowLink>
        {orderRef && <NarrowOnly clip>{orderRef}</NarrowOnly>}
        <NarrowOnly>
          <Time at={postedAt} />
        </NarrowOnly>
      </>
    ),
  },
  { header: 'Order', from: 'sm', clip: true, cell: ({ orderRef }) => orderRef ?? '–' },
  {
    header: 'From customer',
    from: 'md',
    align: 'right',
    cell: ({ grossCents, currency }) => formatMoney(grossCents, currency),
  },
  {
    header: 'Fee',
    from: 'sm',
    align: 'right',
    cell: ({ feeCents, currency }) => formatMoney(feeCents, currency),
  },
  { header: 'Net', align: 'right', cell: ({ netCents, currency }) => formatMoney(netCents, currency) },
  { header: 'Posted', from: 'sm', align: 'right', cell: ({ postedAt }) => <Time at={postedAt} /> },
]

function StatementTables({ merchantId, period }: { merchantId: string; period: Range }) {
  const { data, error, refetch, isPlaceholderData } = useStatement(merchantId, period)
  return (
    <>
      <DataTable
        caption="Totals by currency"
        columns={totalColumns(data?.totals)}
        rows={data?.totals}
        rowKey={({ currency }) => currency}
        error={error}
        onRetry={refetch}
        isStale={isPlaceholderData}
        expectedRows={1}
        empty={<EmptyState title="No movements">Nothing was posted in this period or before it.</EmptyState>}
      />
      {data && (
        <p className={classes.note}>
          {data.isFinal
            ? 'This period is over: nothing will be added to it.'
            : 'This period is not over yet: more may be added.'}{' '}
          Days are those of UTC.
          {data.nextCursor && ` The first ${shownLines} lines; the file has all.`}
        </p>
      )}
      {data && data.lines.length > 0 && (
        <DataTable
          caption="Movements"
          columns={lineColumns}
          rows={data.lines}
          rowKey={({ paymentId, kind, postedAt, netCents }) => `${paymentId} ${kind} ${postedAt} ${netCents}`}
          isStale={isPlaceholderData}
          empty={null}
        />
      )}
    </>
  )
}
