import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { Note, ProblemNote } from '../../components/notes.tsx'
import { counted, mostCounted } from '../../components/numbers.ts'
import { Time } from '../../components/time.tsx'
import { type Progress, RedeliverProgress } from '../callbacks/redeliver-progress.tsx'
import { redeliverAll } from '../callbacks/redeliver-query.ts'
import { LastAnswer } from '../merchants/failing-note.tsx'
import { isFailing, useCallbackState } from '../merchants/merchant-query.ts'
import classes from './portal.module.css'

/** While an endpoint fails: since when, why, what happens next, and what to do when it is mended. */
export function EndpointNote({ merchantId }: { merchantId: string }) {
  const { data: endpoint } = useCallbackState(merchantId)
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const sendAll = useMutation({
    mutationFn: async () => {
      const to = new Date().toISOString()
      const { count: pending } = await send(redeliverAll({ state: 'pending', to }))
      const { count: dead } = await send(redeliverAll({ state: 'dead', to }))
      setProgress({
        filter: { state: 'pending', to },
        count: pending + dead,
        others: { pending: 0, dead: 0 },
      })
    },
    onSuccess: async () => {
      await Promise.all(
        [['deliveries'], ['merchant', merchantId]].map(queryKey =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
  const shown = progress && <RedeliverProgress progress={progress} onClose={() => setProgress(null)} />
  if (!endpoint || !isFailing(endpoint)) return shown
  const { failingSince, failuresInARow, lastFailure, pausedUntil, waiting } = endpoint
  const note = (
    <Note tone="bad" role="status">
      <div className={classes.next}>
        <p>
          <strong>
            {failingSince ? (
              <>
                Your endpoint has been failing since <Time at={failingSince} />.
              </>
            ) : (
              'Your endpoint is failing.'
            )}
          </strong>{' '}
          <LastAnswer failure={lastFailure} /> {counted(failuresInARow, 'attempt')} failed in a row.
          {waiting > 0 && ` ${counted(waiting, 'callback waits', 'callbacks wait', mostCounted.waiting)}.`}
        </p>
        <p>
          {pausedUntil ? (
            <>
              We try one at a time until it answers, next <Time at={pausedUntil} relative />; then all others
              follow.
            </>
          ) : (
            'Each is tried nine times over about three days, less and less often.'
          )}{' '}
          Nothing is lost: what could not be delivered can be redelivered here.
        </p>
        <Button size="xs" loading={sendAll.isPending} onClick={() => sendAll.mutate()}>
          I fixed it: redeliver all
        </Button>
        {sendAll.error && <ProblemNote error={sendAll.error} />}
      </div>
    </Note>
  )
  return (
    <>
      {note}
      {shown}
    </>
  )
}
