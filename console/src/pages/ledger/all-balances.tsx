import { Card } from '../../components/card.tsx'
import { type Column, DataTable, NarrowOnly, RowLink } from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { formatMoney } from '../../components/money.tsx'
import { EmptyState } from '../../components/notes.tsx'
import classes from './ledger.module.css'
import type { LedgerSearch } from './ledger-query.ts'
import { type Balance, balancesList, type MerchantBalances } from './ledger-query.ts'

interface AllBalancesProps {
  cursor: string | undefined
  onSearch: (search: LedgerSearch) => void
}

export function AllBalances({ cursor, onSearch }: AllBalancesProps) {
  const page = useKeysetPage(balancesList(cursor))
  return (
    <Card flush>
      <DataTable
        caption="Earned so far, by merchant and currency"
        columns={columns}
        rows={page.rows}
        rowKey={({ merchantId }) => merchantId}
        error={page.error}
        onRetry={page.retry}
        isStale={page.isStale}
        empty={
          <EmptyState title="No merchants yet">Earnings appear with the first captured payment.</EmptyState>
        }
        footer={<Pager page={page} onCursor={cursor => onSearch({ cursor })} />}
      />
    </Card>
  )
}

type Pick = (balance: Balance) => number

/** One line per currency. */
const amounts =
  (pick: Pick) =>
  ({ balances }: MerchantBalances) => {
    if (!balances) return '?'
    if (balances.length === 0) return '–'
    return (
      <span className={classes.lines}>
        {balances.map(balance => (
          <span key={balance.currency}>{formatMoney(pick(balance), balance.currency)}</span>
        ))}
      </span>
    )
  }

const columns: readonly Column<MerchantBalances>[] = [
  {
    header: 'Merchant',
    cell: ({ merchantId, name, balances }) => (
      <>
        <RowLink to="/ledger" search={{ merchantId }}>
          {name}
        </RowLink>
        {balances
          ?.filter(({ disputeHoldCents }) => disputeHoldCents !== 0)
          .map(({ currency, disputeHoldCents }) => (
            <NarrowOnly key={currency}>
              held for open disputes {formatMoney(disputeHoldCents, currency)}
            </NarrowOnly>
          ))}
      </>
    ),
  },
  { header: 'Earned', align: 'right', cell: amounts(({ merchantCents }) => merchantCents) },
  {
    header: 'Platform fees',
    from: 'sm',
    align: 'right',
    cell: amounts(balance => balance.platformFeesCents),
  },
  {
    header: 'Held for open disputes',
    from: 'sm',
    align: 'right',
    cell: amounts(({ disputeHoldCents }) => disputeHoldCents),
  },
  {
    header: 'Net from customers',
    from: 'md',
    align: 'right',
    cell: amounts(({ customerCents }) => -customerCents),
  },
]
