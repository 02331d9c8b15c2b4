import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Card, Facts } from '../../components/card.tsx'
import { Countdown } from '../../components/countdown.tsx'
import { Note, ProblemNote } from '../../components/notes.tsx'
import { counted, formatCount, mostCounted } from '../../components/numbers.ts'
import { SecretOnce } from '../../components/secret-once.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useMay } from '../../session/may.tsx'
import { lastAnswer, useLastFailure } from '../callbacks/delivery-query.ts'
import classes from './callback-card.module.css'
import { CallbackUrl } from './callback-url.tsx'
import { type CallbackState, useCallbackState } from './merchant-query.ts'
import { RotateSecret } from './rotate-secret.tsx'
import { TestEvent } from './test-event.tsx'

/** Where events go, how they are signed, and how the endpoint is doing. */
export function CallbackCard({ merchantId }: { merchantId: string }) {
  const { data, error, refetch } = useCallbackState(merchantId)
  const [secret, setSecret] = useState<string | null>(null)
  const may = useMay()
  return (
    <Card title="Callbacks" aside={data && <HealthBadge state={data} />}>
      {error && !data && <ProblemNote error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="14rem" />}
      {data && (
        <div className={classes.parts}>
          {may('setCallback') ? (
            <CallbackUrl merchantId={merchantId} url={data.url} onSecret={setSecret} />
          ) : (
            <p>{data.url ? <code>{data.url}</code> : 'No callback URL'}</p>
          )}
          <Health merchantId={merchantId} state={data} />
          <Secrets state={data} />
          {may('testCallback') && (
            <TestEvent key={data.url} merchantId={merchantId} hasUrl={data.url !== null}>
              <RotateSecret merchantId={merchantId} onRotated={setSecret} />
            </TestEvent>
          )}
        </div>
      )}
      {secret !== null && (
        <SecretOnce
          title="The new signing secret"
          lead="Give it to the developers who verify callback signatures."
          secrets={[{ name: 'Callback signing secret', value: secret }]}
          onClose={() => setSecret(null)}
        />
      )}
    </Card>
  )
}

function HealthBadge({ state: { url, failuresInARow } }: { state: CallbackState }) {
  if (url === null) return <StatusBadge status="unset" label="Not set" />
  if (failuresInARow > 0) return <StatusBadge status="failing" tone="bad" />
  return <StatusBadge status="no_failures" tone="good" />
}

/** Says why callbacks do not arrive, if they do not. */
function Health({ merchantId, state }: { merchantId: string; state: CallbackState }) {
  const { url, failuresInARow, failingSince, pausedUntil, waiting } = state
  const isFailing = url !== null && failuresInARow > 0
  const { data: last } = useLastFailure(merchantId, isFailing)
  if (url === null) {
    return (
      <Note tone="waiting">
        No callbacks are sent, because no URL is set.
        {waiting > 0 &&
          ` ${counted(waiting, 'callback waits', 'callbacks wait', mostCounted.waiting)} for one.`}
      </Note>
    )
  }
  if (!isFailing) return null
  return (
    <Note tone="bad" role="status">
      <strong>{counted(failuresInARow, 'attempt')} failed in a row</strong>
      {failingSince && (
        <>
          , since <Time at={failingSince} />
        </>
      )}
      .{' '}
      {last && (
        <>
          Last answer:{' '}
          <Link to="/callbacks/$deliveryId" params={{ deliveryId: last.deliveryId }}>
            {lastAnswer(last)}
          </Link>
          .{' '}
        </>
      )}
      {pausedUntil && (
        <>
          Until it answers, one callback at a time is tried: next <Time at={pausedUntil} relative />.
        </>
      )}
      {waiting > 0 && ` ${counted(waiting, 'callback waits', 'callbacks wait', mostCounted.waiting)}.`}
    </Note>
  )
}

function Secrets({ state: { secrets, waiting } }: { state: CallbackState }) {
  const facts = secrets.map(({ createdAt, expiresAt }, index) => {
    const name = index === 0 ? 'Signing secret' : 'Replaced secret'
    const value = expiresAt ? (
      <span key={createdAt}>
        ends in <Countdown until={expiresAt} />
      </span>
    ) : (
      <span key={createdAt}>
        since <Time at={createdAt} />
      </span>
    )
    return [secrets.length > 2 && index > 0 ? `${name} ${index}` : name, value] as const
  })
  return <Facts facts={[...facts, ['Waiting callbacks', formatCount(waiting, mostCounted.waiting)]]} />
}
