import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Attention, useOverview } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable, NarrowOnly, RowLink, SecondLine } from '../../components/data-table.tsx'
import { DisputeBadge, isInquiry, needsResponse } from '../../components/dispute-state.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { formatMoney } from '../../components/money.tsx'
import { EmptyState, Note } from '../../components/notes.tsx'
import { counted, mostCounted } from '../../components/numbers.ts'
import { Page } from '../../components/page.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Time } from '../../components/time.tsx'
import { fetchPayments, type Payment } from '../payments/list-query.ts'
import classes from './portal.module.css'

/** Which disputes wait for an answer, until when, and all payments that are disputed. */
export function DisputesPage() {
  const { cursor } = useSearch({ from: '/shell/disputes' })
  const navigate = useNavigate({ from: '/disputes' })
  const { data } = useOverview('30d')
  const page = useKeysetPage({
    queryKey: ['payments', 'disputed'],
    cursor,
    fetchPage: (cursor, signal) => fetchPayments({ disputed: 'true' }, { cursor, signal }),
  })
  return (
    <Page
      title="Disputes"
      lead="A customer asked the bank for the money back. If you do not answer in time, the dispute is lost."
    >
      {data ? (
        <DisputesToAnswer disputes={data.attention.disputes} />
      ) : (
        <Skeleton height="4rem" radius="lg" />
      )}
      <Card title="Disputed payments" flush>
        <DataTable
          caption="Disputed payments, newest first"
          columns={columns}
          rows={page.rows}
          rowKey={({ svcPaymentId }) => svcPaymentId}
          error={page.error}
          onRetry={page.retry}
          isStale={page.isStale}
          expectedRows={3}
          empty={<EmptyState title="No disputed payment">No customer has disputed a payment.</EmptyState>}
          footer={<Pager page={page} onCursor={cursor => void navigate({ search: { cursor } })} />}
        />
      </Card>
    </Page>
  )
}

export function DisputesToAnswer({ disputes }: { disputes: Attention['disputes'] }) {
  if (disputes.length === 0) return null
  return (
    <Note tone="bad">
      <strong>
        {counted(disputes.length, 'dispute waits', 'disputes wait', mostCounted.disputesToAnswer)} for your
        answer.
      </strong>
      <ul className={classes.list}>
        {disputes.map(({ svcPaymentId, amountCents, currency, state, dueBy }) => (
          <li key={`${svcPaymentId} ${state} ${amountCents}`}>
            <Link to="/payments/$svcPaymentId" params={{ svcPaymentId }}>
              {formatMoney(amountCents, currency)}
            </Link>
            {isInquiry(state) && ', an inquiry'}
            {dueBy && (
              <>
                , answer due <Time at={dueBy} relative />, <Time at={dueBy} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Note>
  )
}

const columns: readonly Column<Payment>[] = [
  {
    header: 'Disputed',
    cell: ({ svcPaymentId, disputedCents, currency, orderRef, createdAt }) => (
      <>
        <RowLink
          to="/payments/$svcPaymentId"
          params={{ svcPaymentId }}
          aria-label={[formatMoney(disputedCents, currency), orderRef, svcPaymentId]
            .filter(Boolean)
            .join(', ')}
        >
          {formatMoney(disputedCents, currency)}
        </RowLink>
        <NarrowOnly clip>{orderRef}</NarrowOnly>
        <NarrowOnly>
          <Time at={createdAt} />
        </NarrowOnly>
      </>
    ),
  },
  { header: 'State', cell: ({ dispute }) => (dispute ? <DisputeOfPayment dispute={dispute} /> : '–') },
  { header: 'Order', from: 'sm', clip: true, cell: ({ orderRef }) => orderRef ?? '–' },
  {
    header: 'Payment',
    from: 'sm',
    align: 'right',
    cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
  },
  { header: 'Paid', from: 'sm', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

function DisputeOfPayment({ dispute: { state, dueBy } }: { dispute: NonNullable<Payment['dispute']> }) {
  return (
    <>
      <DisputeBadge state={state} />
      {dueBy && needsResponse(state) && (
        <SecondLine>
          answer due <Time at={dueBy} relative />
        </SecondLine>
      )}
    </>
  )
}
