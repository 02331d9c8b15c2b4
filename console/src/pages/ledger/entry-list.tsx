import { type Column, DataTable, NarrowOnly, RowLink } from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { fromAndTo } from './accounts.ts'
import classes from './ledger.module.css'
import type { LedgerSearch } from './ledger-query.ts'
import { type Entry, fetchEntries } from './ledger-query.ts'

interface EntryListProps {
  merchantId: string
  search: LedgerSearch
  onSearch: (search: LedgerSearch) => void
}

/** One line per account. */
const Lines = ({ of }: { of: string[] }) => (
  <span className={classes.lines}>
    {of.map(line => (
      <span key={line}>{statusText(line)}</span>
    ))}
  </span>
)

const columns: readonly Column<Entry>[] = [
  {
    header: 'Entry',
    cell: ({ kind, svcPaymentId, orderRef, postedAt, ...entry }) => (
      <>
        <RowLink
          to="/payments/$svcPaymentId"
          params={{ svcPaymentId }}
          aria-label={[statusText(kind), orderRef, svcPaymentId].filter(Boolean).join(', ')}
        >
          {statusText(kind)}
        </RowLink>
        {orderRef && <NarrowOnly clip>{orderRef}</NarrowOnly>}
        <NarrowOnly>from {fromAndTo(entry).from.join(', ')}</NarrowOnly>
        <NarrowOnly>
          <Time at={postedAt} />
        </NarrowOnly>
      </>
    ),
  },
  { header: 'Order', from: 'sm', clip: true, cell: ({ orderRef }) => orderRef ?? '–' },
  { header: 'From', from: 'sm', align: 'right', cell: entry => <Lines of={fromAndTo(entry).from} /> },
  { header: 'To', align: 'right', cell: entry => <Lines of={fromAndTo(entry).to} /> },
  { header: 'Fact', from: 'xl', cell: ({ fact }) => <code>{fact}</code> },
  { header: 'Posted', from: 'sm', align: 'right', cell: ({ postedAt }) => <Time at={postedAt} /> },
]

/** Every posting, newest first. */
export function EntryList({ merchantId, search, onSearch }: EntryListProps) {
  const { currency, cursor } = search
  const page = useKeysetPage({
    queryKey: ['ledger', 'entries', merchantId, currency ?? null],
    cursor,
    fetchPage: (cursor, signal) => fetchEntries({ merchantId, currency }, { cursor, signal }),
  })
  return (
    <DataTable
      caption="Ledger entries, newest first"
      columns={columns}
      rows={page.rows}
      rowKey={({ svcPaymentId, fact }) => `${svcPaymentId} ${fact}`}
      error={page.error}
      onRetry={page.retry}
      isStale={page.isStale}
      empty={
        <EmptyState title="Nothing posted yet">
          Captures, refunds, fees and disputes create entries.
        </EmptyState>
      }
      footer={<Pager page={page} onCursor={cursor => onSearch({ ...search, cursor })} />}
    />
  )
}
