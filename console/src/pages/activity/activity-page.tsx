import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '../../components/card.tsx'
import { Page } from '../../components/page.tsx'
import { ActionList } from './action-list.tsx'
import { OperatorList } from './operator-list.tsx'
import type { ActivitySearch } from './route.ts'

export function ActivityPage() {
  const search = useSearch({ from: '/shell/activity' })
  const navigate = useNavigate({ from: '/activity' })
  const go = (next: ActivitySearch) => void navigate({ search: next })
  return (
    <Page title="Activity" lead="Who did what, when and from where">
      <Card flush>
        <Tabs
          value={search.tab ?? 'log'}
          onChange={tab => go(tab === 'operators' ? { tab } : {})}
          keepMounted={false}
        >
          <Tabs.List px="0.6rem">
            <Tabs.Tab value="log">Audit log</Tabs.Tab>
            <Tabs.Tab value="operators">Operators</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="log">
            <ActionList search={search} onSearch={go} />
          </Tabs.Panel>
          <Tabs.Panel value="operators">
            <OperatorList cursor={search.cursor} onCursor={cursor => go({ tab: 'operators', cursor })} />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </Page>
  )
}
