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
              {isOwn ? 'Your' : 'The'} endpoint <code>{url}</code> {failingSince ? 'has been' : 'is'} failing
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
                  {counted(waiting, 'callback is waiting', 'callbacks are waiting', mostCounted.waiting)}
                </Link>
                .{' '}
              </>
            )}
            {dead > 0 && (
              <>
                <Link to="/callbacks" search={{ ...all, state: 'dead' }}>
                  {counted(dead, 'dead letter', 'dead letters', deadLetters?.nextCursor ? dead : undefined)}
                </Link>{' '}
                will be sent again only if you redeliver {dead === 1 ? 'it' : 'them'}.
              </>
            )}
          </p>
          <p>
            {pausedUntil ? (
              <>
                Callbacks are tried one at a time; the next attempt is <Time at={pausedUntil} relative />.
                Once one succeeds, all waiting callbacks are sent.
              </>
            ) : (
              'Each callback is tried nine times over about three days, at growing intervals.'
            )}{' '}
            Nothing is lost: undelivered callbacks can be redelivered.
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
              isOwn && <p>Your account is suspended. Contact your platform.</p>
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
      Last response:{' '}
      <Link to="/callbacks/$deliveryId" params={{ deliveryId }}>
        {reason ?? 'none'}
      </Link>
      .
    </>
  )
}
