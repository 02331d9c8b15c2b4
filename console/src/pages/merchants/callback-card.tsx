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
import { useSignedIn } from '../../session/session.ts'
import { useDeadLetters } from '../callbacks/delivery-query.ts'
import classes from './callback-card.module.css'
import { CallbackUrl } from './callback-url.tsx'
import { type CallbackState, healthText, isFailing, useCallbackState } from './merchant-query.ts'
import { RotateSecret } from './rotate-secret.tsx'
import { TestEvent } from './test-event.tsx'

/** The callback URL, the signing secrets and the health of the endpoint. */
export function CallbackCard({ merchantId }: { merchantId: string }) {
  const { data, error, refetch } = useCallbackState(merchantId)
  const { data: deadLetters } = useDeadLetters(merchantId)
  const dead = deadLetters?.data.length ?? 0
  const [secret, setSecret] = useState<string | null>(null)
  /** The URL to which the last test event could not be delivered. */
  const [badUrl, setBadUrl] = useState<string | null>(null)
  const may = useMay()
  const { kind } = useSignedIn()
  return (
    <Card
      title="Callbacks"
      aside={data && <HealthBadge state={data} dead={dead} isBad={data.url === badUrl} />}
    >
      {error && !data && <ProblemNote error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="14rem" />}
      {data && (
        <div className={classes.parts}>
          {may('setCallback') ? (
            <CallbackUrl
              merchantId={merchantId}
              url={data.url}
              waiting={data.waiting}
              hasDead={dead > 0}
              onSecret={setSecret}
            />
          ) : (
            <p>{data.url ? <code>{data.url}</code> : 'No callback URL'}</p>
          )}
          {data.url === null && <NoUrl waiting={data.waiting} />}
          <Secrets state={data} dead={formatCount(dead, deadLetters?.nextCursor ? dead : undefined)} />
          {may('testCallback') && (
            <TestEvent
              key={data.url}
              merchantId={merchantId}
              hasUrl={data.url !== null}
              onResult={isDelivered => setBadUrl(isDelivered ? null : data.url)}
            >
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
          hint={
            kind === 'portal'
              ? 'This page does not show it again. If you lose it, rotate it.'
              : 'This page does not show it again; “svcpay callback secret” prints it.'
          }
          onClose={() => setSecret(null)}
        />
      )}
    </Card>
  )
}

function HealthBadge({ state, dead, isBad }: { state: CallbackState; dead: number; isBad: boolean }) {
  if (state.url !== null && isBad) return <StatusBadge status="health" tone="bad" label="Test event failed" />
  const tone = state.url === null ? 'quiet' : isFailing(state) || dead > 0 ? 'bad' : 'good'
  return <StatusBadge status="health" tone={tone} label={healthText(state, dead)} />
}

function NoUrl({ waiting }: { waiting: number }) {
  return (
    <Note tone="waiting">
      No callbacks are sent, because no URL is set. Events that arrive now are recorded, but are not sent even
      after a URL is set.
      {waiting > 0 &&
        ` ${counted(waiting, 'callback is waiting', 'callbacks are waiting', mostCounted.waiting)} for one, and will be sent.`}
    </Note>
  )
}

function Secrets({ state: { url, secrets, waiting }, dead }: { state: CallbackState; dead: string }) {
  const facts = secrets.map(({ createdAt, expiresAt }, index) => {
    const name = index === 0 ? 'Signing secret' : 'Replaced secret'
    const value = expiresAt ? (
      <span key={createdAt}>
        expires in <Countdown until={expiresAt} />
      </span>
    ) : (
      <span key={createdAt}>
        since <Time at={createdAt} />
      </span>
    )
    return [secrets.length > 2 && index > 0 ? `${name} ${index}` : name, value] as const
  })
  const count = formatCount(waiting, mostCounted.waiting)
  return (
    <Facts
      facts={[
        ...facts,
        ['Waiting callbacks', url && waiting > 0 ? `${count}, retried automatically` : count],
        ['Dead letters', dead === '0' ? dead : `${dead}, sent only if redelivered`],
      ]}
    />
  )
}
