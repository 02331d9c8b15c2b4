import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { counted, formatCount } from '../../components/numbers.ts'
import classes from './redeliver-progress.module.css'
import { type BulkFilter, countDeliveries } from './redeliver-query.ts'

export interface Progress {
  filter: BulkFilter
  /** The number of redelivered callbacks. */
  count: number
  /** How many matching callbacks were in these states before. */
  others: { pending: number; dead: number }
}

const lookEveryMs = 1_000

/** The progress of a bulk redelivery, by counting the callbacks that still wait. */
export function RedeliverProgress({ progress, onClose }: { progress: Progress; onClose: () => void }) {
  const { filter, count, others } = progress
  const { data } = useQuery({
    queryKey: ['deliveries', 'progress', filter],
    queryFn: async () => {
      const [pending, dead] = await Promise.all([
        countDeliveries({ ...filter, state: 'pending' }),
        countDeliveries({ ...filter, state: 'dead' }),
      ])
      return {
        waiting: Math.min(count, Math.max(0, pending - others.pending)),
        failed: Math.min(count, Math.max(0, dead - others.dead)),
      }
    },
    refetchInterval: query => (query.state.data?.waiting === 0 ? false : lookEveryMs),
  })
  const { waiting, failed } = data ?? { waiting: count, failed: 0 }
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
        {filter.state !== 'pending' && others.pending > 0 && (
          <span>
            {others.pending === 1
              ? '1 callback that was already waiting is retried by itself.'
              : `${formatCount(others.pending)} callbacks that were already waiting are retried by themselves.`}
          </span>
        )}
      </div>
      <progress max={count} value={count - waiting} aria-label="Redelivery progress" />
      <Button size="xs" onClick={onClose}>
        {isDone ? 'Done' : 'Hide'}
      </Button>
    </section>
  )
}
