import type Stripe from 'stripe'
import type { Metadata, Stored } from './stored.ts'

/** Named here so that our type declarations do not refer to the SDK's files. */
export interface Relationship extends Stripe.Person.Relationship {}
interface Dob extends Stripe.Person.Dob {}

/** A person who owns, runs or represents the business of a connected account, or is the business. */
export interface PersonRecord extends Stored {
  readonly created: number
  readonly first_name: string | null
  readonly last_name: string | null
  readonly maiden_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly gender: string | null
  readonly nationality: string | null
  readonly political_exposure: Stripe.Person.PoliticalExposure
  readonly address: Stripe.Address | null
  readonly registered_address: Stripe.Address | null
  readonly dob: Dob | null
  readonly full_name_aliases: string[]
  readonly relationship: Relationship
  /** Numbers are never shown, only whether they were given. */
  readonly id_number_provided: boolean
  readonly id_number_secondary_provided: boolean
  readonly ssn_last_4_provided: boolean
  readonly metadata: Metadata
}
