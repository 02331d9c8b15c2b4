import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Note } from '../../components/notes.tsx'
import { counted, mostCounted } from '../../components/numbers.ts'
import { Time } from '../../components/time.tsx'
import { useMay } from '../../session/may.tsx'
import { RedeliverMany } from '../callbacks/redeliver-many.tsx'
import { type Progress, RedeliverProgress } from '../callbacks/redeliver-progress.tsx'
import { countDeliveries, nouns } from '../callbacks/redeliver-query.ts'
import { LastAnswer } from '../merchants/failing-note.tsx'
import { isFailing, useCallbackState } from '../merchants/merchant-query.ts'
import classes from './portal.module.css'

/** Shown while an endpoint fails: since when, why, what happens next, and what to do after the repair. */
export function EndpointNote({ merchantId }: { merchantId: string }) {
  const may = useMay()
  const { data: endpoint } = useCallbackState(merchantId)
  const fails = endpoint !== undefined && isFailing(endpoint)
  const [progress, setProgress] = useState<Progress | null>(null)
  const { data: deadLetters = 0 } = useQuery({
    queryKey: ['deliveries', 'count', 'dead'],
    queryFn: () => countDeliveries({ state: 'dead' }),
    enabled: fails && may('redeliverAll'),
  })
  const shown = progress && <RedeliverProgress progress={progress} onClose={() => setProgress(null)} />
  if (!fails) return shown
  const { failingSince, failuresInARow, lastFailure, pausedUntil, waiting } = endpoint
  const undelivered = waiting + deadLetters
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
          {deadLetters > 0 &&
            ` ${counted(deadLetters, 'callback was given up: a dead letter, sent again only when you redeliver it', 'callbacks were given up: dead letters, sent again only when you redeliver them')}.`}
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
        {(undelivered > 0 || !may('redeliverAll')) && (
          <RedeliverMany
            label={`I fixed it: redeliver ${counted(undelivered, ...nouns.undelivered, mostCounted.waiting)}`}
            size="xs"
            filters={{}}
            onStarted={setProgress}
          />
        )}
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
