import { Card } from '../../components/card.tsx'
import { ChevronIcon } from '../../components/icons.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { milliseconds } from '../../components/numbers.ts'
import { Payload } from '../../components/payload.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { inCycles } from './attempt-log.ts'
import classes from './attempts.module.css'
import type { Attempt, DeliveryDetail } from './delivery-query.ts'

/** Every attempt, newest first, with the request beside the response. The newest one is open. */
export function Attempts({ delivery }: { delivery: DeliveryDetail }) {
  const attempts = inCycles(delivery.attemptLog).toReversed()
  const { body } = delivery.request
  const removed = delivery.attempts - attempts.length
  return (
    <Card title="Attempts">
      {attempts.length === 0 ? (
        <>
          <EmptyState title={titleOf(delivery)}>{reasonOf(delivery)}</EmptyState>
          {body !== null && <Payload label="Body" value={body} />}
        </>
      ) : (
        // Rendered again for each attempt, because only one of a group of details can be open.
        <ol className={classes.attempts} key={attempts[0]?.startedAt}>
          {attempts.map(({ isAgain, ...attempt }, index) => (
            <li key={`${attempt.startedAt} ${attempt.attempt}`}>
              <details open={index === 0} name="attempt">
                <summary>
                  <ChevronIcon />
                  <span className={classes.name}>
                    Attempt {attempt.attempt}
                    {isAgain && ' after redelivery'}
                  </span>
                  <AttemptBadge attempt={attempt} />
                  <span className={classes.took}>{milliseconds(attempt.durationMs)}</span>
                  <span className={classes.at}>
                    <Time at={attempt.startedAt} />
                  </span>
                </summary>
                <Exchange delivery={delivery} attempt={attempt} />
              </details>
            </li>
          ))}
        </ol>
      )}
      {attempts.length > 0 && removed > 0 && <p>{removedText(removed)}</p>}
    </Card>
  )
}

function removedText(count: number): string {
  return count === 1 ? 'Retention removed an older attempt.' : `Retention removed ${count} older attempts.`
}

function titleOf({ state, attempts }: DeliveryDetail): string {
  if (attempts > 0) return 'Removed by retention'
  return state === 'dead' ? 'Never sent' : 'Not sent yet'
}

function reasonOf({ state, attempts, request, lastError }: DeliveryDetail): string {
  if (attempts > 0) return removedText(attempts)
  if (state === 'pending' && !request.url) return 'No callback URL is set.'
  return state === 'dead' ? (lastError ?? 'It waited too long.') : 'Waiting for its first attempt.'
}

function AttemptBadge({ attempt: { status, error } }: { attempt: Attempt }) {
  const label = status === null ? 'No response' : `HTTP ${status}`
  return <StatusBadge status="attempt" tone={error === null ? 'good' : 'bad'} label={label} />
}

function Exchange({ delivery, attempt }: { delivery: DeliveryDetail; attempt: Attempt }) {
  const { headers, body } = delivery.request
  const sentAt = Math.floor(new Date(attempt.startedAt).getTime() / 1000)
  const lines = Object.entries({
    ...headers,
    'svc-delivery-attempt': String(attempt.attempt),
    'svc-signature': `t=${sentAt},v1=••••••`,
  }).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className={classes.exchange}>
      <div>
        <h3>Request</h3>
        {attempt.url && <Payload label="URL" value={`POST ${attempt.url}`} />}
        <Payload label="Headers" value={lines.join('\n')} />
        <Payload
          label="Body"
          value={body ?? (delivery.request.removedAt ? '(removed by retention)' : '(cannot be opened)')}
        />
      </div>
      <div>
        <h3>Response</h3>
        <p className={classes.verdict} data-failed={attempt.error !== null || undefined}>
          {attempt.error ?? `HTTP ${attempt.status}`} after {milliseconds(attempt.durationMs)}
        </p>
        <Payload label="Response body" value={attempt.answer} />
      </div>
    </div>
  )
}
