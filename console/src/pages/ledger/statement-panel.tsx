import { command } from '../../api/command.ts'
import { Button, DownloadLink } from '../../components/button.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { TextInput } from '../../components/fields.tsx'
import { DownloadIcon } from '../../components/icons.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { ProcessorFilter } from '../../components/processors.tsx'
import { utcDay } from '../../components/time.tsx'
import classes from './ledger.module.css'
import { type LedgerSearch, shownLines, useStatement } from './ledger-query.ts'
import { daysOf, longestDays, monthBefore, periodOf, weekBefore } from './period.ts'
import { isOfDispute, lineColumns, totalColumns } from './statement-columns.tsx'

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
        <div className={classes.choices}>
          <Button variant="subtle" size="xs" onClick={() => set({ from: undefined, to: undefined })}>
            This month
          </Button>
          <Button variant="subtle" size="xs" onClick={() => set(monthBefore())}>
            Last month
          </Button>
          <Button variant="subtle" size="xs" title="Monday to Sunday" onClick={() => set(weekBefore())}>
            Last week
          </Button>
        </div>
        {file && (
          <div className={classes.choices}>
            <CopyAs
              command={command('get', '/admin/v1/ledger/statement', {
                query: { merchantId, ...period, format: 'csv' },
              })}
            />
            <DownloadLink href={`/admin/v1${file}`} leftSection={<DownloadIcon />}>
              Download CSV
            </DownloadLink>
          </div>
        )}
      </div>
      {period ? (
        <StatementTables merchantId={merchantId} period={period} days={days} />
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

interface StatementTablesProps {
  merchantId: string
  period: Range
  days: { from: string; to: string }
}

function StatementTables({ merchantId, period, days }: StatementTablesProps) {
  const { data, error, refetch, isPlaceholderData } = useStatement(merchantId, period)
  const hasHeld = data?.lines.some(isOfDispute)
  return (
    <>
      <DataTable
        caption={`From ${utcDay(days.from)} to ${utcDay(days.to)}`}
        isTitled
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
        <div className={classes.note}>
          <p>
            {data.isFinal
              ? 'This period is over: nothing will be added to it.'
              : 'This period is not over yet: more may be added.'}{' '}
            Days and times are in UTC. “Net” is “From customer” less “Platform fee”.
            {hasHeld && ' “Held for disputes” is deducted, too.'}
            {data.nextCursor && ` These are the first ${shownLines} lines; the file has them all.`}
          </p>
          <p>
            The file has “From customer” as <code>grossCents</code>, “Platform fee” as <code>feeCents</code>{' '}
            and “Net” as <code>netCents</code>. These amounts are in the smallest unit of the currency: 5125
            is $51.25.
            {hasHeld && ' “Held for disputes” has no column there.'}
          </p>
        </div>
      )}
      {data && data.lines.length > 0 && (
        <DataTable
          caption="Movements"
          isTitled
          columns={lineColumns(data.lines)}
          rows={data.lines}
          rowKey={({ paymentId, kind, postedAt, netCents }) => `${paymentId} ${kind} ${postedAt} ${netCents}`}
          isStale={isPlaceholderData}
          empty={null}
        />
      )}
    </>
  )
}
