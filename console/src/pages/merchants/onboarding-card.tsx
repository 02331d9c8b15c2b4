import { Card } from '../../components/card.tsx'
import { CheckIcon } from '../../components/icons.tsx'
import { Note } from '../../components/notes.tsx'
import { May } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { CreateAccount } from './create-account.tsx'
import { activeAccount, type Merchant, stoppedBy } from './merchant-query.ts'
import classes from './onboarding-card.module.css'
import { ContinueOnboarding, OnboardingLink } from './onboarding-link.tsx'

interface Step {
  name: string
  isDone: boolean
  /** Shown instead of "Done" or "Not yet". */
  state?: string
  note?: string
}

const stoppedNotes = {
  suspended: { own: 'Suspended by your platform.', other: 'Suspended here; the processor would allow it.' },
  disabled: { own: 'Disabled by your platform.', other: 'Disabled here; the processor would allow it.' },
}

function stepsOf(merchant: Merchant, isSandbox: boolean, isOwn: boolean): Step[] {
  const account = activeAccount(merchant)
  const { chargesEnabled = false, payoutsEnabled = false, requirements = [] } = account ?? {}
  const stopped = chargesEnabled ? stoppedBy(merchant) : null
  const hasAccount = account !== undefined
  const due = requirements.length
  const isEarly = isSandbox && hasAccount && !chargesEnabled
  return [
    {
      name: 'Account at the processor',
      isDone: hasAccount,
      note: hasAccount
        ? undefined
        : isOwn
          ? 'Your platform creates it for you.'
          : 'Create it, then give the merchant its onboarding link.',
    },
    {
      name: 'Details provided',
      isDone: hasAccount && due === 0,
      note: due > 0 ? `${due} ${due === 1 ? 'item is' : 'items are'} still due` : undefined,
    },
    {
      name: 'Can take payments',
      isDone: chargesEnabled && stopped === null,
      state: stopped ? 'No' : isEarly ? 'In the sandbox' : undefined,
      note: stopped
        ? stoppedNotes[stopped][isOwn ? 'own' : 'other']
        : isEarly
          ? 'A real processor takes payments only once the onboarding is finished.'
          : undefined,
    },
    {
      name: 'Receives payouts',
      isDone: payoutsEnabled,
      ...(merchant.suspended &&
        payoutsEnabled && {
          state: 'Still on',
          note: isOwn ? undefined : 'A suspension does not stop them. Stop them at the processor.',
        }),
    },
  ]
}

/** The merchant's onboarding at the processor, step by step, with the next action. */
export function OnboardingCard({ merchant }: { merchant: Merchant }) {
  const { sandboxes, kind } = useSignedIn()
  const isOwn = kind === 'portal'
  const { requirements = [] } = activeAccount(merchant) ?? {}
  return (
    <Card title="Onboarding" aside={<NextStep merchant={merchant} />}>
      <ol className={classes.steps}>
        {stepsOf(merchant, sandboxes.length > 0, isOwn).map(
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
      {merchant.onboardingStatus === 'restricted' && (
        <Note tone="bad">
          {isOwn
            ? 'Your account is restricted. Provide the missing details, or contact your platform.'
            : 'The processor has restricted this account. The merchant must provide the missing details, or contact the processor.'}
        </Note>
      )}
      {requirements.length > 0 && (
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
