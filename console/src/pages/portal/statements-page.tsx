import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '../../components/card.tsx'
import { Page } from '../../components/page.tsx'
import { Balances } from '../ledger/balances.tsx'
import { EarnedNote } from '../ledger/earned-note.tsx'
import { StatementPanel } from '../ledger/statement-panel.tsx'
import { useMerchant } from '../merchants/merchant-query.ts'
import { useOwnMerchant } from './own-merchant.ts'
import { OwnPayouts } from './own-payouts.tsx'

export function StatementsPage() {
  const { merchantId } = useOwnMerchant()
  const { data: merchant } = useMerchant(merchantId)
  const search = useSearch({ from: '/shell/statements' })
  const navigate = useNavigate({ from: '/statements' })
  return (
    <Page title="Statements" lead="Your earnings, fees, refunds and disputes">
      {merchant && <OwnPayouts merchant={merchant} />}
      <Balances merchantId={merchantId} />
      <EarnedNote own={merchant} />
      <Card flush>
        <StatementPanel
          merchantId={merchantId}
          search={search}
          onSearch={({ from, to }) => void navigate({ search: { from, to } })}
        />
      </Card>
    </Page>
  )
}
