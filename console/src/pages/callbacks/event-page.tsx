import { Link, useParams } from '@tanstack/react-router'
import { BackLink } from '../../components/back-link.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { MerchantLink } from '../../components/merchants.tsx'
import { EmptyState, ProblemNote } from '../../components/notes.tsx'
import { counted } from '../../components/numbers.ts'
import { Page } from '../../components/page.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import layout from '../../components/stack.module.css'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useWhose } from '../../session/merchant-names.ts'
import { EventPayload } from '../payments/event-payload.tsx'
import { type CallbackEvent, useEvent } from './delivery-query.ts'
import { noCallbackText, outcomeText, stateText } from './names.tsx'

const back = <BackLink label="Callbacks" to="/callbacks" search={{ tab: 'events' }} />

const outcomes: Readonly<Record<string, string>> = {
  unverified: 'It could not be verified with the processor, so it changed nothing.',
  ignored: 'It was only recorded: it does not concern any payment made here.',
  unread: 'It could not be read, so it changed nothing.',
  waiting: 'It could not be applied yet. The service will try again.',
}

/** The effect of the event, in words. */
function leadOf({ outcome, svcPaymentId }: CallbackEvent): string | undefined {
  const what = svcPaymentId ? 'payment' : 'account'
  if (outcome === 'applied') return `It changed the ${what}.`
  if (outcome === 'unchanged') return `It contained nothing new about the ${what}.`
  if (outcome === 'stale') return `Newer information about the ${what} was already known.`
  if (outcome === 'ignored' && svcPaymentId)
    return 'It reports the release of an uncaptured amount as a refund. No money was returned.'
  return outcomes[outcome]
}

export function EventPage() {
  const { merchantId, eventId } = useParams({ from: '/shell/callbacks/events/$merchantId/$eventId' })
  const { data: event, error, refetch } = useEvent(merchantId, eventId)
  if (event) {
    return (
      <Page
        title={event.type}
        badge={<StatusBadge status={event.outcome} label={outcomeText(event.outcome)} />}
        lead={leadOf(event)}
        back={back}
      >
        <div className={layout.columns}>
          <Card title="Payload">
            <EventPayload merchantId={merchantId} eventId={eventId} />
          </Card>
          <EventFacts event={event} />
        </div>
      </Page>
    )
  }
  return (
    <Page title="Event" back={back}>
      {error ? <ProblemNote error={error} onRetry={refetch} /> : <Card>{stateOf(event, eventId)}</Card>}
    </Page>
  )
}

function stateOf(event: null | undefined, eventId: string) {
  if (event === undefined) return <Skeleton height="24rem" />
  return <EmptyState title="No such event">No event with the id {eventId} has been recorded.</EmptyState>
}

/** Why there is no callback, and how the event can still be sent. */
function NoCallback({ event }: { event: CallbackEvent }) {
  const whose = useWhose()
  const why = noCallbackText(event)
  return (
    <span>
      {noCallback[why]}
      {why === 'No callback URL at the time' && (
        <>
          . Once one is set, {whose} server can have it sent with an API key:{' '}
          <code>POST /v1/events/{event.id}/redeliver</code>
        </>
      )}
    </span>
  )
}

const noCallback: Readonly<Record<ReturnType<typeof noCallbackText>, string>> = {
  'Not forwarded': 'None: such an event is only recorded',
  'Not yet': 'Not yet: it is sent once the event can be applied',
  'No callback URL at the time': 'Never sent: no callback URL was set when it arrived',
}

function EventFacts({ event }: { event: CallbackEvent }) {
  const { merchantId, svcPaymentId, delivery } = event
  return (
    <Card title="Details">
      <Facts
        facts={[
          ['Event', <CopyableId key="event" id={event.id} short />],
          ['Merchant', merchantId === '-' ? 'None' : <MerchantLink key="merchant" merchantId={merchantId} />],
          ['Payment', svcPaymentId ? <IdLink key="payment" id={svcPaymentId} /> : '–'],
          [
            'Callback',
            delivery ? (
              <DeliveryLink key="callback" delivery={delivery} />
            ) : (
              <NoCallback key="callback" event={event} />
            ),
          ],
          ['Happened', <Time key="happened" at={event.createdAt} />],
          ['Received', <Time key="received" at={event.receivedAt} />],
        ]}
      />
    </Card>
  )
}

function DeliveryLink({ delivery }: { delivery: NonNullable<CallbackEvent['delivery']> }) {
  const { deliveryId, state, attempts } = delivery
  return (
    <Link to="/callbacks/$deliveryId" params={{ deliveryId }}>
      {stateText[state]} after {counted(attempts, 'attempt')}
    </Link>
  )
}
