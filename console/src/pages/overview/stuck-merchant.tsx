import { Link } from '@tanstack/react-router'
import type { Attention } from '../../api/overview.ts'
import { statusText } from '../../components/status-badge.tsx'
import { May } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { OnboardingLink } from '../merchants/onboarding-link.tsx'
import { processorText, restrictionOf } from '../merchants/restriction.ts'
import { StoppedSince } from '../merchants/stopped-since.tsx'

/** The effect of a stuck onboarding on the merchant. */
const stuckTexts: Readonly<Record<string, [what: string, why: string]>> = {
  pending: ['takes no payments yet', ': its onboarding is not finished.'],
  charges_only: ['receives no payouts', ', but takes payments.'],
}

/** The merchant's page shows the other missing items. */
const shownRequirements = 3

/** "Business profile: web address, Business profile: phone" names the business profile once. */
function withoutRepeats(items: readonly string[]): string[] {
  const groupOf = (item: string | undefined) => item?.match(/^[^:]+: /)?.[0]
  return items.map((item, i) => {
    const group = groupOf(item)
    return group && group === groupOf(items[i - 1]) ? item.slice(group.length) : item
  })
}

interface StuckMerchantProps {
  merchant: Attention['stuckMerchants'][number]
}

/** A merchant that the processor still needs something from. */
export function StuckMerchant({ merchant }: StuckMerchantProps) {
  const { sandboxes } = useSignedIn()
  const { merchantId, name, processor, onboardingStatus, stoppedAt, since, requirements } = merchant
  const restriction =
    merchant.restriction &&
    restrictionOf(merchant.restriction, requirements.length > 0, false, processorText(processor, sandboxes))
  const due = restriction && !restriction.needsDetails ? [] : requirements
  const others = due.length - shownRequirements
  const [what, why] = restriction
    ? ['takes no payments', `. ${restriction.why}`]
    : sandboxes.length > 0 && onboardingStatus === 'pending'
      ? [
          'has not finished its onboarding',
          ': the sandbox takes its payments, but a real processor would not.',
        ]
      : (stuckTexts[onboardingStatus] ?? [statusText(onboardingStatus), '.'])
  return (
    <>
      <Link to="/merchants/$merchantId" params={{ merchantId }}>
        {name}
      </Link>{' '}
      <strong>{what}</strong>
      {why} <StoppedSince stoppedAt={stoppedAt} changedAt={since} />
      {due.length > 0 && (
        <>
          . Still due: {withoutRepeats(due.slice(0, shownRequirements)).join(', ')}
          {others > 0 && ` and ${others} more`}{' '}
          <May action="createMerchantOnboardingLink">
            <OnboardingLink merchant={merchant} />
          </May>
        </>
      )}
    </>
  )
}
