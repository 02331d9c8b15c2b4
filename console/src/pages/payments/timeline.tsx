import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Card } from '../../components/card.tsx'
import { NativeSelect } from '../../components/fields.tsx'
import { ActivityIcon, CallbacksIcon, LedgerIcon, PaymentsIcon, PersonIcon } from '../../components/icons.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { Payload } from '../../components/payload.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useSignedIn } from '../../session/session.ts'
import { DeclineReason } from './decline-reason.tsx'
import { EventPayload } from './event-payload.tsx'
import type { PaymentDetail } from './payment-query.ts'
import classes from './timeline.module.css'
import { type TimelineItem, type TimelineKind, timelineItems } from './timeline-items.ts'

const kinds: Readonly<Record<TimelineKind, { label: string; icon: () => React.ReactNode }>> = {
  operation: { label: 'Operations', icon: PaymentsIcon },
  event: { label: 'Events', icon: ActivityIcon },
  ledger: { label: 'Ledger', icon: LedgerIcon },
  callback: { label: 'Callbacks', icon: CallbacksIcon },
  operator: { label: 'Operators', icon: PersonIcon },
}

/** Wording for merchants. */
const portalLabels: Readonly<Partial<Record<string, string>>> = {
  operation: 'Requests',
  operator: 'Your platform',
}

/** Operations, processor events, ledger entries, callbacks and operators' actions, each with its payload. */
export function Timeline({ payment }: { payment: PaymentDetail }) {
  const [shown, setShown] = useState('all')
  const isPortal = useSignedIn().kind === 'portal'
  const choices = [
    { value: 'all', label: 'All' },
    ...Object.entries(kinds).map(([value, { label }]) => ({
      value,
      label: (isPortal && portalLabels[value]) || label,
    })),
  ]
  const items = timelineItems(payment, isPortal).filter(({ kind }) => shown === 'all' || kind === shown)
  return (
    <Card title="Timeline">
      <div className={classes.choice}>
        <NativeSelect
          className={classes.narrow}
          aria-label="Show in the timeline"
          data={choices}
          value={shown}
          onChange={event => setShown(event.currentTarget.value)}
        />
        <Segmented
          className={classes.broad}
          size="xs"
          aria-label="Show in the timeline"
          data={choices}
          value={shown}
          onChange={setShown}
        />
      </div>
      {items.length === 0 && <EmptyState title="Nothing of this kind yet" />}
      <ol className={classes.items}>
        {items.map(item => (
          <Item key={item.key} item={item} />
        ))}
      </ol>
    </Card>
  )
}

function Item({ item }: { item: TimelineItem }) {
  const Icon = kinds[item.kind].icon
  const declined = item.title === 'payment_intent.payment_failed' ? item.event : undefined
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={classes.item}>
      <span className={classes.icon} data-kind={item.kind}>
        <Icon />
      </span>
      <details className={classes.details} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={classes.title}>
            <Breakable text={item.title} /> {item.badge && <StatusBadge {...item.badge} />}
          </span>
          <span className={classes.at}>
            <Time at={item.at} />
          </span>
          {declined && (
            <span className={classes.note}>
              <DeclineReason {...declined} />
            </span>
          )}
          {item.note && <span className={classes.note}>{item.note}</span>}
        </summary>
        {isOpen && item.badge?.title && <p className={classes.meaning}>{item.badge.title}</p>}
        {isOpen && <Payload value={item.payload} label={item.event ? 'Outcome' : 'Payload'} />}
        {isOpen && item.event && <EventPayload {...item.event} />}
        {isOpen && item.deliveryId && (
          <Link to="/callbacks/$deliveryId" params={{ deliveryId: item.deliveryId }}>
            Compare request and response
          </Link>
        )}
      </details>
    </li>
  )
}
