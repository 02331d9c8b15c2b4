import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { type Column, DataTable, NarrowOnly, RowLink } from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { May } from '../../session/may.tsx'
import { feeText } from './fees.ts'
import { fetchMerchants, type Merchant } from './merchant-query.ts'
import classes from './merchants.module.css'
import { NewMerchant } from './new-merchant.tsx'

export function MerchantsPage() {
  const { cursor } = useSearch({ from: '/shell/merchants' })
  const navigate = useNavigate({ from: '/merchants' })
  const page = useKeysetPage({ queryKey: ['merchants', 'list'], cursor, fetchPage: fetchMerchants })
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
        <DataTable
          caption="Merchants, newest first"
          columns={columns}
          rows={page.rows}
          rowKey={({ merchantId }) => merchantId}
          error={page.error}
          onRetry={page.retry}
          isStale={page.isStale}
          empty={
            <EmptyState title="No merchant yet">
              Create one. It gets an API key, a signing secret, and a link to its onboarding.
            </EmptyState>
          }
          footer={
            <Pager page={page} onCursor={cursor => void navigate({ search: cursor ? { cursor } : {} })} />
          }
        />
      </Card>
    </Page>
  )
}

export function MerchantBadge({ merchant }: { merchant: Pick<Merchant, 'suspended' | 'onboardingStatus'> }) {
  return (
    <span className={classes.badges}>
      <StatusBadge status={merchant.onboardingStatus} />
      {merchant.suspended && <StatusBadge status="suspended" />}
    </span>
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
  { header: 'Onboarding', cell: merchant => <MerchantBadge merchant={merchant} /> },
  { header: 'Fee', from: 'sm', align: 'right', cell: feeText },
  {
    header: 'Callback URL',
    from: 'md',
    cell: ({ callbackUrl }) =>
      callbackUrl ? <code className={classes.url}>{callbackUrl}</code> : <span>Not set</span>,
  },
  { header: 'Merchant', from: 'lg', cell: ({ merchantId }) => <CopyableId id={merchantId} short /> },
  { header: 'Created', from: 'sm', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
]
