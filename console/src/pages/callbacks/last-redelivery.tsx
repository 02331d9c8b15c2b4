import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, bodyOf, type Item } from '../../api/client.ts'
import { Note } from '../../components/notes.tsx'
import { counted, formatCount } from '../../components/numbers.ts'
import { Time } from '../../components/time.tsx'
import { useMay } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { type BulkFilter, bulkStates, countDeliveries, nouns } from './redeliver-query.ts'

const hourMs = 3_600_000

/**
 * The result of the last bulk redelivery, whoever started it: shown for an hour, or for a day while callbacks still
 * wait.
 */
export function LastRedelivery({ merchantId }: { merchantId: string | undefined }) {
  const may = useMay()
  const { kind } = useSignedIn()
  const { data: last } = useQuery({
    queryKey: ['deliveries', 'last redelivery', merchantId],
    queryFn: () => fetchLast(merchantId),
    // Only users who may redeliver may count.
    enabled: kind === 'operator' && may('redeliverAll'),
  })
  if (!last) return null
  const { at, actor, count, state, of, pending, dead } = last
  // Otherwise, the waiting callbacks include some that were not redelivered.
  const isAll = state === 'undelivered'
  return (
    <Note tone="quiet" role="status">
      <strong>Redelivery of {counted(count, ...nouns[state])}</strong>, started <Time at={at} relative /> by{' '}
      {actor}
      {isAll ? ': ' : '. Of all callbacks queued before then: '}
      {isAll && `${formatCount(Math.max(0, count - pending - dead))} delivered, `}
      <Link to="/callbacks" search={{ state: 'pending', merchantId: of }}>
        {formatCount(pending)} waiting
      </Link>
      {dead > 0 && (
        <>
          ,{' '}
          <Link to="/callbacks" search={{ state: 'dead', merchantId: of }}>
            {counted(dead, 'dead letter')}
          </Link>
        </>
      )}
      .
    </Note>
  )
}

async function fetchLast(merchantId: string | undefined) {
  const query = { action: 'delivery.redeliver-all', merchantId, limit: 1 }
  const { data } = await bodyOf(api.GET('/admin/v1/audit', { params: { query } }))
  const [entry] = data
  if (!entry) return null
  const age = Date.now() - Date.parse(entry.at)
  if (age > 24 * hourMs) return null
  const filter = filterOf(entry)
  const [pending, dead] = await Promise.all([
    countDeliveries({ ...filter, state: 'pending' }),
    countDeliveries({ ...filter, state: 'dead' }),
  ])
  if (age > hourMs && pending === 0) return null
  const { count, state } = entry.detail
  return {
    at: entry.at,
    actor: entry.actor,
    count: Number(count),
    state: bulkStates.find(known => known === state) ?? 'undelivered',
    of: entry.merchantId ?? undefined,
    pending,
    dead,
  }
}

function filterOf({ merchantId, detail, at }: Item<'listActions'>): Omit<BulkFilter, 'state'> {
  const text = (name: string) => (typeof detail[name] === 'string' ? detail[name] : undefined)
  return {
    merchantId: merchantId ?? undefined,
    type: text('type'),
    processor: text('processor'),
    from: text('from'),
    to: text('to') ?? at,
  }
}
