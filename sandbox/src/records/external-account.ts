import type { CardFacts } from './payment-method.ts'
import type { Metadata, Stored } from './stored.ts'

/** A bank account or debit card that a connected account's payouts go to. */
export interface ExternalAccountRecord extends Stored {
  readonly country: string
  readonly currency: string
  readonly last4: string
  readonly routing_number: string | null
  readonly fingerprint: string
  readonly account_holder_name: string | null
  readonly account_holder_type: string | null
  readonly account_type: string | null
  readonly default_for_currency: boolean
  /** Why payouts to it fail, if they do. */
  readonly payoutFailure: string | null
  /** For debit cards. */
  readonly card?: CardFacts
  readonly isInstant?: boolean
  readonly metadata: Metadata
}
