import { Link, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { Note } from '../../components/notes.tsx'
import { counted, mostCounted } from '../../components/numbers.ts'
import { Time } from '../../components/time.tsx'
import { useMay } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { type CallbackState, isFailing, useCallbackState } from '../merchants/merchant-query.ts'
import classes from './callbacks.module.css'
import { useDeadLetters } from './delivery-query.ts'
import { RedeliverMany } from './redeliver-many.tsx'
import { type Progress, RedeliverProgress } from './redeliver-progress.tsx'

/** Shown while a merchant's endpoint fails: since when, why, what happens next, and what to do after the repair. */
export function EndpointNote({ merchantId }: { merchantId: string }) {
  const { data: endpoint } = useCallbackState(merchantId)
  const { data: deadLetters } = useDeadLetters(merchantId)
  const [progress, setProgress] = useState<Progress | null>(null)
  const may = useMay()
  const isOwn = useSignedIn().kind === 'portal'
  const sent = progress && <RedeliverProgress progress={progress} onClose={() => setProgress(null)} />
  if (!endpoint || !isFailing(endpoint)) return sent
  const { url, failuresInARow, failingSince, lastFailure, pausedUntil, waiting } = endpoint
  const dead = deadLetters?.data.length ?? 0
  const all = isOwn ? {} : { merchantId }
  const settings = isOwn
    ? linkOptions({ to: '/settings' })
    : linkOptions({ to: '/merchants/$merchantId', params: { merchantId } })
  return (
    <>
      <Note tone="bad" role="status">
        <div className={classes.note}>
          <p>
            <strong>
              {isOwn ? 'Your' : 'Its'} endpoint <code>{url}</code> {failingSince ? 'has been' : 'is'} failing
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
                <Link to="/callbacks" search={{ ...all, state: 'pending' }}>
                  {counted(waiting, 'callback waits', 'callbacks wait', mostCounted.waiting)}
                </Link>
                .{' '}
              </>
            )}
            {dead > 0 && (
              <>
                <Link to="/callbacks" search={{ ...all, state: 'dead' }}>
                  {counted(dead, 'callback', 'callbacks', deadLetters?.nextCursor ? dead : undefined)}
                </Link>{' '}
                {dead === 1 ? 'was' : 'were'} given up: dead letters, sent again only by redelivery.
              </>
            )}
          </p>
          <p>
            {pausedUntil ? (
              <>
                Until it answers, one callback at a time is tried; the next attempt is{' '}
                <Time at={pausedUntil} relative />. Then all waiting callbacks are sent.
              </>
            ) : (
              'Each is tried nine times over about three days, less and less often.'
            )}{' '}
            Nothing is lost: what could not be delivered can be redelivered.
          </p>
          <div className={classes.actions}>
            {may('redeliverAll') ? (
              <RedeliverMany
                label={isOwn ? 'I fixed it: redeliver all' : 'Redeliver all'}
                size="xs"
                filters={all}
                onStarted={setProgress}
              />
            ) : (
              // A portal loses every permission while its merchant is suspended.
              isOwn && <p>You are suspended: ask your platform.</p>
            )}
            {may('setCallback') && (
              <Link {...settings} hash="callback-url" hashScrollIntoView={{ block: 'center' }}>
                Change the URL or send a test event
              </Link>
            )}
          </div>
        </div>
      </Note>
      {sent}
    </>
  )
}

function LastAnswer({ failure }: { failure: CallbackState['lastFailure'] }) {
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
