import { Card } from '../../components/card.tsx'
import { type Column, DataTable, NarrowOnly } from '../../components/data-table.tsx'
import { formatMoney } from '../../components/money.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { type Balance, useBalances } from './ledger-query.ts'

const columns: readonly Column<Balance>[] = [
  {
    header: 'Currency',
    cell: ({ currency, platformFeesCents, disputeHoldCents }) => (
      <>
        <strong>{currency.toUpperCase()}</strong>
        <NarrowOnly>platform fees {formatMoney(platformFeesCents, currency)}</NarrowOnly>
        {disputeHoldCents !== 0 && (
          <NarrowOnly>held for open disputes {formatMoney(disputeHoldCents, currency)}</NarrowOnly>
        )}
      </>
    ),
  },
  {
    header: 'Earned',
    align: 'right',
    cell: ({ merchantCents, currency }) => <strong>{formatMoney(merchantCents, currency)}</strong>,
  },
  {
    header: 'Platform fees',
    from: 'sm',
    align: 'right',
    cell: ({ platformFeesCents, currency }) => formatMoney(platformFeesCents, currency),
  },
  {
    header: 'Held for open disputes',
    from: 'sm',
    align: 'right',
    cell: ({ disputeHoldCents, currency }) => formatMoney(disputeHoldCents, currency),
  },
  {
    header: 'Net from customers',
    from: 'sm',
    align: 'right',
    cell: ({ customerCents, currency }) => formatMoney(-customerCents, currency),
  },
]

/** What a merchant has earned in each currency. */
export function Balances({ merchantId }: { merchantId: string }) {
  const { data, error, refetch } = useBalances(merchantId)
  return (
    <Card flush>
      <DataTable
        caption="So far"
        isTitled
        columns={columns}
        rows={data?.data}
        rowKey={({ currency }) => currency}
        error={error}
        onRetry={refetch}
        expectedRows={1}
        empty={
          <EmptyState title="Nothing earned yet">Earnings appear with the first captured payment.</EmptyState>
        }
      />
    </Card>
  )
}
