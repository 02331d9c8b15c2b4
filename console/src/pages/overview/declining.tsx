import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, bodyOf, type Item } from '../../api/client.ts'
import { formatCount } from '../../components/numbers.ts'
import { statusText } from '../../components/status-badge.tsx'
import { localTime, Time } from '../../components/time.tsx'

export type Failing = Item<'listFailing'>

const readEveryMs = 60_000

/** Merchants whose account, endpoint or payments fail. */
export const useFailing = () =>
  useQuery({
    queryKey: ['failing'],
    refetchInterval: readEveryMs,
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/admin/v1/failing', { params: { query: { limit: 100 } }, signal })),
  })

const quarterMs = 15 * 60_000

/** As in the service, which counts whole quarters of an hour. */
const dayAgo = () => new Date(Math.ceil((Date.now() - 86_400_000) / quarterMs) * quarterMs).toISOString()

export function Declining({ merchant }: { merchant: Failing }) {
  const { merchantId, name, count, since, reason } = merchant
  return (
    <>
      <Link to="/payments" search={{ merchantId, status: 'declined', createdFrom: dayAgo() }}>
        At least half of {name}’s payments have been declined
      </Link>{' '}
      {since && (
        <>
          since about <Time at={since} text={localTime(since).replace(/(:\d\d):00$/, '$1')} />
        </>
      )}
      {reason && `: ${statusText(reason).toLowerCase()}`}. {formatCount(count ?? 0)} declined in the last 24
      hours
    </>
  )
}
