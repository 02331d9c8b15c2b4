import { Note } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { useMay } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { ClockCard } from './clock-card.tsx'
import { FaultsCard } from './faults-card.tsx'
import { ReadersCard } from './readers-card.tsx'
import classes from './sandbox-page.module.css'
import { TestPaymentCard } from './test-payment-card.tsx'
import { TriggerCard } from './trigger-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

/** The stand-in for the processor: make things happen, and make things go wrong. */
export function SandboxPage() {
  const { sandbox } = useSignedIn()
  const may = useMay()
  return (
    <Page
      title="Sandbox"
      lead={
        <>
          A stand-in for the processor: no real money moves.{' '}
          <a href={sandbox?.url} target="_blank" rel="noreferrer">
            Open its own pages
          </a>
        </>
      }
    >
      {may('createTestPayment') ? (
        <TestPaymentCard />
      ) : (
        <Note tone="waiting">You may look. Support and admins make test payments and faults here.</Note>
      )}
      <div className={classes.columns}>
        {may('triggerEvent') && <TriggerCard />}
        <ClockCard />
        <FaultsCard />
        <WebhooksCard />
      </div>
      <ReadersCard />
    </Page>
  )
}
