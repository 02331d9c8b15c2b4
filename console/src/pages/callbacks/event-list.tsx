import { Button } from '../../components/button.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { type Column, DataTable, NarrowOnly, RowLink } from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { useMerchantColumn } from '../../components/merchants.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import type { CallbackListProps } from './delivery-list.tsx'
import { type CallbackEvent, fetchEvents } from './delivery-query.ts'
import { EventType, noCallbackText, outcomeText, stateText } from './names.tsx'

/** The processor's events, forwarded or not. */
export function EventList({ filters, cursor, onSearch }: CallbackListProps) {
  const page = useKeysetPage({
    queryKey: ['events', filters],
    cursor,
    fetchPage: (cursor, signal) => fetchEvents(filters, { cursor, signal }),
  })
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <DataTable
      caption="Events, newest first"
      columns={useColumns()}
      rows={page.rows}
      rowKey={({ id, merchantId }) => `${merchantId} ${id}`}
      error={page.error}
      onRetry={page.retry}
      isStale={page.isStale}
      empty={
        isFiltered ? (
          <EmptyState
            title="No matching events"
            action={<Button onClick={() => onSearch({})}>Show all</Button>}
          />
        ) : (
          <EmptyState title="No events yet">
            Everything that the processor reports about a payment or an account appears here.
          </EmptyState>
        )
      }
      footer={<Pager page={page} onCursor={cursor => onSearch({ ...filters, cursor })} />}
    />
  )
}

function EventLink({ event }: { event: CallbackEvent }) {
  const { type, id, merchantId } = event
  return (
    <RowLink
      to="/callbacks/events/$merchantId/$eventId"
      params={{ merchantId, eventId: id }}
      aria-label={`${type}, ${id}`}
    >
      <EventType type={type} />
    </RowLink>
  )
}

function useColumns(): readonly Column<CallbackEvent>[] {
  const merchant = useMerchantColumn()
  const merchantName = useMerchantName()
  return [
    {
      header: 'Type',
      cell: event => (
        <>
          <EventLink event={event} />
          {event.delivery?.orderRef && <NarrowOnly clip>{event.delivery.orderRef}</NarrowOnly>}
          {merchant.length > 0 && <NarrowOnly clip>{merchantName(event.merchantId)}</NarrowOnly>}
          <NarrowOnly>
            <Time at={event.receivedAt} />
          </NarrowOnly>
        </>
      ),
    },
    {
      header: 'Outcome',
      from: 'sm',
      cell: ({ outcome }) => <StatusBadge status={outcome} label={outcomeText(outcome)} />,
    },
    {
      header: 'Callback',
      cell: event => {
        const { delivery } = event
        if (!delivery) return noCallbackText(event)
        return <StatusBadge status={delivery.state} label={stateText[delivery.state]} />
      },
    },
    ...merchant,
    { header: 'Event', from: 'xl', cell: ({ id }) => <CopyableId id={id} short /> },
    {
      header: 'Payment',
      from: 'lg',
      cell: ({ svcPaymentId }) => (svcPaymentId ? <CopyableId id={svcPaymentId} short /> : '–'),
    },
    { header: 'Received', from: 'sm', align: 'right', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  ]
}
