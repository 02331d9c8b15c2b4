import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '../../components/card.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { AllBalances } from './all-balances.tsx'
import { Balances } from './balances.tsx'
import { EarnedNote } from './earned-note.tsx'
import { EntryList } from './entry-list.tsx'
import classes from './ledger.module.css'
import { LedgerChecks } from './ledger-checks.tsx'
import type { LedgerSearch } from './ledger-query.ts'
import { StatementPanel } from './statement-panel.tsx'

const tabs = [
  { name: 'entries', label: 'Entries' },
  { name: 'statement', label: 'Statement' },
] as const

export function LedgerPage() {
  const search = useSearch({ from: '/shell/ledger' })
  const navigate = useNavigate({ from: '/ledger' })
  const go = (next: LedgerSearch) => void navigate({ search: next })
  const { merchantId } = search
  return (
    <Page title="Ledger" lead="Every movement of money, and the accounts it moved between">
      <LedgerChecks />
      <div className={classes.choice}>
        <MerchantFilter
          value={merchantId}
          none="All merchants"
          onChange={chosen => go(chosen ? { merchantId: chosen, tab: search.tab } : {})}
        />
      </div>
      <EarnedNote />
      {merchantId ? (
        <>
          <Balances merchantId={merchantId} />
          <Card flush>
            <Tabs
              tabs={tabs}
              shown={search.tab ?? 'entries'}
              onShow={tab => go({ merchantId, tab: tab === 'statement' ? tab : undefined })}
            >
              {search.tab === 'statement' ? (
                <StatementPanel merchantId={merchantId} search={search} onSearch={go} />
              ) : (
                <EntryList merchantId={merchantId} search={search} onSearch={go} />
              )}
            </Tabs>
          </Card>
        </>
      ) : (
        <AllBalances cursor={search.cursor} onSearch={go} />
      )}
    </Page>
  )
}
