import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useLiveMessages, useLiveState } from '../../live/live.tsx'
import type { LiveMessage } from '../../live/stream.ts'
import { useMerchantName } from '../../session/merchant-names.ts'
import { deliveryStates } from './delivery-query.ts'
import classes from './live-feed.module.css'
import { outcomeText, stateText } from './names.tsx'

const kept = 200

interface Shown extends LiveMessage {
  key: number
}

/** Current events, line by line, like `svcpay listen` in a terminal. */
export function LiveFeed() {
  const [messages, setMessages] = useState<readonly Shown[]>([])
  const [isPaused, setPaused] = useState(false)
  const state = useLiveState()
  const merchantName = useMerchantName()
  useLiveMessages(message => {
    if (isPaused) return
    setMessages(shown => [{ ...message, key: (shown[0]?.key ?? 0) + 1 }, ...shown].slice(0, kept))
  })
  return (
    <>
      <div className={classes.bar}>
        <span>
          {isPaused ? 'Paused' : 'Changes to payments, events and callbacks since you opened this tab.'}
        </span>
        <span className={classes.tools}>
          <Button size="xs" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button size="xs" disabled={messages.length === 0} onClick={() => setMessages([])}>
            Clear
          </Button>
        </span>
      </div>
      {messages.length === 0 ? (
        <EmptyState title={state === 'live' ? 'Listening…' : 'Connecting…'}>
          {state === 'polling'
            ? 'The stream is not available right now. The lists still refresh automatically.'
            : 'Everything that happens from now on appears here. Make a payment, or trigger an event.'}
        </EmptyState>
      ) : (
        <ol className={classes.feed} aria-label="Live feed" aria-live="polite">
          {messages.map(message => (
            <li key={message.key}>
              <Time at={message.at} />
              <StatusBadge status={message.kind} />
              <span className={classes.what}>
                <MessageLink message={message} />
                <span className={classes.merchant}>{merchantName(message.merchantId)}</span>
              </span>
              <MessageStatus message={message} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function MessageStatus({ message: { status, state, outcome } }: { message: LiveMessage }) {
  const known = deliveryStates.find(known => known === state)
  const label = known ? stateText[known] : outcome && outcomeText(outcome)
  return <StatusBadge status={status ?? state ?? outcome ?? ''} {...(label && { label })} />
}

function MessageLink({ message: { kind, id, type, svcPaymentId } }: { message: LiveMessage }) {
  const text = type ?? id
  if (kind === 'delivery') {
    return (
      <Link to="/callbacks/$deliveryId" params={{ deliveryId: id }}>
        {text}
      </Link>
    )
  }
  const payment = kind === 'payment' ? id : svcPaymentId
  if (!payment) return <span>{text}</span>
  return (
    <Link to="/payments/$svcPaymentId" params={{ svcPaymentId: payment }}>
      {text}
    </Link>
  )
}
