import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { counted, formatCount } from '../../components/numbers.ts'
import { useSignedIn } from '../../session/session.ts'
import type { DeliveryState } from './delivery-query.ts'
import classes from './redeliver-progress.module.css'
import { type BulkFilter, countDeliveries } from './redeliver-query.ts'

export interface Progress {
  filter: BulkFilter
  /** The number of redelivered callbacks. */
  count: number
  /** How many matching callbacks were in other states before. */
  others: Partial<Record<DeliveryState, number>>
}

const lookEveryMs = 1_000

/** The progress of a bulk redelivery, by counting the callbacks that are still waiting. */
export function RedeliverProgress({ progress, onClose }: { progress: Progress; onClose: () => void }) {
  const { filter, count, others } = progress
  const { merchant } = useSignedIn()
  const merchantId = filter.merchantId ?? merchant?.merchantId
  const { data } = useQuery({
    queryKey: ['deliveries', 'progress', filter],
    queryFn: async () => {
      const [pending, dead, obstacle] = await Promise.all([
        countDeliveries({ ...filter, state: 'pending' }),
        countDeliveries({ ...filter, state: 'dead' }),
        merchantId !== undefined && obstacleOf(merchantId),
      ])
      return {
        waiting: Math.min(count, Math.max(0, pending - (others.pending ?? 0))),
        failed: Math.min(count, Math.max(0, dead - (others.dead ?? 0))),
        obstacle,
      }
    },
    refetchInterval: query => (query.state.data?.waiting === 0 ? false : lookEveryMs),
  })
  const { waiting, failed, obstacle } = data ?? { waiting: count, failed: 0, obstacle: false }
  const delivered = Math.max(0, count - waiting - failed)
  const isDone = data !== undefined && waiting === 0
  return (
    <section className={classes.progress} aria-label="Redelivery">
      <div className={classes.text} role="status">
        <strong>
          {isDone ? 'Redelivered' : 'Redelivering'} {counted(count, 'callback')}
        </strong>
        <span>
          {formatCount(delivered)} delivered, {formatCount(waiting)} waiting
          {failed > 0 && `, ${formatCount(failed)} failed again`}
        </span>
        {waiting > 0 && obstacle && <strong>{obstacle}</strong>}
      </div>
      <progress max={count} value={count - waiting} aria-label="Redelivery progress" />
      <Button size="xs" onClick={onClose}>
        {isDone ? 'Done' : 'Hide'}
      </Button>
    </section>
  )
}

/** A redelivery ends the pause of a failing endpoint, so a new one means that an attempt has failed since. */
async function obstacleOf(merchantId: string): Promise<string | false> {
  const params = { path: { merchantId } }
  const { callback, callbackUrl } = await bodyOf(api.GET('/admin/v1/merchants/{merchantId}', { params }))
  const { pausedUntil } = callback
  if (callbackUrl === null) return 'Nothing is sent until a callback URL is set.'
  const isPausedAgain = pausedUntil !== null && Date.parse(pausedUntil) > Date.now()
  return isPausedAgain && 'The endpoint failed again; the rest will follow once it answers.'
}
