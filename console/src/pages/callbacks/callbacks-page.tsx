import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Card } from '../../components/card.tsx'
import { Page } from '../../components/page.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { May } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { CallbackFilters } from './callback-filters.tsx'
import classes from './callbacks.module.css'
import { DeliveryList } from './delivery-list.tsx'
import type { CallbackSearch, CallbackTab } from './delivery-query.ts'
import { EndpointNote } from './endpoint-note.tsx'
import { EventList } from './event-list.tsx'
import { HealthStrip } from './health-strip.tsx'
import { LastRedelivery } from './last-redelivery.tsx'
import { LiveFeed } from './live-feed.tsx'
import { RedeliverMany } from './redeliver-many.tsx'
import { type Progress, RedeliverProgress } from './redeliver-progress.tsx'

const labels: Readonly<Record<CallbackTab, string>> = {
  deliveries: 'Deliveries',
  events: 'Events',
  live: 'Live',
  integrate: 'Integrate',
}

const operatorTabs = ['deliveries', 'events', 'live'] as const satisfies readonly CallbackTab[]
const portalTabs = [...operatorTabs, 'integrate'] as const satisfies readonly CallbackTab[]

const Integrate = lazy(() =>
  import('../portal/integrate.tsx').then(({ Integrate }) => ({ default: Integrate })),
)

export function CallbacksPage() {
  const search = useSearch({ from: '/shell/callbacks' })
  const navigate = useNavigate({ from: '/callbacks' })
  const [progress, setProgress] = useState<Progress | null>(null)
  const { tab = 'deliveries', cursor, ...filters } = search
  const go = (next: CallbackSearch, replace = true) => void navigate({ search: next, replace })
  const { kind, merchant } = useSignedIn()
  const tabs = kind === 'portal' ? portalTabs : operatorTabs
  const open = (name: CallbackTab) => go({ ...filters, tab: name === 'deliveries' ? undefined : name }, false)
  const withTab = (next: CallbackSearch) => go({ ...next, tab: search.tab })
  return (
    <Page
      title="Callbacks"
      lead={
        kind === 'portal'
          ? 'Signed events on their way to your server'
          : 'Signed events on their way to merchants'
      }
      actions={
        <May action="redeliverAll">
          <RedeliverMany filters={filters} onStarted={setProgress} />
        </May>
      }
    >
      {merchant && <EndpointNote merchantId={merchant.merchantId} />}
      <HealthStrip merchantId={filters.merchantId} />
      {progress ? (
        <RedeliverProgress progress={progress} onClose={() => setProgress(null)} />
      ) : (
        <LastRedelivery merchantId={filters.merchantId} />
      )}
      <Card flush>
        <Tabs tabs={tabs.map(name => ({ name, label: labels[name] }))} shown={tab} onShow={open}>
          {(tab === 'deliveries' || tab === 'events') && (
            <CallbackFilters filters={filters} onChange={withTab} hasQueued={tab === 'deliveries'} />
          )}
          {tab === 'deliveries' && <DeliveryList filters={filters} cursor={cursor} onSearch={withTab} />}
          {tab === 'events' && (
            <p className={classes.lead}>
              Every event that the processor reported, with its callback if it has one. Test events, which
              only try out a callback URL, are not listed.
            </p>
          )}
          {tab === 'events' && <EventList filters={filters} cursor={cursor} onSearch={withTab} />}
          {tab === 'live' && <LiveFeed />}
          {tab === 'integrate' && kind === 'portal' && (
            <div className={classes.integrate}>
              <Suspense fallback={<Skeleton height="20rem" />}>
                <Integrate />
              </Suspense>
            </div>
          )}
        </Tabs>
      </Card>
    </Page>
  )
}
