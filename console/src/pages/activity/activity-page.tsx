import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '../../components/card.tsx'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { ActionList } from './action-list.tsx'
import type { ActivitySearch } from './activity-query.ts'
import { OperatorList } from './operator-list.tsx'

const tabs = [
  { name: 'log', label: 'Audit log' },
  { name: 'operators', label: 'Operators' },
] as const

export function ActivityPage() {
  const search = useSearch({ from: '/shell/activity' })
  const navigate = useNavigate({ from: '/activity' })
  const go = (next: ActivitySearch) => void navigate({ search: next })
  return (
    <Page title="Activity" lead="Who did what, when and from where">
      <Card flush>
        <Tabs tabs={tabs} shown={search.tab ?? 'log'} onShow={tab => go(tab === 'operators' ? { tab } : {})}>
          {search.tab === 'operators' ? (
            <OperatorList cursor={search.cursor} onCursor={cursor => go({ tab: 'operators', cursor })} />
          ) : (
            <ActionList search={search} onSearch={go} />
          )}
        </Tabs>
      </Card>
    </Page>
  )
}
