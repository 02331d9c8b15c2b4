import { Button } from '@mantine/core'
import { useMerchantName } from '../../api/merchants.ts'
import { CopyableId } from '../../components/copyable.tsx'
import { type Column, DataTable, NarrowOnly, RowLink } from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { useMerchantColumn } from '../../components/merchants.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import classes from './callbacks.module.css'
import { type Delivery, fetchDeliveries, lastAnswer } from './delivery-query.ts'
import { EventType, stateText } from './names.tsx'
import type { CallbackSearch } from './route.ts'

export interface CallbackListProps {
  filters: Omit<CallbackSearch, 'cursor' | 'tab'>
  cursor: string | undefined
  onSearch: (search: CallbackSearch) => void
}

export function DeliveryList({ filters, cursor, onSearch }: CallbackListProps) {
  const page = useKeysetPage({
    queryKey: ['deliveries', filters],
    cursor,
    fetchPage: (cursor, signal) => fetchDeliveries(filters, { cursor, signal }),
  })
  return (
    <DataTable
      caption="Deliveries, newest first"
      columns={useColumns()}
      rows={page.rows}
      rowKey={({ deliveryId }) => deliveryId}
      error={page.error}
      onRetry={page.retry}
      isStale={page.isStale}
      empty={<NothingSent filters={filters} onClear={() => onSearch({})} />}
      footer={<Pager page={page} onCursor={cursor => onSearch({ ...filters, cursor })} />}
    />
  )
}

function NothingSent({ filters, onClear }: { filters: CallbackListProps['filters']; onClear: () => void }) {
  const isFiltered = Object.values(filters).some(Boolean)
  if (filters.state === 'dead') {
    return (
      <EmptyState title="No dead letters" action={<Button onClick={onClear}>Show all</Button>}>
        Every callback was delivered or is still being tried.
      </EmptyState>
    )
  }
  if (isFiltered) {
    return <EmptyState title="No callback matches" action={<Button onClick={onClear}>Show all</Button>} />
  }
  return (
    <EmptyState title="Nothing sent yet">
      Once a callback URL is set, every event of a payment is sent there.
    </EmptyState>
  )
}

function useColumns(): readonly Column<Delivery>[] {
  const merchant = useMerchantColumn()
  const merchantName = useMerchantName()
  return [
    {
      header: 'Type',
      cell: ({ deliveryId, merchantId, type, createdAt }) => (
        <>
          <RowLink to="/callbacks/$deliveryId" params={{ deliveryId }} aria-label={`${type}, ${deliveryId}`}>
            <EventType type={type} />
          </RowLink>
          <NarrowOnly clip>{merchantName(merchantId)}</NarrowOnly>
          <NarrowOnly>
            <Time at={createdAt} />
          </NarrowOnly>
        </>
      ),
    },
    { header: 'State', cell: ({ state }) => <StatusBadge status={state} label={stateText[state]} /> },
    ...merchant,
    { header: 'Attempts', from: 'md', align: 'right', cell: ({ attempts }) => attempts },
    {
      header: 'Last answer',
      from: 'md',
      cell: delivery => <span className={classes.clipped}>{lastAnswer(delivery)}</span>,
    },
    {
      header: 'Next attempt',
      from: 'lg',
      cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} relative />,
    },
    { header: 'Delivery', from: 'lg', cell: ({ deliveryId }) => <CopyableId id={deliveryId} short /> },
    { header: 'Queued', from: 'sm', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
}
