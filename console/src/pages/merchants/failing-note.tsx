import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Note } from '../../components/notes.tsx'
import { counted, mostCounted } from '../../components/numbers.ts'
import { Time } from '../../components/time.tsx'
import { May } from '../../session/may.tsx'
import { RedeliverMany } from '../callbacks/redeliver-many.tsx'
import { type Progress, RedeliverProgress } from '../callbacks/redeliver-progress.tsx'
import { isFailing, useCallbackState } from './merchant-query.ts'

/** Shown while a merchant's endpoint fails: since when, why, and what happens next. */
export function FailingNote({ merchantId }: { merchantId: string }) {
  const { data: endpoint } = useCallbackState(merchantId)
  const [progress, setProgress] = useState<Progress | null>(null)
  const sent = progress && <RedeliverProgress progress={progress} onClose={() => setProgress(null)} />
  if (!endpoint || !isFailing(endpoint)) return sent
  const { failuresInARow, failingSince, lastFailure, pausedUntil, waiting } = endpoint
  return (
    <>
      <Note tone="bad" role="status">
        <strong>
          Its endpoint {failingSince ? 'has been' : 'is'} failing
          {failingSince && (
            <>
              {' '}
              since <Time at={failingSince} />
            </>
          )}
          .
        </strong>{' '}
        <LastAnswer failure={lastFailure} /> {counted(failuresInARow, 'attempt')} failed in a row.{' '}
        {waiting > 0 && (
          <>
            <Link to="/callbacks" search={{ merchantId, state: 'pending' }}>
              {counted(waiting, 'callback waits', 'callbacks wait', mostCounted.waiting)}
            </Link>
            .{' '}
          </>
        )}
        {pausedUntil && (
          <>
            Until it answers, one callback at a time is tried, next <Time at={pausedUntil} relative />; then
            all others follow.
          </>
        )}
        <May action="redeliverAll">
          {' '}
          <RedeliverMany label="Redeliver all" size="xs" filters={{ merchantId }} onStarted={setProgress} />
        </May>
      </Note>
      {sent}
    </>
  )
}

type LastFailure = NonNullable<ReturnType<typeof useCallbackState>['data']>['lastFailure']

export function LastAnswer({ failure }: { failure: LastFailure }) {
  if (!failure) return null
  const { deliveryId, reason } = failure
  return (
    <>
      Last answer:{' '}
      <Link to="/callbacks/$deliveryId" params={{ deliveryId }}>
        {reason ?? 'none'}
      </Link>
      .
    </>
  )
}
