import { Card } from '../../components/card.tsx'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { formatMoney } from '../../components/money.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { type Merchant, merchantList } from '../merchants/merchant-query.ts'
import classes from './ledger.module.css'
import { type Balance, useBalances } from './ledger-query.ts'
import type { LedgerSearch } from './route.ts'

interface AllBalancesProps {
  cursor: string | undefined
  onSearch: (search: LedgerSearch) => void
}

export function AllBalances({ cursor, onSearch }: AllBalancesProps) {
  const page = useKeysetPage(merchantList({ cursor }))
  return (
    <Card flush>
      <DataTable
        caption="Balances by merchant and currency"
        columns={columns}
        rows={page.rows}
        rowKey={({ merchantId }) => merchantId}
        error={page.error}
        onRetry={page.retry}
        isStale={page.isStale}
        empty={<EmptyState title="No merchant yet">Balances appear with the first payment.</EmptyState>}
        footer={<Pager page={page} onCursor={cursor => onSearch({ cursor })} />}
      />
    </Card>
  )
}

type Pick = (balance: Balance) => number

const amounts = (pick: Pick) => (merchant: Merchant) => (
  <Amounts merchantId={merchant.merchantId} pick={pick} />
)

const columns: readonly Column<Merchant>[] = [
  {
    header: 'Merchant',
    cell: ({ merchantId, name }) => (
      <RowLink to="/ledger" search={{ merchantId }}>
        {name}
      </RowLink>
    ),
  },
  { header: 'Balance', align: 'right', cell: amounts(({ merchantCents }) => merchantCents) },
  {
    header: 'Platform fees',
    from: 'sm',
    align: 'right',
    cell: amounts(balance => balance.platformFeesCents),
  },
  {
    header: 'Held for disputes',
    from: 'md',
    align: 'right',
    cell: amounts(({ disputeHoldCents }) => disputeHoldCents),
  },
  {
    header: 'Paid by customers',
    from: 'md',
    align: 'right',
    cell: amounts(({ customerCents }) => -customerCents),
  },
]

/** One line per currency. */
function Amounts({ merchantId, pick }: { merchantId: string; pick: Pick }) {
  const { data, error } = useBalances(merchantId)
  if (error) return <span>?</span>
  if (!data) return <Skeleton height="0.9rem" width="5rem" isInline />
  if (data.data.length === 0) return <span>–</span>
  return (
    <span className={classes.lines}>
      {data.data.map(balance => (
        <span key={balance.currency}>{formatMoney(pick(balance), balance.currency)}</span>
      ))}
    </span>
  )
}
