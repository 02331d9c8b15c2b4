import { Button } from '../../components/button.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import {
  Clipped,
  type Column,
  DataTable,
  NarrowOnly,
  RowLink,
  SecondLine,
} from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { useMerchantColumn } from '../../components/merchants.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { counted } from '../../components/numbers.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import {
  attemptsInCycle,
  type CallbackSearch,
  type Delivery,
  deliveryList,
  lastAnswer,
} from './delivery-query.ts'
import { EventType, stateText } from './names.tsx'
import { NextAttempt } from './next-attempt.tsx'

export interface CallbackListProps {
  filters: Omit<CallbackSearch, 'cursor' | 'tab'>
  cursor: string | undefined
  onSearch: (search: CallbackSearch) => void
}

export function DeliveryList({ filters, cursor, onSearch }: CallbackListProps) {
  const page = useKeysetPage(deliveryList({ cursor, ...filters }))
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
    return <EmptyState title="No matching callbacks" action={<Button onClick={onClear}>Show all</Button>} />
  }
  return (
    <EmptyState title="Nothing sent yet">
      Events that arrive once a callback URL is set are sent there.
    </EmptyState>
  )
}

function useColumns(): readonly Column<Delivery>[] {
  const merchant = useMerchantColumn()
  const merchantName = useMerchantName()
  return [
    {
      header: 'Type',
      cell: ({ deliveryId, merchantId, orderRef, type, createdAt }) => (
        <>
          <RowLink to="/callbacks/$deliveryId" params={{ deliveryId }} aria-label={`${type}, ${deliveryId}`}>
            <EventType type={type} />
          </RowLink>
          {orderRef && <SecondLine clip>{orderRef}</SecondLine>}
          {merchant.length > 0 && <NarrowOnly clip>{merchantName(merchantId)}</NarrowOnly>}
          <NarrowOnly>
            <Time at={createdAt} />
          </NarrowOnly>
        </>
      ),
    },
    { header: 'State', cell: ({ state }) => <StatusBadge status={state} label={stateText[state]} /> },
    ...merchant,
    {
      header: 'Last response',
      from: 'md',
      cell: ({ attempts, ...delivery }) => (
        <>
          <Clipped>{lastAnswer(delivery)}</Clipped>
          <SecondLine>
            {delivery.state === 'pending' && attempts >= attemptsInCycle && 'redelivered after '}
            {counted(attempts, 'attempt')}
            {delivery.state === 'pending' && <NextAttempt delivery={delivery} />}
          </SecondLine>
        </>
      ),
    },
    { header: 'Delivery', from: 'xl', cell: ({ deliveryId }) => <CopyableId id={deliveryId} short /> },
    { header: 'Queued', from: 'sm', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
}
