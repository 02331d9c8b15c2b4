import { Card } from '../../components/card.tsx'
import { CheckIcon } from '../../components/icons.tsx'
import { Note } from '../../components/notes.tsx'
import { May } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { CreateAccount } from './create-account.tsx'
import { activeAccount, type Merchant, stoppedBy } from './merchant-query.ts'
import classes from './onboarding-card.module.css'
import { ContinueOnboarding, OnboardingLink } from './onboarding-link.tsx'
import { restrictionAt, stepsOf } from './onboarding-steps.ts'
import { processorText } from './restriction.ts'
import { StoppedSince } from './stopped-since.tsx'

/** The state of the onboarding, for the merchant itself. */
function ownOutcome(status: Merchant['onboardingStatus'], due: number): string | undefined {
  if (status === 'enabled') return 'Your onboarding is finished: you can take payments and receive payouts.'
  if (status === 'charges_only')
    return 'You can take payments. You receive payouts once the processor has everything it needs.'
  if (status !== 'pending') return undefined
  return due > 0
    ? 'Your onboarding is not finished: choose Continue.'
    : 'The processor is checking your details.'
}

/** The processor's form returns here. The browser could not scroll to it, because the page was still empty. */
function showReturned(element: HTMLElement | null): void {
  if (element && location.hash === '#onboarding') element.scrollIntoView({ block: 'center' })
}

/** The merchant's onboarding at the processor, step by step, with the next action. */
export function OnboardingCard({ merchant }: { merchant: Merchant }) {
  const { sandboxes, kind } = useSignedIn()
  const isOwn = kind === 'portal'
  const processor = processorText(merchant.processor, sandboxes)
  const restriction = restrictionAt(merchant, isOwn, processor)
  const needsDetails = restriction?.needsDetails ?? true
  const { requirements = [], stoppedAt, updatedAt } = activeAccount(merchant) ?? {}
  const since = <StoppedSince stoppedAt={stoppedAt} changedAt={updatedAt} />
  const outcome =
    isOwn && stoppedBy(merchant) === null && ownOutcome(merchant.onboardingStatus, requirements.length)
  return (
    <Card title="Onboarding" aside={needsDetails && <NextStep merchant={merchant} />}>
      {outcome && (
        <p className={classes.lead} role="status" ref={showReturned}>
          {outcome}
        </p>
      )}
      {restriction && (
        <div className={classes.lead}>
          <Note tone="bad">
            <strong>{restriction.why}</strong> {since}. {restriction.next}
          </Note>
        </div>
      )}
      {!restriction && requirements.length > 0 && <p className={classes.lead}>{since}.</p>}
      <ol className={classes.steps}>
        {stepsOf(merchant, restriction, sandboxes.length > 0, isOwn, processor).map(
          ({ name, isDone, state = isDone ? 'Done' : 'Not yet', note }) => (
            <li key={name} data-done={isDone || undefined}>
              <span className={classes.mark}>{isDone && <CheckIcon />}</span>
              <span>
                <strong>{name}</strong>
                <span className={classes.state}>{state}</span>
                {note && <span className={classes.note}>{note}</span>}
              </span>
            </li>
          ),
        )}
      </ol>
      {needsDetails && requirements.length > 0 && (
        <details className={classes.due} open>
          <summary>Still needed</summary>
          <ul>
            {requirements.map(item => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

function NextStep({ merchant }: { merchant: Merchant }) {
  const { kind } = useSignedIn()
  const hasAccount = merchant.processorAccountId !== null
  if (kind === 'portal') {
    return hasAccount && merchant.onboardingStatus !== 'enabled' ? (
      <May action="createMerchantOnboardingLink">
        <ContinueOnboarding merchantId={merchant.merchantId} />
      </May>
    ) : null
  }
  if (!hasAccount) {
    return (
      <May action="createMerchantAccount">
        <CreateAccount merchantId={merchant.merchantId} />
      </May>
    )
  }
  return (
    <May action="createMerchantOnboardingLink">
      <OnboardingLink merchant={merchant} />
    </May>
  )
}
