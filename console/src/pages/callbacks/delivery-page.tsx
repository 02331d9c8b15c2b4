import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { BackLink } from '../../components/back-link.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { MerchantLink } from '../../components/merchants.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import layout from '../../components/stack.module.css'
import { StatusBadge, statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { May, useMay } from '../../session/may.tsx'
import { useWhose } from '../../session/merchant-names.ts'
import { Attempts } from './attempts.tsx'
import { attemptsInCycle, type DeliveryDetail, useDelivery } from './delivery-query.ts'
import { stateText } from './names.tsx'
import { NextAttemptSentence, useWaitsFor } from './next-attempt.tsx'
import { RedeliverOne } from './redeliver-one.tsx'
import { isAwaited, RedeliverOutcome, type Redelivery } from './redeliver-outcome.tsx'

const back = <BackLink label="Callbacks" to="/callbacks" />

export function DeliveryPage() {
  const { deliveryId } = useParams({ from: '/shell/callbacks/$deliveryId' })
  const [redelivered, setRedelivered] = useState<Redelivery | null>(null)
  const redelivery = redelivered?.deliveryId === deliveryId ? redelivered : null
  const {
    data: delivery,
    error,
    refetch,
  } = useDelivery(deliveryId, known => redelivery !== null && isAwaited(redelivery, known))
  if (error && !delivery) {
    return (
      <Page title="Callback" back={back}>
        <ProblemNote error={error} onRetry={refetch} />
      </Page>
    )
  }
  if (!delivery) {
    return (
      <Page title="Callback" lead="Loading…" back={back}>
        <div className={layout.columns}>
          <Card title="Attempts">
            <Skeleton height="24rem" />
          </Card>
          <Card title="Details">
            <Skeleton height="18rem" />
          </Card>
        </div>
      </Page>
    )
  }
  return (
    <Page
      title={delivery.type}
      badge={<StatusBadge status={delivery.state} label={stateText[delivery.state]} />}
      lead={<Lead delivery={delivery} />}
      back={back}
      actions={
        <May action="redeliver">
          {!delivery.request.removedAt && <RedeliverOne delivery={delivery} onSent={setRedelivered} />}
        </May>
      }
    >
      {redelivery && <RedeliverOutcome redelivery={redelivery} delivery={delivery} />}
      <div className={layout.columns}>
        <Attempts delivery={delivery} />
        <DeliveryFacts delivery={delivery} />
      </div>
    </Page>
  )
}

function Lead({ delivery }: { delivery: DeliveryDetail }) {
  const may = useMay()
  const whose = useWhose()
  if (delivery.state === 'dead') {
    const reason = delivery.attempts === 0 && delivery.lastError
    if (reason) return `${statusText(reason)}.`
    const failed = 'The last attempt failed.'
    if (delivery.request.removedAt) return `${failed} Retention removed the event.`
    return may('redeliver') ? `${failed} Redeliver it once the endpoint works.` : failed
  }
  if (delivery.state === 'delivered') return `Accepted by ${whose} server.`
  return <NextAttemptSentence delivery={delivery} />
}

/** Such as "1 of 9, after 9 earlier ones". */
function attemptsText({ attempts, attemptLog, state }: DeliveryDetail): string {
  const inCycle = attemptLog.at(-1)?.attempt ?? 0
  if (state === 'pending' && inCycle >= attemptsInCycle)
    return `0 of ${attemptsInCycle}, after ${attempts} earlier`
  const earlier = attempts - inCycle
  return `${inCycle} of ${attemptsInCycle}${earlier > 0 ? `, after ${earlier} earlier` : ''}`
}

function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { merchantId, svcPaymentId, orderRef, request } = delivery
  const waitsFor = useWaitsFor(delivery)
  return (
    <Card title="Details">
      <Facts
        facts={[
          ['Delivery', <CopyableId key="id" id={delivery.deliveryId} short />],
          [
            'Event',
            <Link
              key="event"
              to="/callbacks/events/$merchantId/$eventId"
              params={{ merchantId, eventId: delivery.eventId }}
            >
              <code>{delivery.eventId}</code>
            </Link>,
          ],
          ['Merchant', <MerchantLink key="merchant" merchantId={merchantId} />],
          ['Payment', svcPaymentId ? <IdLink key="payment" id={svcPaymentId} /> : '–'],
          ['Order', orderRef ?? '–'],
          ['Callback URL now', request.url ? <code key="url">{request.url}</code> : 'Not set'],
          ['Attempts', attemptsText(delivery)],
          [
            'Next attempt',
            typeof waitsFor === 'string' ? (
              `Waits for ${waitsFor}`
            ) : (
              <Time key="next" at={delivery.nextAttemptAt} />
            ),
          ],
          ['Queued', <Time key="queued" at={delivery.createdAt} />],
        ]}
      />
    </Card>
  )
}
