import type Stripe from 'stripe'
import type { ExternalAccountRecord } from './external-account.ts'
import type { PersonRecord } from './person.ts'
import type { Metadata, Stored } from './stored.ts'

export interface AccountRecord extends Stored {
  readonly created: number
  readonly type: 'standard' | 'express' | 'custom' | 'none'
  readonly email: string | null
  readonly country: string
  readonly defaultCurrency: string
  readonly businessType: string | null
  readonly businessName: string | null
  readonly businessUrl: string | null
  readonly profile?: BusinessProfile
  readonly tosAcceptance?: Stripe.Account.TosAcceptance
  readonly settings?: AccountSettings
  readonly company?: Company
  /** The person that the business is, and the bank accounts that are paid out to. */
  readonly individual?: PersonRecord
  readonly externalAccounts?: readonly ExternalAccountRecord[]
  readonly metadata: Metadata
  readonly standing: Standing
  /** The platform can no longer act on it. */
  readonly deauthorized?: boolean
  /** False for accounts that, like newer ones, do not show released holds as refunds. */
  readonly releasesAsRefunds?: boolean
}

/** The settings that were made. The others have their usual values. */
type AccountSettings = { readonly [K in keyof Stripe.Account.Settings]?: object }
export interface Company extends Stripe.Account.Company {}

/** The business profile, apart from name and URL. */
export interface BusinessProfile extends Partial<Omit<Stripe.Account.BusinessProfile, 'name' | 'url'>> {}

/** The state of an account's onboarding, as Stripe shows it. */
export interface Standing {
  readonly chargesEnabled: boolean
  readonly payoutsEnabled: boolean
  readonly detailsSubmitted: boolean
  /** Charges were switched off, rather than never switched on. */
  readonly chargesOff?: boolean
  readonly currentlyDue: readonly string[]
  readonly pendingVerification: readonly string[]
  readonly disabledReason: Stripe.Account.Requirements.DisabledReason | null
}

export const notStarted: Standing = {
  chargesEnabled: false,
  payoutsEnabled: false,
  detailsSubmitted: false,
  currentlyDue: [
    'business_profile.product_description',
    'business_profile.support_phone',
    'business_profile.url',
    'external_account',
    'tos_acceptance.date',
    'tos_acceptance.ip',
  ],
  pendingVerification: [],
  disabledReason: 'requirements.past_due',
}

export const outcomes = {
  complete: {
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
    currentlyDue: [],
    pendingVerification: [],
    disabledReason: null,
  },
  incomplete: {
    ...notStarted,
    currentlyDue: ['external_account', 'tos_acceptance.date', 'tos_acceptance.ip'],
  },
  reject: {
    chargesEnabled: false,
    payoutsEnabled: false,
    detailsSubmitted: true,
    currentlyDue: [],
    pendingVerification: [],
    disabledReason: 'rejected.fraud',
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
  return account.standing.disabledReason?.startsWith('rejected.') ?? false
}

/** In test mode, an account that has not finished onboarding can take payments. */
export function canCharge(account: AccountRecord): boolean {
  const { chargesEnabled, detailsSubmitted, chargesOff = false } = account.standing
  return !isRejected(account) && (chargesEnabled || !(detailsSubmitted || chargesOff))
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
