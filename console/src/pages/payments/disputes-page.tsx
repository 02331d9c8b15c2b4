import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable, NarrowOnly, RowLink, SecondLine } from '../../components/data-table.tsx'
import { DisputeBadge, needsResponse } from '../../components/dispute-state.tsx'
import { Filters } from '../../components/filters.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { MerchantFilter, useMerchantColumn } from '../../components/merchants.tsx'
import { formatMoney } from '../../components/money.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { Time } from '../../components/time.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { type DisputeSearch, disputeList, type Payment } from './list-query.ts'

const tabs = [
  { name: 'open', label: 'Need a response' },
  { name: 'all', label: 'All except inquiries' },
] as const

/** Disputes and inquiries that need a response, with their deadlines, and all disputes, whatever the outcome. */
export function DisputesPage() {
  const { cursor, ...search } = useSearch({ from: '/shell/disputes' })
  const { tab, merchantId } = search
  const navigate = useNavigate({ from: '/disputes' })
  const go = (next: DisputeSearch) => void navigate({ search: next })
  const page = useKeysetPage(disputeList({ cursor, ...search }))
  const { kind } = useSignedIn()
  return (
    <Page
      title="Disputes"
      lead={
        <>
          A dispute means that a customer has asked the bank for the money back. Without a timely response, it
          is lost. {kind === 'portal' ? 'You respond' : 'The merchant responds'} in{' '}
          {kind === 'portal' ? 'your' : 'its'} own dashboard at the processor: open the payment for the link.
          The outcome appears here automatically. An inquiry, which holds no money, is listed until it is
          answered.
        </>
      }
    >
      <Card flush>
        <Tabs
          tabs={tabs}
          shown={tab ?? 'open'}
          onShow={name => go({ merchantId, tab: name === 'all' ? name : undefined })}
        >
          {kind === 'operator' && (
            <Filters onClear={merchantId ? () => go({ tab }) : undefined}>
              <MerchantFilter value={merchantId} onChange={chosen => go({ tab, merchantId: chosen })} />
            </Filters>
          )}
          <DataTable
            caption={tab ? 'Disputed payments, newest first' : 'Disputes that need a response, by deadline'}
            columns={useColumns()}
            rows={page.rows}
            rowKey={({ svcPaymentId }) => svcPaymentId}
            error={page.error}
            onRetry={page.retry}
            isStale={page.isStale}
            expectedRows={3}
            empty={
              tab ? (
                <EmptyState title="No payment was ever disputed" />
              ) : (
                <EmptyState
                  title="No disputes need a response"
                  action={<Button onClick={() => go({ merchantId, tab: 'all' })}>Show all</Button>}
                />
              )
            }
            footer={<Pager page={page} onCursor={next => go({ ...search, cursor: next })} />}
          />
        </Tabs>
      </Card>
    </Page>
  )
}

function useColumns(): readonly Column<Payment>[] {
  const merchant = useMerchantColumn()
  const merchantName = useMerchantName()
  return [
    {
      header: 'Disputed',
      cell: ({ svcPaymentId, merchantId, dispute, disputedCents, currency, orderRef }) => {
        const amount = formatMoney(dispute?.amountCents ?? disputedCents, currency)
        return (
          <>
            <RowLink
              to="/payments/$svcPaymentId"
              params={{ svcPaymentId }}
              aria-label={[amount, orderRef, svcPaymentId].filter(Boolean).join(', ')}
            >
              {amount}
            </RowLink>
            <NarrowOnly>{reasonOf(dispute)}</NarrowOnly>
            {orderRef && <NarrowOnly clip>{orderRef}</NarrowOnly>}
            {merchant.length > 0 && <NarrowOnly clip>{merchantName(merchantId)}</NarrowOnly>}
          </>
        )
      },
    },
    {
      header: 'State',
      cell: ({ dispute }) => (
        <>
          {dispute ? <DisputeBadge state={dispute.state} /> : '–'}
          <NarrowOnly>
            <Deadline dispute={dispute} />
          </NarrowOnly>
        </>
      ),
    },
    { header: 'Respond by', from: 'sm', cell: ({ dispute }) => <Deadline dispute={dispute} /> },
    { header: 'Customer’s reason', from: 'sm', clip: true, cell: ({ dispute }) => reasonOf(dispute) },
    ...merchant,
    { header: 'Order', from: 'md', clip: true, cell: ({ orderRef }) => orderRef ?? '–' },
    {
      header: 'Payment amount',
      from: 'lg',
      align: 'right',
      cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
    },
    {
      header: 'Payment created',
      from: 'xl',
      align: 'right',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
}

const reasonOf = (dispute: Payment['dispute']) => (dispute?.reason ? statusText(dispute.reason) : '–')

function Deadline({ dispute }: Pick<Payment, 'dispute'>) {
  if (!dispute || !needsResponse(dispute.state)) return '–'
  if (!dispute.dueBy) return 'not known'
  return (
    <>
      <Time at={dispute.dueBy} relative />
      <SecondLine>
        <Time at={dispute.dueBy} withZone />
      </SecondLine>
    </>
  )
}
