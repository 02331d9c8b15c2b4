import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, bodyOf } from '../../api/client.ts'
import { useOverview } from '../../api/overview.ts'
import { type Figure, Figures } from '../../components/figures.tsx'
import { counted, formatCount, milliseconds } from '../../components/numbers.ts'
import { Time } from '../../components/time.tsx'
import { useSignedIn } from '../../session/session.ts'
import { useCallbackState } from '../merchants/merchant-query.ts'
import type { DeliveryState } from './delivery-query.ts'
import classes from './health-strip.module.css'

/** The health of callbacks: of all merchants or one, and in a portal of its own. */
export function HealthStrip({ merchantId }: { merchantId: string | undefined }) {
  const { kind, merchant } = useSignedIn()
  return kind === 'portal' && merchant ? (
    <OwnHealth merchantId={merchant.merchantId} />
  ) : (
    <AllHealth merchantId={merchantId} />
  )
}

function StateLink({ state, value }: { state: DeliveryState; value: number }) {
  return (
    <Link to="/callbacks" search={previous => ({ ...previous, cursor: undefined, tab: undefined, state })}>
      {formatCount(value)}
    </Link>
  )
}

function AllHealth({ merchantId }: { merchantId: string | undefined }) {
  const { data, error } = useOverview('24h', { merchantId })
  if (error) return null
  const figures: Figure[] = [
    {
      name: 'Delivered, 24 hours',
      value: data && <StateLink state="delivered" value={data.callbacks.delivered} />,
    },
    { name: 'Pending', value: data && <StateLink state="pending" value={data.callbacks.pending} /> },
    {
      name: 'Dead letters',
      value: data && <StateLink state="dead" value={data.attention.deadLetters} />,
      tone: data && data.attention.deadLetters > 0 ? 'bad' : undefined,
    },
    { name: 'Median answer', value: data && milliseconds(data.callbacks.p50Ms) },
    { name: '95th percentile', value: data && milliseconds(data.callbacks.p95Ms) },
  ]
  const failing = data?.attention.failingEndpoints ?? []
  return (
    <div className={classes.health}>
      <Figures label="Callback health" figures={figures} />
      {failing.length > 0 && (
        <ul className={classes.failing} aria-label="Failing endpoints">
          {failing.map(({ merchantId, name, since, waiting }) => (
            <li key={merchantId}>
              <Link to="/merchants/$merchantId" params={{ merchantId }}>
                {name}
              </Link>
              ’s endpoint is failing
              {since && (
                <>
                  {' '}
                  since <Time at={since} />
                </>
              )}
              {waiting > 0 && `, ${counted(waiting, 'callback waits', 'callbacks wait')}`}. One callback at a
              time is tried until it answers.
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
  const isFailing = endpoint !== undefined && endpoint.failuresInARow > 0
  const delivered = stats?.deliveriesPerDay.reduce((sum, day) => sum + day.delivered, 0)
  const figures: Figure[] = [
    {
      name: 'Delivered, 30 days',
      value: delivered === undefined ? undefined : <StateLink state="delivered" value={delivered} />,
    },
    { name: 'Pending', value: stats && <StateLink state="pending" value={stats.deliveries.pending} /> },
    {
      name: 'Dead letters',
      value: stats && <StateLink state="dead" value={stats.deliveries.dead} />,
      tone: stats && stats.deliveries.dead > 0 ? 'bad' : undefined,
    },
    {
      name: 'Your endpoint',
      value: endpoint && endpointText(endpoint),
      tone: isFailing ? 'bad' : undefined,
      note: endpoint?.pausedUntil && (
        <>
          tried again <Time at={endpoint.pausedUntil} relative />
        </>
      ),
    },
  ]
  return <Figures label="Callback health" figures={figures} />
}

function endpointText({ url, failuresInARow }: { url: string | null; failuresInARow: number }): string {
  if (url === null) return 'Not set'
  return failuresInARow > 0 ? `${failuresInARow} failed in a row` : 'Healthy'
}
