import type { AccountSnapshot } from '../processors/port.ts'

export const onboardingStatuses = ['not_started', 'pending', 'charges_only', 'enabled', 'restricted'] as const
type OnboardingStatus = (typeof onboardingStatuses)[number]

export function onboardingStatusOf(account: AccountSnapshot | null): OnboardingStatus {
  if (!account) return 'not_started'
  if (account.disabledReason?.startsWith('rejected')) return 'restricted'
  if (account.chargesEnabled) return account.payoutsEnabled ? 'enabled' : 'charges_only'
  return isRestricted(account) ? 'restricted' : 'pending'
}

/** Why an account with details takes no payments, in the processor's terms. */
export function restrictionOf(account: AccountSnapshot): string | null {
  const status = onboardingStatusOf(account)
  if (status === 'restricted') return account.disabledReason ?? 'requirements.past_due'
  return status === 'pending' && account.detailsSubmitted ? 'unknown' : null
}

/** Before details are submitted, everything is still due: that is pending, not restricted. */
function isRestricted(account: AccountSnapshot): boolean {
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

/** For people: each requirement once, in plain words. */
export function presentOnboardingInWords(account: AccountSnapshot | null) {
  return { ...presentOnboarding(account), requirements: inWords(account?.currentlyDue ?? []) }
}

export const inWords = (requirements: readonly string[]) => [...new Set(requirements.map(wordsOf))]

/** `individual.verification.document` becomes "Individual: verification document". */
function wordsOf(requirement: string): string {
  const known = requirement
    .replace(/^tos_acceptance\..*/, 'acceptance_of_the_terms')
    .replace(/^external_account$/, 'bank_account_for_payouts')
    .replace(/\burl$/, 'web address')
  const [first = '', ...others] = known.split('.').map(part => part.replaceAll('_', ' '))
  const whole = others.length > 0 ? `${first}: ${others.join(' ')}` : first
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}

/** The platform can no longer access the account: the merchant disconnected or closed it. */
export function deauthorized(account: AccountSnapshot): AccountSnapshot {
  const disabled = { chargesEnabled: false, payoutsEnabled: false }
  return { ...account, ...disabled, detailsSubmitted: true, disabledReason: 'deauthorized' }
}
