import { useNavigate, useSearch } from '@tanstack/react-router'
import { command } from '../../api/command.ts'
import { Button, DownloadLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ChargedAgain } from '../../components/charged-again.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import {
  Clipped,
  type Column,
  DataTable,
  NarrowOnly,
  RowLink,
  SecondLine,
} from '../../components/data-table.tsx'
import { DownloadIcon } from '../../components/icons.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { useMerchantColumn } from '../../components/merchants.tsx'
import { formatMoney, Money } from '../../components/money.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { NoPayments } from '../sandbox/create-test-payment.tsx'
import { csvAddressOf, type Payment, type PaymentFilters, paymentList, queryOf } from './list-query.ts'
import { PaymentFilterFields } from './payment-filters.tsx'
import { PaymentStatus } from './payment-status.tsx'

/** To a merchant, "paid" could also mean "at my bank". */
const paidMeans =
  '“Succeeded” means that the customer has paid. Your account at the processor shows payouts to your bank.'

export function PaymentsPage() {
  const { kind } = useSignedIn()
  const { cursor, ...filters } = useSearch({ from: '/shell/payments' })
  const navigate = useNavigate({ from: '/payments' })
  const clear = () => void navigate({ search: {}, replace: true })
  // Two fields may change at once, and each must change only its own filter.
  const change = (changed: PaymentFilters) =>
    void navigate({
      search: (before: PaymentFilters) => ({ ...before, ...changed, cursor: undefined }),
      replace: true,
    })
  const page = useKeysetPage(paymentList({ cursor, ...filters }))
  const { merchantId, ...otherFilters } = filters
  const isFiltered = Object.values(otherFilters).some(Boolean)
  return (
    <Page
      title="Payments"
      {...(kind === 'portal' && { lead: paidMeans })}
      actions={<ListActions filters={filters} />}
    >
      <Card flush>
        <PaymentFilterFields filters={filters} onChange={change} onClear={clear} />
        <DataTable
          caption="Payments, newest first"
          columns={useColumns()}
          rows={page.rows}
          rowKey={payment => payment.svcPaymentId}
          error={page.error}
          onRetry={page.retry}
          isStale={page.isStale}
          empty={
            isFiltered ? (
              <NothingFound filters={filters} onChange={change} onClear={clear} />
            ) : (
              <NoPayments merchantId={merchantId} />
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

interface NothingFoundProps {
  filters: PaymentFilters
  onChange: (changed: PaymentFilters) => void
  onClear: () => void
}

function NothingFound({ filters: { status, orderRef }, onChange, onClear }: NothingFoundProps) {
  if (status === 'refunded') {
    return (
      <EmptyState
        title="No payment was refunded in full"
        action={
          <Button onClick={() => onChange({ status: undefined, refunded: 'true' })}>
            Refunded in full or in part
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState title="No matching payments" action={<Button onClick={onClear}>Show all</Button>}>
      {orderRef
        ? 'The filter needs the whole order reference. The search above also finds one by its beginning, or by the number at its end.'
        : 'Change the filters, or search for an id or an order reference above.'}
    </EmptyState>
  )
}

function ListActions({ filters }: { filters: PaymentFilters }) {
  return (
    <>
      <CopyAs command={command('get', '/admin/v1/payments', { query: queryOf(filters) })} />
      <DownloadLink href={csvAddressOf(filters)} leftSection={<DownloadIcon />}>
        CSV
      </DownloadLink>
    </>
  )
}

const feeOf = ({ applicationFeeCents, applicationFeeRefundedCents }: Payment) =>
  applicationFeeCents - applicationFeeRefundedCents

/** The amounts whose columns a narrow table hides. */
function amountsText(payment: Payment): string {
  const { capturedCents, refundedCents, currency } = payment
  return [
    refundedCents > 0 && `refunded ${formatMoney(refundedCents, currency)}`,
    capturedCents > 0 && `platform fee ${formatMoney(feeOf(payment), currency)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function useColumns(): readonly Column<Payment>[] {
  const merchant = useMerchantColumn()
  const merchantName = useMerchantName()
  return [
    {
      header: 'Amount',
      cell: payment => {
        const { svcPaymentId, merchantId, amountCents, currency, orderRef, createdAt, chargedForOrder } =
          payment
        const amount = formatMoney(amountCents, currency)
        return (
          <>
            <RowLink
              to="/payments/$svcPaymentId"
              params={{ svcPaymentId }}
              aria-label={[amount, orderRef, svcPaymentId].filter(Boolean).join(', ')}
            >
              <Money cents={amountCents} currency={currency} />
            </RowLink>
            <NarrowOnly>{amountsText(payment)}</NarrowOnly>
            {orderRef && <NarrowOnly clip>{orderRef}</NarrowOnly>}
            <NarrowOnly>
              <ChargedAgain count={chargedForOrder} />
            </NarrowOnly>
            {merchant.length > 0 && <NarrowOnly clip>{merchantName(merchantId)}</NarrowOnly>}
            <NarrowOnly>
              <Time at={createdAt} />
            </NarrowOnly>
          </>
        )
      },
    },
    {
      header: 'Status',
      cell: payment => (
        <>
          <PaymentStatus payment={payment} />
          {payment.failure && payment.status === 'requires_payment_method' && (
            <SecondLine>{statusText(payment.failure.code)}</SecondLine>
          )}
          {payment.dispute?.state === 'won' && <SecondLine>Dispute won</SecondLine>}
        </>
      ),
    },
    {
      header: 'Order',
      from: 'sm',
      cell: ({ orderRef, chargedForOrder }) => (
        <>
          <Clipped>{orderRef ?? '–'}</Clipped>
          <ChargedAgain count={chargedForOrder} />
        </>
      ),
    },
    ...merchant,
    {
      header: 'Refunded',
      from: 'lg',
      align: 'right',
      cell: ({ refundedCents, currency }) =>
        refundedCents > 0 ? <Money cents={refundedCents} currency={currency} /> : '–',
    },
    {
      header: 'Platform fee',
      from: 'md',
      align: 'right',
      cell: payment =>
        payment.capturedCents > 0 ? <Money cents={feeOf(payment)} currency={payment.currency} /> : '–',
    },
    { header: 'Payment', from: 'xl', cell: ({ svcPaymentId }) => <CopyableId id={svcPaymentId} short /> },
    { header: 'Created', from: 'sm', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
}
