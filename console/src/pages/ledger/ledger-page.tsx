import { Tabs } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '../../components/card.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { Page } from '../../components/page.tsx'
import { AllBalances } from './all-balances.tsx'
import { Balances } from './balances.tsx'
import { EntryList } from './entry-list.tsx'
import classes from './ledger.module.css'
import type { LedgerSearch } from './route.ts'
import { StatementPanel } from './statement-panel.tsx'
import { VerifyLedger } from './verify-ledger.tsx'

export function LedgerPage() {
  const search = useSearch({ from: '/shell/ledger' })
  const navigate = useNavigate({ from: '/ledger' })
  const go = (next: LedgerSearch) => void navigate({ search: next })
  const { merchantId } = search
  return (
    <Page
      title="Ledger"
      lead="Double entry: every movement of money, and whose it is"
      actions={<Link to="/reconciliations">Reconciliation</Link>}
    >
      <VerifyLedger />
      <div className={classes.choice}>
        <MerchantFilter
          value={merchantId}
          none="Balances of all"
          onChange={chosen => go(chosen ? { merchantId: chosen, tab: search.tab } : {})}
        />
      </div>
      {merchantId ? (
        <>
          <Balances merchantId={merchantId} />
          <Card flush>
            <Tabs
              value={search.tab ?? 'entries'}
              onChange={tab => go({ merchantId, tab: tab === 'statement' ? tab : undefined })}
              keepMounted={false}
            >
              <Tabs.List px="0.6rem">
                <Tabs.Tab value="entries">Entries</Tabs.Tab>
                <Tabs.Tab value="statement">Statement</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="entries">
                <EntryList merchantId={merchantId} search={search} onSearch={go} />
              </Tabs.Panel>
              <Tabs.Panel value="statement">
                <StatementPanel merchantId={merchantId} search={search} onSearch={go} />
              </Tabs.Panel>
            </Tabs>
          </Card>
        </>
      ) : (
        <AllBalances cursor={search.cursor} onSearch={go} />
      )}
    </Page>
  )
}
