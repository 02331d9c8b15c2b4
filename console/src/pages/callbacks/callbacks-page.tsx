import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { Page } from '../../components/page.tsx'
import { May } from '../../session/may.tsx'
import { CallbackFilters } from './callback-filters.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { EventList } from './event-list.tsx'
import { HealthStrip } from './health-strip.tsx'
import { LiveFeed } from './live-feed.tsx'
import { RedeliverMany } from './redeliver-many.tsx'
import { type Progress, RedeliverProgress } from './redeliver-progress.tsx'
import type { CallbackSearch, CallbackTab } from './route.ts'

const labels: Readonly<Record<CallbackTab, string>> = {
  deliveries: 'Deliveries',
  events: 'Events',
  live: 'Live',
}

export function CallbacksPage() {
  const search = useSearch({ from: '/shell/callbacks' })
  const navigate = useNavigate({ from: '/callbacks' })
  const [progress, setProgress] = useState<Progress | null>(null)
  const { tab = 'deliveries', cursor, ...filters } = search
  const go = (next: CallbackSearch, replace = true) => void navigate({ search: next, replace })
  const open = (value: string | null) => {
    const known = value === 'events' || value === 'live' ? value : undefined
    go({ ...filters, tab: known }, false)
  }
  const withTab = (next: CallbackSearch) => go({ ...next, tab: search.tab })
  return (
    <Page
      title="Callbacks"
      lead="Signed events on their way to merchants"
      actions={
        <May action="redeliverAll">
          <RedeliverMany filters={filters} onStarted={setProgress} />
        </May>
      }
    >
      <HealthStrip merchantId={filters.merchantId} />
      {progress && <RedeliverProgress progress={progress} onClose={() => setProgress(null)} />}
      <Card flush>
        <Tabs value={tab} onChange={open} keepMounted={false}>
          <Tabs.List px="0.6rem">
            {(['deliveries', 'events', 'live'] as const).map(name => (
              <Tabs.Tab key={name} value={name}>
                {labels[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tab !== 'live' && <CallbackFilters filters={filters} onChange={withTab} />}
          <Tabs.Panel value="deliveries">
            <DeliveryList filters={filters} cursor={cursor} onSearch={withTab} />
          </Tabs.Panel>
          <Tabs.Panel value="events">
            <EventList filters={filters} cursor={cursor} onSearch={withTab} />
          </Tabs.Panel>
          <Tabs.Panel value="live">
            <LiveFeed />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </Page>
  )
}
