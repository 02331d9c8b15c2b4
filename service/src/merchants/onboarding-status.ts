import type { AccountSnapshot } from '../processors/port.ts'

export const onboardingStatuses = ['not_started', 'pending', 'charges_only', 'enabled', 'restricted'] as const
export type OnboardingStatus = (typeof onboardingStatuses)[number]

/** Where a merchant stands with its processor, in one word. */
export function onboardingStatusOf(account: AccountSnapshot | null): OnboardingStatus {
  if (!account) return 'not_started'
  if (account.disabledReason?.startsWith('rejected')) return 'restricted'
  if (account.chargesEnabled) return account.payoutsEnabled ? 'enabled' : 'charges_only'
  return isHeldBack(account) ? 'restricted' : 'pending'
}

/** Before details were submitted, everything is still due: that is pending, not restricted. */
function isHeldBack(account: AccountSnapshot): boolean {
  return account.detailsSubmitted && (account.disabledReason !== null || account.pastDue)
}

export function presentOnboarding(account: AccountSnapshot | null) {
  return {
    processorAccountId: account?.accountId ?? null,
    onboardingStatus: onboardingStatusOf(account),
    chargesEnabled: account?.chargesEnabled ?? false,
    payoutsEnabled: account?.payoutsEnabled ?? false,
    requirements: account && account.currentlyDue.length > 0 ? account.currentlyDue.join(', ') : null,
  }
}

/** An account that the platform may no longer see: the merchant took the permission back, or it was closed. */
export function deauthorized(account: AccountSnapshot): AccountSnapshot {
  const nothing = { chargesEnabled: false, payoutsEnabled: false }
  return { ...account, ...nothing, detailsSubmitted: true, disabledReason: 'deauthorized' }
}
