import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { type Column, DataTable, NarrowOnly, RowLink, SecondLine } from '../../components/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../../components/filters.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { StatusBadge, statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { May } from '../../session/may.tsx'
import { feeText } from './fees.ts'
import {
  type Merchant,
  type MerchantSearch,
  merchantList,
  onboardingStatuses,
  statusOf,
} from './merchant-query.ts'
import classes from './merchants.module.css'
import { NewMerchant } from './new-merchant.tsx'

export function MerchantsPage() {
  const { cursor, ...filters } = useSearch({ from: '/shell/merchants' })
  const navigate = useNavigate({ from: '/merchants' })
  const isFiltered = Object.values(filters).some(Boolean)
  const clear = () => void navigate({ search: {}, replace: true })
  const set = (changed: MerchantSearch) =>
    void navigate({ search: before => ({ ...before, ...changed, cursor: undefined }), replace: true })
  const page = useKeysetPage(merchantList({ cursor, ...filters }))
  return (
    <Page
      title="Merchants"
      lead="The merchants you take payments for"
      actions={
        <May action="createMerchant">
          <NewMerchant />
        </May>
      }
    >
      <Card flush>
        <Filters onClear={isFiltered ? clear : undefined}>
          <TextFilter
            label="Name or id"
            value={filters.search}
            onChange={search => set({ search })}
            maxLength={500}
          />
          <SelectFilter
            label="Onboarding"
            value={filters.onboarding}
            onChange={onboarding => set({ onboarding })}
            choices={onboardingStatuses.map(status => ({ value: status, label: statusText(status) }))}
          />
          <SelectFilter
            label="Attention"
            value={filters.state}
            onChange={state => set({ state })}
            choices={[
              { value: 'failing', label: 'Callbacks failing' },
              { value: 'suspended', label: 'Suspended' },
              { value: 'disabled', label: 'Disabled' },
            ]}
          />
        </Filters>
        <DataTable
          caption="Merchants, newest first"
          columns={columns}
          rows={page.rows}
          rowKey={({ merchantId }) => merchantId}
          error={page.error}
          onRetry={page.retry}
          isStale={page.isStale}
          empty={
            isFiltered ? (
              <EmptyState title="No matching merchants" action={<Button onClick={clear}>Show all</Button>} />
            ) : (
              <EmptyState title="No merchants yet">
                Create one. It gets an API key, a signing secret and an onboarding link.
              </EmptyState>
            )
          }
          footer={
            <Pager page={page} onCursor={cursor => void navigate({ search: { ...filters, cursor } })} />
          }
        />
      </Card>
    </Page>
  )
}

const columns: readonly Column<Merchant>[] = [
  {
    header: 'Name',
    cell: ({ merchantId, name, createdAt }) => (
      <>
        <RowLink to="/merchants/$merchantId" params={{ merchantId }}>
          <span className={classes.name}>{name}</span>
        </RowLink>
        <NarrowOnly>
          <Time at={createdAt} />
        </NarrowOnly>
      </>
    ),
  },
  {
    header: 'State',
    cell: merchant => (
      <span className={classes.badges}>
        <StatusBadge status={statusOf(merchant)} />
        {merchant.failing && <StatusBadge status="failing" tone="bad" label="Callbacks failing" />}
        {statusOf(merchant) !== merchant.onboardingStatus && (
          <SecondLine>Onboarding: {statusText(merchant.onboardingStatus).toLowerCase()}</SecondLine>
        )}
      </span>
    ),
  },
  { header: 'Platform fee', from: 'sm', align: 'right', cell: feeText },
  {
    header: 'Callback URL',
    from: 'md',
    cell: ({ callbackUrl }) =>
      callbackUrl ? (
        <code className={classes.url} title={callbackUrl}>
          {callbackUrl}
        </code>
      ) : (
        <span>Not set</span>
      ),
  },
  { header: 'Merchant', from: 'lg', cell: ({ merchantId }) => <CopyableId id={merchantId} short /> },
  { header: 'Created', from: 'sm', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
]
