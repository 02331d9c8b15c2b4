import { type Column, DataTable, NarrowOnly, RowLink } from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { formatMoney } from '../../components/money.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import type { LedgerSearch } from './ledger-query.ts'
import { type Entry, fetchEntries } from './ledger-query.ts'

interface EntryListProps {
  merchantId: string
  search: LedgerSearch
  onSearch: (search: LedgerSearch) => void
}

const leg = (entry: Entry, cents: number) => (cents === 0 ? '–' : formatMoney(cents, entry.currency))

const columns: readonly Column<Entry>[] = [
  {
    header: 'Entry',
    cell: ({ kind, svcPaymentId, orderRef, postedAt }) => (
      <>
        <RowLink
          to="/payments/$svcPaymentId"
          params={{ svcPaymentId }}
          aria-label={[statusText(kind), orderRef, svcPaymentId].filter(Boolean).join(', ')}
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
  { header: 'Customer', from: 'md', align: 'right', cell: entry => leg(entry, entry.customerCents) },
  { header: 'Merchant', align: 'right', cell: entry => leg(entry, entry.merchantCents) },
  { header: 'Platform fees', from: 'sm', align: 'right', cell: entry => leg(entry, entry.platformFeesCents) },
  { header: 'Dispute hold', from: 'lg', align: 'right', cell: entry => leg(entry, entry.disputeHoldCents) },
  { header: 'Fact', from: 'xl', cell: ({ fact }) => <code>{fact}</code> },
  { header: 'Posted', from: 'sm', align: 'right', cell: ({ postedAt }) => <Time at={postedAt} /> },
]

/** Every posting, newest first. Its legs sum to zero. */
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
          A capture, a refund, a fee or a dispute makes an entry.
        </EmptyState>
      }
      footer={<Pager page={page} onCursor={cursor => onSearch({ ...search, cursor })} />}
    />
  )
}
