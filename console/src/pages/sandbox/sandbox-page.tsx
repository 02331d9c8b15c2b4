import { Card } from '../../components/card.tsx'
import { ExternalIcon } from '../../components/icons.tsx'
import { Note } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { useMay } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import classes from './sandbox-page.module.css'
import { TestPaymentCard } from './test-payment-card.tsx'
import { TriggerCard } from './trigger-card.tsx'

/** Test payments and events. Faults are set on the sandbox's own pages. */
export function SandboxPage() {
  const may = useMay()
  return (
    <Page title="Sandbox" lead="A stand-in for the processor: no real money moves.">
      {may('createTestPayment') ? (
        <TestPaymentCard />
      ) : (
        <Note tone="waiting">Read-only. Support and admins can create test payments.</Note>
      )}
      <div className={classes.columns}>
        {may('triggerEvent') && <TriggerCard />}
        <OwnPagesCard />
      </div>
    </Page>
  )
}

function OwnPagesCard() {
  const { sandboxes } = useSignedIn()
  return (
    <Card title="The sandbox’s own page">
      <p className={classes.lead}>
        Set faults, disrupt webhooks, move the clock, and present cards to readers there.
      </p>
      <ul className={classes.list}>
        {sandboxes.map(({ processor, url }) => (
          <li key={processor}>
            <a href={url} target="_blank" rel="noreferrer">
              Open {sandboxes.length === 1 ? 'the sandbox' : processor} <ExternalIcon />
            </a>
            <code>{url}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}
