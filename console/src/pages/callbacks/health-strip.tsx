import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, bodyOf } from '../../api/client.ts'
import { useOverview } from '../../api/overview.ts'
import { FailingEndpoint } from '../../components/failing-endpoint.tsx'
import { type Figure, Figures } from '../../components/figures.tsx'
import { formatCount, milliseconds, mostCounted } from '../../components/numbers.ts'
import { Time } from '../../components/time.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { type CallbackState, healthText, isFailing, useCallbackState } from '../merchants/merchant-query.ts'
import type { CallbackSearch } from './delivery-query.ts'
import classes from './health-strip.module.css'

/** The health of callbacks: of all merchants, of one, or in a portal of its own merchant. */
export function HealthStrip({ merchantId }: { merchantId: string | undefined }) {
  const { kind, merchant } = useSignedIn()
  return kind === 'portal' && merchant ? (
    <OwnHealth merchantId={merchant.merchantId} />
  ) : (
    <AllHealth merchantId={merchantId} />
  )
}

interface StateLinkProps {
  value: number
  /** The limit of the count. */
  most?: number
  /** The callbacks that the figure counts. */
  search: Pick<CallbackSearch, 'state' | 'merchantId' | 'createdFrom'>
}

function StateLink({ value, most, search }: StateLinkProps) {
  return (
    <Link to="/callbacks" search={search}>
      {formatCount(value, most)}
    </Link>
  )
}

/** A callback counts in the period in which it was queued, even if it was delivered later. */
const queuedIn = (period: string) => `of those queued in the last ${period}`

function AllHealth({ merchantId }: { merchantId: string | undefined }) {
  const { data, error } = useOverview('24h', { merchantId })
  const merchantName = useMerchantName()
  if (error && !data) return null
  const figures: Figure[] = [
    {
      name: 'Delivered',
      value: data && (
        <StateLink
          value={data.callbacks.delivered}
          search={{ state: 'delivered', merchantId, createdFrom: data.from }}
        />
      ),
      note: queuedIn('24 hours'),
    },
    {
      name: 'Waiting now',
      value: data && (
        <StateLink
          value={data.callbacks.pending}
          most={mostCounted.waiting}
          search={{ state: 'pending', merchantId }}
        />
      ),
    },
    {
      name: 'Dead letters now',
      value: data && (
        <StateLink
          value={data.attention.deadLetters}
          most={mostCounted.waiting}
          search={{ state: 'dead', merchantId }}
        />
      ),
      tone: data && data.attention.deadLetters > 0 ? 'bad' : undefined,
    },
    {
      name: 'Median response time',
      value: data && milliseconds(data.callbacks.p50Ms),
      note: 'callbacks queued in the last 24 hours',
    },
    {
      name: '95th percentile',
      value: data && milliseconds(data.callbacks.p95Ms),
      note: 'callbacks queued in the last 24 hours',
    },
  ]
  const failing = data?.attention.failingEndpoints ?? []
  return (
    <div className={classes.health}>
      <h2>All callbacks of {merchantId ? merchantName(merchantId) : 'all merchants'}</h2>
      <Figures label="Callback health" figures={figures} />
      {failing.length > 0 && (
        <ul className={classes.failing} aria-label="Failing endpoints">
          {failing.map(endpoint => (
            <li key={endpoint.merchantId}>
              <FailingEndpoint endpoint={endpoint} />.
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function OwnHealth({ merchantId }: { merchantId: string }) {
  const { data: stats } = useQuery({
    queryKey: ['deliveries', 'stats'],
    queryFn: ({ signal }) => bodyOf(api.GET('/admin/v1/stats', { params: { query: {} }, signal })),
  })
  const { data: endpoint } = useCallbackState(merchantId)
  const delivered = stats?.deliveriesPerDay.reduce((sum, day) => sum + day.delivered, 0)
  const figures: Figure[] = [
    {
      name: 'Delivered',
      value: stats && delivered !== undefined && (
        <StateLink value={delivered} search={{ state: 'delivered', createdFrom: stats.from }} />
      ),
      note: queuedIn('30 days'),
    },
    {
      name: 'Waiting now',
      value: stats && <StateLink value={stats.deliveries.pending} search={{ state: 'pending' }} />,
    },
    {
      name: 'Dead letters now',
      value: stats && <StateLink value={stats.deliveries.dead} search={{ state: 'dead' }} />,
      note: stats?.deliveries.dead ? 'failed nine attempts; redeliver them' : undefined,
      tone: stats && stats.deliveries.dead > 0 ? 'bad' : undefined,
    },
    {
      name: 'Your endpoint',
      value: endpoint && stats && endpointText(endpoint, stats.deliveries.dead),
      tone: endpoint && isFailing(endpoint) ? 'bad' : undefined,
      note: endpoint?.pausedUntil && (
        <>
          next attempt <Time at={endpoint.pausedUntil} relative />
        </>
      ),
    },
  ]
  return <Figures label="Callback health" figures={figures} />
}

const endpointText = (endpoint: CallbackState, dead: number) =>
  isFailing(endpoint) ? `${endpoint.failuresInARow} failed in a row` : healthText(endpoint, dead)
