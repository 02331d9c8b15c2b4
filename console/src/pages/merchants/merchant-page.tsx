import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { BackLink } from '../../components/back-link.tsx'
import { Card } from '../../components/card.tsx'
import { Note, ProblemNote } from '../../components/notes.tsx'
import { counted, mostCounted } from '../../components/numbers.ts'
import { Page } from '../../components/page.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import layout from '../../components/stack.module.css'
import { StatusBadge } from '../../components/status-badge.tsx'
import { May } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { useDeadLetters } from '../callbacks/delivery-query.ts'
import { EndpointNote } from '../callbacks/endpoint-note.tsx'
import { Declining, useFailing } from '../overview/declining.tsx'
import { CallbackCard } from './callback-card.tsx'
import { DeadLettersCard } from './dead-letters-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { KeysCard } from './keys-card.tsx'
import {
  type Merchant,
  statusOf,
  stoppedBy,
  useCallbackState,
  useMerchant,
  useOpenPayments,
  useStop,
} from './merchant-query.ts'
import classes from './merchants.module.css'
import { MoveCard } from './move-card.tsx'
import { OnboardingCard } from './onboarding-card.tsx'
import { PortalLink } from './portal-link.tsx'
import { ReadersCard } from './readers-card.tsx'
import { SuspendButton } from './suspend-button.tsx'
import { Suspension } from './suspension.tsx'
import { SuspensionEffects } from './suspension-effects.tsx'

const back = <BackLink label="Merchants" to="/merchants" />

/** As tall as the content that replaces it, and the same `Page`, so that its heading keeps the focus. */
const loading = (
  <Page title="Merchant" lead="Loading…" back={back}>
    <div className={layout.columns}>
      <div className={layout.column}>
        <Card title="Onboarding">
          <Skeleton height="12rem" />
        </Card>
        <Card title="API keys">
          <Skeleton height="9rem" />
        </Card>
      </div>
      <Card title="Details">
        <Skeleton height="20rem" />
      </Card>
    </div>
  </Page>
)

export function MerchantPage() {
  const { merchantId } = useParams({ from: '/shell/merchants/$merchantId' })
  const { data: merchant, error, refetch } = useMerchant(merchantId)
  const callback = useCallbackState(merchantId)
  const deadLetters = useDeadLetters(merchantId)
  const stop = useStop(merchant)
  const failing = useFailing()
  const [shownId, setShownId] = useState<string>()
  if (error && !merchant) {
    return (
      <Page title="Merchant" back={back}>
        <ProblemNote error={error} onRetry={refetch} />
      </Page>
    )
  }
  // Waits for the warnings at the top: everything below them would jump if they came later.
  const isWaiting = callback.isPending || deadLetters.isPending || stop.isLoading || failing.isPending
  // Once shown, the page stays while a suspension is loading: if it were drawn again, it would scroll.
  if (!merchant || (isWaiting && shownId !== merchantId)) return loading
  if (shownId !== merchantId) setShownId(merchantId)
  const declining = failing.data?.data.find(
    one => one.problem === 'payments' && one.merchantId === merchantId,
  )
  const since = stop.data && (
    <>
      {' '}
      <Suspension since={stop.data.at} by={stop.data.actor} note={stop.data.note} />
    </>
  )
  return (
    <Page
      title={merchant.name}
      badge={<StatusBadge status={statusOf(merchant)} />}
      lead={<Links merchant={merchant} />}
      back={back}
      actions={
        <>
          <May action="createPortalLink">
            <PortalLink merchant={merchant} />
          </May>
          <SuspendButton merchant={merchant} />
        </>
      }
    >
      {merchant.suspended && (
        <Note tone="bad">
          <strong>Suspended{since}.</strong>
          <SuspensionEffects />
          <OpenPayments merchantId={merchantId} />
        </Note>
      )}
      {stoppedBy(merchant) === 'disabled' && (
        <Note tone="bad">
          <strong>Its account has been disabled{since}.</strong> It takes no new payments; existing ones
          continue.
        </Note>
      )}
      <EndpointNote merchantId={merchantId} />
      {declining && (
        <Note tone="bad">
          <p>
            <Declining merchant={declining} />.
          </p>
        </Note>
      )}
      <div className={layout.columns}>
        <div className={layout.column}>
          <DeadLettersCard merchantId={merchantId} />
          <OnboardingCard merchant={merchant} />
          <MoveCard merchant={merchant} />
          <KeysCard merchantId={merchantId} />
          <ReadersCard merchantId={merchantId} />
        </div>
        <div className={layout.column}>
          <DetailsCard merchant={merchant} />
          <CallbackCard merchantId={merchantId} />
        </div>
      </div>
    </Page>
  )
}

/** The payments that a suspension leaves open. */
function OpenPayments({ merchantId }: { merchantId: string }) {
  const count = useOpenPayments(merchantId)
  return (
    <p className={classes.links}>
      {count === 0 ? (
        'No payments are open.'
      ) : (
        <Link to="/payments" search={{ merchantId, status: 'open' }}>
          {count === undefined
            ? 'Open payments'
            : counted(count, 'open payment', 'open payments', mostCounted.openPayments)}
        </Link>
      )}
      <Link to="/disputes" search={{ merchantId }}>
        Disputes that need a response
      </Link>
    </p>
  )
}

function Links({ merchant }: { merchant: Merchant }) {
  const { merchantId } = merchant
  const { sandboxes } = useSignedIn()
  return (
    <span className={classes.links}>
      <Link to="/payments" search={{ merchantId }}>
        View payments
      </Link>
      <Link to="/callbacks" search={{ merchantId }}>
        View callbacks
      </Link>
      <Link to="/ledger" search={{ merchantId }}>
        View ledger
      </Link>
      <Link to="/activity" search={{ merchantId }}>
        View activity
      </Link>
      {sandboxes.length > 0 && stoppedBy(merchant) === null && merchant.onboardingStatus !== 'restricted' && (
        <May action="createTestPayment">
          <Link to="/sandbox" search={{ merchantId }}>
            Test payment
          </Link>
        </May>
      )}
    </span>
  )
}
