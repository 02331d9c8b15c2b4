import type Stripe from 'stripe'
import type { ExternalAccountRecord } from './external-account.ts'
import type { PersonRecord } from './person.ts'
import type { Metadata, Stored } from './stored.ts'

export interface AccountRecord extends Stored {
  readonly created: number
  readonly type: 'standard' | 'express' | 'custom' | 'none'
  readonly email: string | null
  readonly country: string
  readonly default_currency: string
  readonly business_type: string | null
  readonly business_profile: BusinessProfile
  readonly tos_acceptance: Stripe.Account.TosAcceptance
  readonly settings: AccountSettings
  readonly company: Company
  /** The person, if the business is an individual, and the accounts that receive payouts. */
  readonly individual?: PersonRecord
  readonly externalAccounts: readonly ExternalAccountRecord[]
  readonly metadata: Metadata
  readonly standing: Standing
  /** The platform can no longer act on it. */
  readonly deauthorized?: boolean
  /** False for accounts that, like newer ones, do not show released holds as refunds. */
  readonly releasesAsRefunds?: boolean
}

/** Settings that were changed. All others have their usual values. */
type AccountSettings = {
  readonly [K in keyof Stripe.Account.Settings]?: Partial<Stripe.Account.Settings[K]>
}
export interface Company extends Stripe.Account.Company {}

/** The information given about the business. */
interface BusinessProfile extends Partial<Stripe.Account.BusinessProfile> {}

/** The details of an account before any were sent. */
export const noDetails = { business_profile: {}, tos_acceptance: {}, settings: {}, company: {} }

/** The state of an account's onboarding, as Stripe shows it. */
export interface Standing {
  readonly charges_enabled: boolean
  readonly payouts_enabled: boolean
  readonly details_submitted: boolean
  /** Charges were switched off; they were on before. */
  readonly chargesOff?: boolean
  readonly currently_due: readonly string[]
  readonly pending_verification: readonly string[]
  readonly disabled_reason: Stripe.Account.Requirements.DisabledReason | null
}

export const notStarted: Standing = {
  charges_enabled: false,
  payouts_enabled: false,
  details_submitted: false,
  currently_due: [
    'business_profile.product_description',
    'business_profile.support_phone',
    'business_profile.url',
    'external_account',
    'tos_acceptance.date',
    'tos_acceptance.ip',
  ],
  pending_verification: [],
  disabled_reason: 'requirements.past_due',
}

export const outcomes = {
  complete: {
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    currently_due: [],
    pending_verification: [],
    disabled_reason: null,
  },
  incomplete: {
    ...notStarted,
    currently_due: ['external_account', 'tos_acceptance.date', 'tos_acceptance.ip'],
  },
  reject: {
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: true,
    currently_due: [],
    pending_verification: [],
    disabled_reason: 'rejected.fraud',
  },
} as const satisfies Record<string, Standing>

/** Reasons that can be set from outside. */
export const disabledReasons = [
  'listed',
  'other',
  'platform_paused',
  'rejected.fraud',
  'rejected.incomplete_verification',
  'rejected.listed',
  'rejected.other',
  'rejected.terms_of_service',
  'requirements.past_due',
  'requirements.pending_verification',
  'under_review',
] as const satisfies readonly Stripe.Account.Requirements.DisabledReason[]

export function isRejected(account: AccountRecord): boolean {
  return account.standing.disabled_reason?.startsWith('rejected.') ?? false
}

/** In test mode, an account that has not finished onboarding can take payments. */
export function canCharge(account: AccountRecord): boolean {
  const { charges_enabled, details_submitted, chargesOff = false } = account.standing
  return !isRejected(account) && (charges_enabled || !(details_submitted || chargesOff))
}

export interface AccountLinkRecord extends Stored {
  readonly target: string
  readonly created: number
  readonly expiresAt: number
  readonly type: string
  readonly returnUrl: string | null
  readonly refreshUrl: string | null
  /** When it was used. It works only once. */
  readonly usedAt: number | null
}
